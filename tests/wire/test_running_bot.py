"""One bot process for all these tests: play, a crash, its log, its metrics, and its end.

Each test has people and a channel of its own. The process is restarted if a test ended it.
"""

import asyncio
import re
import signal
import socket
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from tests.discord_ui.secrecy_sweep import pieces_in
from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import APPLICATION, TOKEN, TOKEN_PREFIX
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.group import Group, Way
from tests.wire.person import Person
from tests.wire.referee import complaints_of

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.xdist_group("running bot")]
LOG_LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z (\w+) +([\w.]+): .")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def process(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
    settings: Any = {"LOG_LEVEL": "DEBUG", "METRICS_PORT": port}
    directory = tmp_path_factory.mktemp("bot")
    async with FakeDiscord() as discord, BotProcess(directory, discord, **settings) as process:
        await process.ready()
        yield process


@pytest_asyncio.fixture(loop_scope="module")
async def bot(process: BotProcess) -> AsyncIterator[BotProcess]:
    """Yield the running process; check that the bot breaks no rule of Discord."""
    if process.process.returncode is not None:
        await process.start()
        await process.ready()
    yield process
    assert process.discord.violations == []


def metrics_of(bot: BotProcess) -> str:
    return f"http://127.0.0.1:{bot.settings['METRICS_PORT']}/metrics"


async def play_into_trouble(bot: BotProcess) -> None:
    """Play until a table's message is cut off: the log says so, without a secret or a traceback."""
    table = await Group(bot.discord).open()
    cut = bot.discord.fault("POST", f"/channels/{table.channel.id}/messages", drop="before")
    while not cut.hits:
        await table.turn()
    await bot.until_all_is_shown()
    log = bot.output
    assert "trying again in" in log
    assert bot.tracebacks == []
    assert TOKEN not in log
    assert TOKEN_PREFIX not in log, "tokens of interactions"
    assert not pieces_in(log), pieces_in(log)
    assert not [each for each in table.moves if f":{each.ply}:{each.code}" in log]
    for (secret,) in bot.stored.rows("SELECT secret FROM matches"):
        assert secret.hex() not in log
        assert repr(secret) not in log


async def test_it_starts(bot: BotProcess) -> None:
    discord = bot.discord
    await until(lambda: "invite" in bot.output, "the invitation")
    assert f"https://discord.com/oauth2/authorize?client_id={APPLICATION}" in bot.output
    assert {"play", "hand", "move", "help"} <= {each["name"] for each in discord.commands}
    starts = discord.gateway.identified
    assert len(discord.requests("PUT", f"/applications/{APPLICATION}/commands")) == starts
    assert discord.gateway.compressed


async def test_a_match_from_play_to_the_result(bot: BotProcess) -> None:
    discord, channel = bot.discord, bot.discord.channel()
    ana, bruno, chen = (Person.new(discord) for _ in range(3))
    offered = await ana.complete("play", channel, game="BLO")
    assert offered[:2] == ["block", "squares-block"]
    ways = {Way.TABLE: 3, Way.TYPED: 1}
    table = await Group(discord, channel, (ana, bruno), target="40", ways=ways).open()
    discord.closed_to_dms.add(bruno.id)
    refused = await chen.shown(chen.press(table.tables[-1], f"t:{table.match}:hand"))
    assert (refused.seen_by, refused.files) == (chen.id, {})
    await table.play()
    await bot.until_all_is_shown()
    assert all(move.played for move in table.moves)
    assert len(table.promised) == len(table.moves)
    assert bot.stored.chosen(table.match) == table.promised
    tables = [each for each in channel.messages if "table.png" in each.files and not each.seen_by]
    assert len(tables) > 5
    assert all(each.deleted and each.alt and len(each.pinged) == 1 for each in tables)
    closed = discord.requests("POST", f"/channels/{discord.dm(bruno.id).id}/messages")
    assert [each.status for each in closed] == [403], "a closed DM is tried once"
    board = await chen.shown(chen.type("leaderboard", channel, by="points"))
    assert set(board.files) == {"ranking.png"}
    assert re.search(rf"\*\*1\*\*\s· <@({ana.id}|{bruno.id})>\s· ", board.text)


async def test_a_click_while_the_gateway_is_down_is_answered_after_the_resume(bot):
    gateway = bot.discord.gateway
    table = await Group(bot.discord).open()
    sessions = gateway.resumed, gateway.identified
    gateway.drop()
    _, pressed = table.press_hand()  # while nobody listens
    await until(lambda: pressed.reply, "an answer after the resume")
    assert (gateway.resumed - 1, gateway.identified) == sessions
    await table.play(2)


async def test_moves_are_counted_on_the_metrics_page(bot: BotProcess) -> None:
    async def moves_counted() -> float:
        async with aiohttp.ClientSession() as prometheus, prometheus.get(metrics_of(bot)) as page:
            text = await page.text()
        found = re.search(r'boneyard_moves_committed_total{by="person"} (.+)', text)
        return float(found[1]) if found else 0.0

    table = await Group(bot.discord).open()
    before = await moves_counted()
    await table.play(2)
    assert await moves_counted() == before + 2


async def test_a_match_at_debug_leaves_no_secret_in_the_log(bot: BotProcess) -> None:
    await play_into_trouble(bot)
    assert all(map(LOG_LINE.match, re.findall(r"(?m)^20.*", bot.output)))


async def test_killed_in_the_middle_of_a_match_nothing_is_lost_or_doubled(bot: BotProcess) -> None:
    table = await Group(bot.discord).open()
    playing = asyncio.create_task(table.play())
    await until(lambda: len(table.moves) == 4, "a fourth move is under way")
    await bot.restart()
    before = len(table.promised)
    await until(lambda: len(table.promised) > before + 1, "two more moves")
    table.most_moves = 0
    await playing
    await bot.until_all_is_shown()
    await until(lambda: len(table.tables) == 1, "one table")
    assert complaints_of(table, bot.stored) == []
    assert bot.stored.intact()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
async def test_told_to_stop_in_the_middle_of_play(bot: BotProcess, how: signal.Signals) -> None:
    """It ends with status 0, and what was promised is stored; Prometheus keeps its connection."""
    table = await Group(bot.discord).open()
    async with table.playing(), aiohttp.ClientSession() as prometheus:
        await until(lambda: len(table.moves) == 2, "a second move is under way")
        async with prometheus.get(metrics_of(bot)) as page:
            assert 'boneyard_open_matches{stage="running"}' in await page.text()
        said = len(bot.output)
        await bot.stop(how)
    assert table.promised <= bot.stored.chosen(table.match)
    assert "Traceback" not in bot.output[said:]
    assert "something is still under way" not in bot.output[said:], "it ended by itself"
