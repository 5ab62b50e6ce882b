"""Asked to stop, it stops: soon, with status 0, and nothing is lost."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.wire.people import Person, Table
from tests.wire.program import Program
from tests.wire.standin import Discord, until


@asynccontextmanager
async def going_on(table: Table) -> AsyncIterator[None]:
    """The match is being played meanwhile."""
    playing = asyncio.create_task(table.play())
    try:
        yield
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


async def stopped(bot: Program, table: Table, how: signal.Signals) -> None:
    begun = time.monotonic()
    status = await bot.stop(how)
    assert status == 0, bot.output
    assert time.monotonic() - begun < 5
    assert bot.books.intact()
    promised = {(move.ply, move.code) for move in table.moves if move.played}
    assert promised <= bot.books.chosen(table.match)


async def at_play(directory: Path, how: signal.Signals) -> None:
    async with Discord() as discord, Program(directory, discord) as bot:
        await bot.ready()
        people = (Person(discord, 101), Person(discord, 102))
        table = await Table.open(bot, people, discord.channel(), str(how))
        async with going_on(table):
            await asyncio.sleep(0.4)
            await stopped(bot, table, how)
        assert "Traceback" not in bot.output, bot.output
        assert not discord.broken


async def in_the_dark(directory: Path, how: signal.Signals, **fault: Any) -> None:
    async with Discord() as discord, Program(directory, discord) as bot:
        await bot.ready()
        people = (Person(discord, 101), Person(discord, 102))
        table = await Table.open(bot, people, discord.channel(), str(how))
        met = discord.fault("POST", "/channels/*/messages", times=9, **fault)
        async with going_on(table):
            await until(lambda: met.hits, 20, "a table to be sent")
            await stopped(bot, table, how)
        assert not discord.broken


async def test_in_the_middle_of_play(tmp_path: Path) -> None:
    await asyncio.gather(
        at_play(tmp_path / "SIGTERM", signal.SIGTERM), at_play(tmp_path / "SIGINT", signal.SIGINT)
    )


async def test_while_discord_does_not_answer(tmp_path: Path) -> None:
    """Neither a request left without an answer nor one to be repeated later holds it up."""
    await asyncio.gather(
        in_the_dark(tmp_path / "silent", signal.SIGTERM, delay=8),
        in_the_dark(tmp_path / "limited", signal.SIGINT, status=429, retry_after=60),
    )


async def test_a_click_under_way_is_answered(tmp_path: Path, discord: Discord) -> None:
    """The move was committed, so its maker is told before the bot leaves."""
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        people = (Person(discord, 101), Person(discord, 102))
        table = await Table.open(bot, people, discord.channel(), "under way")
        mover = table.to_move()
        assert mover is not None
        hand = await mover.hand(table.message)
        with bot.books.opened() as other:
            other.execute("BEGIN IMMEDIATE")
            table.moves.append(mover.press_move(hand))
            await asyncio.sleep(0.3)
            stopping = asyncio.create_task(stopped(bot, table, signal.SIGTERM))
            await asyncio.sleep(0.3)
            other.execute("ROLLBACK")
        await stopping
        assert table.moves[0].played
        assert "Traceback" not in bot.output, bot.output
