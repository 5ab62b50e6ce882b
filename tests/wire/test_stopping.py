"""Told to stop in bad moments, it stops within five seconds all the same, with status 0."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import aiohttp

from tests.wire.people import Person, Table
from tests.wire.program import Program
from tests.wire.standin import Discord, until

SOON = 5.0
THINKS = """
import sys, time
from bot.cli import main
from bot.service import computers

class Slow:
    def choose(self, rules, seen, rng):
        print("it thinks", flush=True)
        time.sleep(60)

computers.player = lambda level: Slow()
sys.exit(main(["run"]))
"""


def free_port() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


async def stops(bot: Program, how: signal.Signals = signal.SIGTERM) -> float:
    """How long it took."""
    begun = time.monotonic()
    assert await bot.stop(how) == 0, bot.output
    took = time.monotonic() - begun
    assert took < SOON
    assert bot.books.intact()
    return took


@asynccontextmanager
async def at_a_table(directory: Path, **settings: str) -> AsyncIterator[tuple[Program, Table]]:
    async with Discord() as discord, Program(directory, discord, **settings) as bot:
        await bot.ready()
        people = (Person(discord, 101), Person(discord, 102))
        table = await Table.open(bot, people, discord.channel(), "stopping", target="1000")
        await table.play(1)
        yield bot, table
        assert not discord.broken


async def with_metrics(directory: Path) -> None:
    port = free_port()
    async with (
        at_a_table(directory, METRICS_PORT=port) as (bot, _),
        aiohttp.ClientSession() as prometheus,
    ):
        async with prometheus.get(f"http://127.0.0.1:{port}/metrics") as page:
            told = await page.text()
        assert 'boneyard_open_matches{stage="running"} 1.0' in told
        assert 'boneyard_moves_committed_total{by="person"} 1.0' in told
        assert "boneyard_click_to_commit_seconds_count 1.0" in told
        # The connection stays open, as Prometheus keeps it.
        await stops(bot)


async def with_discord_gone(directory: Path) -> None:
    """Nothing that is asked is answered, not even the farewell."""
    async with at_a_table(directory, METRICS_PORT=free_port()) as (bot, table):
        discord = table.people[0].discord
        for method in ("POST", "PATCH", "DELETE", "GET"):
            discord.fault(method, "*", times=1000, delay=30)
        mover = table.to_move()
        assert mover is not None
        mover.press(table.message, f"t:{table.match}:hand")
        await asyncio.sleep(0.3)
        await stops(bot)


async def with_the_database_held(directory: Path) -> None:
    """Somebody else writes, and a move waits for them."""
    async with at_a_table(directory) as (bot, table):
        mover = table.to_move()
        assert mover is not None
        hand = await mover.hand(table.message)
        with bot.books.opened() as other:
            other.execute("BEGIN IMMEDIATE")
            mover.press_move(hand)
            await asyncio.sleep(0.3)
            begun = time.monotonic()
            assert await bot.stop(signal.SIGTERM) == 0, bot.output
            assert time.monotonic() - begun < SOON


async def with_the_database_held_from_the_start(directory: Path) -> None:
    """It has not even got to its tables."""
    async with Discord() as discord, Program(directory, discord) as bot:
        await bot.ready()
        await stops(bot)
        with bot.books.opened() as other:
            other.execute("BEGIN EXCLUSIVE")
            await bot.start()
            await until(lambda: len(discord.asked("GET", "/users/@me")) == 2, 10, "a login")
            await asyncio.sleep(0.5)
            begun = time.monotonic()
            assert await bot.stop(signal.SIGTERM) == 0, bot.output
            assert time.monotonic() - begun < SOON


async def test_with_metrics_and_without_discord(tmp_path: Path) -> None:
    await asyncio.gather(with_metrics(tmp_path / "metrics"), with_discord_gone(tmp_path / "gone"))


async def test_with_a_database_that_is_held(tmp_path: Path) -> None:
    await asyncio.gather(
        with_the_database_held(tmp_path / "held"),
        with_the_database_held_from_the_start(tmp_path / "start"),
    )


async def test_while_a_computer_thinks_and_thinks(tmp_path: Path, discord: Discord) -> None:
    """A thread cannot be told to stop; the move that it would find is found after a start."""
    bot = Program(tmp_path, discord)
    bot.command = ("-c", THINKS)
    async with bot:
        await bot.ready()
        host, channel = Person(discord, 101), discord.channel()
        lobby = await host.shown(host.type("play", channel, game="block"))
        await until(lambda: not bot.books.owed(), 20, "the bot knows its own lobby")
        await host.answered(host.press(lobby, "l:1:add"))
        await until(lambda: "l:1:start" in lobby.ids, 20, "Start lights up")
        await host.answered(host.press(lobby, "l:1:start"))
        table = Table(1, channel, (host,), Random(1), [])
        await until(lambda: "it thinks" in bot.output or table.to_move(), 20, "the first turn")
        if "it thinks" not in bot.output:
            await host.shown(host.press_move(await host.hand(table.message)).interaction)
            await until(lambda: "it thinks" in bot.output, 20, "the computer's turn")
        await stops(bot)
