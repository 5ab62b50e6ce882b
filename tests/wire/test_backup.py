"""A copy taken from a running bot: it replays, and the match is played on from it."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

from tests.wire.people import Person, Table
from tests.wire.program import Books, Program
from tests.wire.standin import Discord, until


async def shell(bot: Program, *args: str) -> tuple[int, str]:
    """A command with the settings of the bot: its status, and what it said."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *args),
        cwd=bot.database.parent,
        env=bot.settings,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode or 0, said.decode()


def promised(table: Table) -> set[tuple[int, str]]:
    """Moves that somebody was told were made."""
    return {(move.ply, move.code) for move in table.moves if move.played}


async def test_a_copy_taken_in_the_middle_is_played_on_from(
    tmp_path: Path, discord: Discord
) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        people = (Person(discord, 101), Person(discord, 102))
        table = await Table.open(bot, people, discord.channel(), "backup", target="1000")
        playing = asyncio.create_task(table.play())
        for number in range(3):
            await asyncio.sleep(0.2)
            before = promised(table)
            status, said = await shell(bot, "backup", f"{number}.db")
            assert (status, "complete and intact" in said) == (0, True), said
            copy = Books(tmp_path / f"{number}.db")
            assert copy.intact()
            assert before <= copy.chosen(table.match), "what was promised is in it, and replays"
        status, said = await shell(bot, "restore", "0.db")
        assert (status, "stop that one first" in said) == (2, True), said
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        assert await bot.stop(signal.SIGTERM) == 0

        status, said = await shell(bot, "restore", "0.db")
        assert (status, "boneyard.db.before-restore" in said) == (0, True), said
        for message in table.channel.messages:
            message.nonce = None  # minutes later: nothing is taken for a repetition any more
        there = len(bot.books.log(table.match))
        await bot.start()
        await bot.ready()
        await people[0].shown(people[0].type("board", table.channel))
        await table.play(3)
        assert len(bot.books.log(table.match)) > there
        assert bot.books.replayed(table.match)
        await until(lambda: not bot.books.owed(), 20, "the newest table")


async def test_a_second_bot_on_the_same_file_is_told(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        status, said = await shell(bot, "run")
        assert status == 2
        assert said.splitlines()[-1].endswith("stop that one first.")
        await bot.kill()
        await bot.start()  # a killed bot leaves nothing that blocks
        await bot.ready()
