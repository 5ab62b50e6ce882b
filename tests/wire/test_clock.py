"""The clock of a real process, in seconds instead of days, and the bot dies meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.wire.hurried import GRACE, MOVE
from tests.wire.people import Person, Table, moves_in
from tests.wire.program import Program
from tests.wire.standin import Discord, until

SLACK = 8.0
"""Seconds that a machine with other things to do may take longer."""


def hurried(directory: Path, discord: Discord) -> Program:
    bot = Program(directory, discord)
    bot.command = ("-m", "tests.wire.hurried", "run")
    return bot


async def a_table(bot: Program, discord: Discord) -> Table:
    people = (Person(discord, 101), Person(discord, 102))
    return await Table.open(bot, people, discord.channel(), "clock", pace="live")


async def test_a_match_that_everybody_has_forgotten(tmp_path: Path, discord: Discord) -> None:
    """Both are reminded by letter, moved for twice, and then the table is closed."""
    async with hurried(tmp_path, discord) as bot:
        await bot.ready()
        table = await a_table(bot, discord)
        await until(lambda: "Time was up for" in read(table), MOVE + SLACK, "a move was made")
        await until(lambda: given_up(bot, table) == "absent", 4 * MOVE + SLACK, "it is closed")
        await until(lambda: not bot.books.owed(), SLACK, "the channel sees that")

        assert len(late(bot, table)) == 3  # the fourth time there is nobody left to play on
        assert not any(id_.startswith("t:") for each in table.channel.public for id_ in each.ids)
        letters = [each for each in discord.channels.values() if each.recipient in {101, 102}]
        assert {each.recipient for each in letters} == {101, 102}
        assert "Traceback" not in bot.output


async def killed_again_and_again(directory: Path, seed: str, kills: int) -> None:
    """Nobody plays, and the process dies at random instants: all comes to the same end."""
    chance = Random(seed)
    async with Discord() as discord:
        async with hurried(directory, discord) as bot:
            await bot.ready()
            table = await a_table(bot, discord)
            for _ in range(kills):
                await asyncio.sleep(chance.uniform(0.0, GRACE + 3.5))
                await bot.kill()
                assert bot.books.intact()
                await bot.start()
                await bot.ready()
            ended = 4 * MOVE + GRACE + SLACK
            await until(lambda: given_up(bot, table) == "absent", ended, "it is closed")
            await until(lambda: not bot.books.owed(), 10, "the channel sees that")
            bot.books.replayed(table.match)
            assert len(late(bot, table)) == 3
            assert "Traceback" not in bot.output
        assert discord.broken == []


async def test_killed_while_time_runs_out(tmp_path: Path) -> None:
    lives = (killed_again_and_again(tmp_path / f"{n}", f"late {n}", 1) for n in range(2))
    await asyncio.gather(*lives)


@pytest.mark.long
async def test_killed_often_while_time_runs_out(tmp_path: Path) -> None:
    lives = (killed_again_and_again(tmp_path / f"{n}", f"later {n}", 3) for n in range(4))
    await asyncio.gather(*lives)


async def test_nobody_loses_a_turn_while_discord_cannot_be_heard(
    tmp_path: Path, discord: Discord
) -> None:
    async with hurried(tmp_path, discord) as bot:
        await bot.ready()
        await until(lambda: "ready as" in bot.output, SLACK, "ready")
        table = await a_table(bot, discord)
        mover = table.to_move()
        assert mover is not None
        discord.gateway.is_closed = True
        discord.gateway.drop()
        await asyncio.sleep(2 * MOVE)
        assert late(bot, table) == []
        discord.gateway.is_closed = False
        await until(lambda: discord.gateway.is_up, 20, "the bot is back")
        hand = await mover.hand(table.message)
        assert moves_in(hand), "it is still their turn"
        move = mover.press_move(hand)
        await mover.shown(move.interaction)
        assert move.played
        assert late(bot, table) == []


def read(table: Table) -> str:
    return "\n".join(each.text for each in table.channel.public)


def late(bot: Program, table: Table) -> list[int]:
    """The plies that the clock made."""
    query = "SELECT ply FROM log WHERE match_id = ? AND late ORDER BY ply"
    with bot.books.opened() as db:
        return [ply for (ply,) in db.execute(query, [table.match])]


def given_up(bot: Program, table: Table) -> str | None:
    with bot.books.opened() as db:
        query = "SELECT given_up FROM matches WHERE id = ?"
        why: str | None = db.execute(query, [table.match]).fetchone()[0]
    return why
