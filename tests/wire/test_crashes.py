"""Killed at any moment: confirmed moves are in the log, and play continues from there."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import Message
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.group import Group
from tests.wire.http_calls import Fault
from tests.wire.load import Load
from tests.wire.referee import Referee
from tests.wire.stored_matches import StoredMatches

pytestmark = pytest.mark.deep


QUICK_CALLS = ("-m", "tests.wire.changed_bot", "quick_calls", "run")


async def kill_again_and_again(directory: Path, pace: str) -> None:
    chance = Random(pace)
    async with (
        FakeDiscord(channels=200) as discord,
        BotProcess(directory, discord, QUICK_CALLS) as bot,
    ):
        await bot.ready()
        referee, load = Referee(discord), Load(discord, seed=pace, pace=pace)

        async def kill() -> None:
            for number in range(10):
                if number % 2:
                    await until(lambda: bot.was_ready, "it has begun to play again")
                await asyncio.sleep(chance.uniform(0.0, 1.0))
                await bot.restart()
                assert bot.stored.intact()

        killing = asyncio.create_task(kill())
        await load.play(4, at_once=3, during=killing)
        await killing
        await load.settled(bot.until_all_is_shown())
        assert referee.complaints(load.groups, bot.stored) == []
        assert bot.tracebacks == []


async def test_twenty_kills(tmp_path: Path) -> None:
    """Two processes at once: in one people have a day for a move, in the other all is fast."""
    await asyncio.gather(*(kill_again_and_again(tmp_path / each, each) for each in ("day", "live")))


async def killed_while_waiting(bot: BotProcess, fault: Fault) -> None:
    await until(lambda: fault.hits, "the request")
    await bot.restart()
    await bot.until_all_is_shown()


async def test_killed_as_the_first_table_appears(bot: BotProcess, discord: FakeDiscord) -> None:
    faults: list[Fault] = []

    def stall(message: Message) -> None:
        if "table.png" in message.files and not faults:
            faults.append(discord.fault("PATCH", "/channels/*", delay=5, drop="before"))

    discord.watch = stall
    table = await Group(discord).open()
    await killed_while_waiting(bot, faults[0])
    assert table.tables


async def test_killed_as_the_old_table_goes(bot: BotProcess, discord: FakeDiscord) -> None:
    table = await Group(discord).open()
    fault = discord.fault("DELETE", f"/channels/{table.channel.id}/*", delay=5, drop="before")
    while not fault.hits:  # if the same person moves again, the table is edited
        await table.turn()
        await bot.until_all_is_shown()
    await killed_while_waiting(bot, fault)
    await table.turn()
    await until(lambda: len(table.tables) == 1, "one table")


async def test_a_copy_taken_in_the_middle_is_played_on_from(tmp_path, bot, discord):
    table = await Group(discord).open()

    async def command(*args: str) -> int:
        async with BotProcess(tmp_path, discord, ("-m", "bot", *args)) as given:
            return await given.ended()

    async with table.playing():
        await until(lambda: len(table.moves) > 3, "a fourth move is under way")
        before, copy = table.promised, StoredMatches(tmp_path / "copy.db")
        assert await command("backup", "copy.db") == 0
        assert copy.intact()
        assert before <= copy.chosen(table.match), "what was promised is in it, and replays"
        assert await command("restore", "copy.db") == 2, "while the bot runs"
    await bot.stop()
    assert await command("restore", "copy.db") == 0
    for message in table.channel.messages:
        message.nonce = None  # minutes later nothing counts as a repetition any more
    there = len(bot.stored.log(table.match))
    await bot.start()
    await bot.ready()
    await table.host.shown(table.host.type("board", table.channel))
    await table.play(3)
    assert len(bot.stored.log(table.match)) > there
    assert bot.stored.replayed(table.match)
    await bot.until_all_is_shown()
