"""Told to stop at bad moments, the bot still exits with status 0. Refused, it says why and exits.

`python -m benchmarks.life` measures how long that takes.
"""

import asyncio
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.group import Group
from tests.wire.person import Person

pytestmark = pytest.mark.deep

FOR_EVER = 3600.0
"""More seconds than any of these tests takes."""
THINKS_FOR_EVER = """
import sys
from bot.ai.players import LEVELS, Strong
from bot.cli import main
from bot.service.thinking import processes
from tests.service.in_worker import think_for_ever

LEVELS["steady"], processes.decide = Strong(), think_for_ever
sys.exit(main(["run"]))
"""
LONG_GRACE = "bootstrap.EXIT_TIMEOUT = client.CLOSE_GRACE = 60.0"
PATIENT = f"""
import sys
from functools import partial
from bot import bootstrap, cluster
from bot.cli import main
from bot.discord_ui import client

{LONG_GRACE}
cluster.open_store = partial(cluster.open_store, patience={FOR_EVER})
sys.exit(main(["run"]))
"""
"""Runs a bot that exits as soon as it can, but may take long on a busy machine."""


@pytest.mark.parametrize(
    "fault", [{"delay": FOR_EVER}, {"status": 429, "retry_after": FOR_EVER}], ids=str
)
async def test_while_a_table_cannot_be_sent(bot, discord, fault):
    """Neither a request left without an answer nor one to be repeated later holds it up."""
    table = await Group(discord).open()
    met = discord.fault("POST", "/channels/*/messages", times=9, **fault)
    async with table.playing():
        await until(lambda: met.hits, "a table to be sent")
        await bot.stop()
    assert table.promised <= bot.stored.chosen(table.match)


async def test_while_discord_answers_nothing(bot: BotProcess, discord: FakeDiscord) -> None:
    """Not even the farewell."""
    table = await Group(discord).open()
    await bot.until_all_is_shown()
    for method in ("POST", "PATCH", "DELETE", "GET"):
        discord.fault(method, "*", times=1000, delay=FOR_EVER)
    asked = len(discord.calls)
    table.press_hand()
    await until(lambda: len(discord.calls) > asked, "an answer to the click")
    await bot.stop()
    assert "Traceback" not in bot.output


@pytest.mark.parametrize("let_go", [True, False])
async def test_while_a_move_waits_for_the_database(tmp_path, discord, let_go):
    """Once that is let go, the person is told before the bot leaves; if not, it leaves as well."""
    program = PATIENT if let_go else PATIENT.replace(LONG_GRACE, "")
    async with BotProcess(tmp_path, discord, command=("-c", program)) as bot:
        await bot.ready()
        table = await Group(discord).open()
        await bot.until_all_is_shown()
        mover, asked = table.press_hand()
        hand = await mover.shown(asked)
        with bot.stored.opened() as other:
            other.execute("BEGIN IMMEDIATE")
            move = mover.press_move(hand)
            await until(lambda: move.interaction.reply, "a promise")
            bot.process.terminate()
            if let_go:
                await asyncio.sleep(0.3)
                other.execute("ROLLBACK")
            assert await bot.ended() == 0, bot.output
        assert bot.stored.intact()
        assert move.played is let_go
        assert ((move.ply, move.code) in bot.stored.chosen(table.match)) is let_go


async def test_while_the_database_is_held_at_the_start(bot, discord):
    """It has not even got to its tables."""
    await bot.stop()
    with bot.stored.opened() as other:
        other.execute("BEGIN EXCLUSIVE")
        await bot.start()
        await until(lambda: len(discord.requests("GET", "/users/@me")) == 2, "a login")
        bot.process.terminate()
        assert await bot.ended() == 0, bot.output


async def test_while_a_computer_thinks(tmp_path: Path, discord: FakeDiscord) -> None:
    """Its process is killed."""
    async with BotProcess(tmp_path, discord, command=("-c", THINKS_FOR_EVER)) as bot:
        await bot.ready()
        table = Group(discord, people=[Person.new(discord)], computers=["steady"])
        async with table.playing():  # it may have to knock, and the person moves again
            await until(lambda: "it thinks" in bot.output, "a computer that thinks")
            await bot.stop()


@pytest.mark.parametrize(("code", "word"), [(4004, "DISCORD_TOKEN"), (4014, "intents")])
async def test_refused_by_the_gateway(tmp_path, discord, code, word):
    """It connects where Discord says, also if it need not ask how many shards there are."""
    discord.gateway.close_with = code
    async with BotProcess(tmp_path, discord, SHARD_COUNT="1", DISCORD_GATEWAY_URL="") as bot:
        status = await bot.ended()
        (line,) = bot.output.splitlines()
        assert (status, word in line) == (2, True), line
