"""Killed at any instant: what was promised is in the log, and play goes on where it stood."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.games import game
from bot.present.alt import table_alt
from bot.present.words import words
from tests.wire.people import NoAnswer, Person, Table, is_over, newest_table, tables_in
from tests.wire.program import Program
from tests.wire.standin import Discord, Fault, Message, until

PEOPLE = [(101, 102), (103, 104)]


async def a_life_of_kills(
    directory: Path, seed: str, kills: int, matches: int, *, pace: str = "", computers: int = 0
) -> None:
    """One process with some matches, killed again and again while they are being played."""
    seated = partial(Table.open, seed=seed, target="200", pace=pace, computers=computers)
    chance = Random(seed)
    async with Discord(channels=200) as discord:
        async with Program(directory, discord) as bot:
            await bot.ready()
            tables = [await new_table(bot, discord, pair, seated) for pair in PEOPLE[:matches]]
            for number in range(kills):
                playing = [asyncio.create_task(play_until_lost(each)) for each in tables]
                await asyncio.sleep(chance.uniform(0.0, 0.5))
                await bot.kill()
                await asyncio.gather(*playing)
                await bot.start()
                await bot.ready()
                if chance.random() < 0.2 and number + 1 < kills:
                    continue  # killed again before it could tidy up
                for table in tables:
                    await everything_is_as_promised(bot, table)
                for at, table in enumerate(tables):
                    if is_over(table.channel):
                        tables[at] = await new_table(bot, discord, PEOPLE[at], seated)
            for table in tables:
                await table.play(2)
                await everything_is_as_promised(bot, table)
            assert "Traceback" not in bot.output
        assert discord.broken == []


async def new_table(
    bot: Program, discord: Discord, pair: tuple[int, int], seated: Callable[..., Awaitable[Table]]
) -> Table:
    people = tuple(Person(discord, each) for each in pair)
    table = await seated(bot, people, discord.channel())
    await until(lambda: table.match not in bot.books.owed(), 20, "the first table is shown")
    return table


async def play_until_lost(table: Table) -> None:
    """Press the last button again, if nobody answered it; then play on."""
    try:
        await press_again(table)
        await table.play()
    except NoAnswer:
        pass


async def press_again(table: Table) -> None:
    """A button of before the kill still works: for the move, or for the table as it is now."""
    if not table.moves or table.moves[-1].interaction.reply is not None:
        return
    lost = table.moves[-1].interaction
    if lost.message is None or lost.custom_id not in lost.message.ids:
        return
    person = next(each for each in table.people if each.id == lost.user)
    shown = await person.shown(person.press(lost.message, lost.custom_id))
    assert shown.files or is_over(table.channel), shown.text


async def everything_is_as_promised(bot: Program, table: Table) -> None:
    assert bot.books.intact()
    chosen = bot.books.chosen(table.match)
    assert {(each.ply, each.code) for each in table.moves if each.played} <= chosen
    assert chosen <= {(each.ply, each.code) for each in table.moves}, "nobody made that move"
    await until(lambda: table.match not in bot.books.owed(), 10, "the channel sees what is owed")
    if is_over(table.channel):
        return
    rules, state = game("block"), bot.books.replayed(table.match)[-1].state
    shown = newest_table(table.channel)
    assert shown is not None
    assert shown.alt == table_alt(rules.observe(state, None), words(None))
    assert rules.to_act(state) == bot.books.clocks(table.match) <= bot.books.people(table.match)


async def killed_while_waiting(bot: Program, fault: Fault) -> None:
    """Kill it while Discord lets it wait for an answer, and start it again."""
    await until(lambda: fault.hits, 10, "the request")
    await bot.kill()
    await bot.start()
    await bot.ready()
    await until(lambda: not bot.books.owed(), 10, "the channel sees what is owed")


async def test_killed_as_the_first_table_appears(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        faults: list[Fault] = []

        def stall(message: Message) -> None:
            """From the first table on, nothing can be edited."""
            if "table.png" in message.files and not faults:
                faults.append(discord.fault("PATCH", "/channels/*", delay=5, drop="before"))

        discord.watch = stall
        people = (Person(discord, 101), Person(discord, 102))
        table = await Table.open(bot, people, discord.channel(), "first")
        await killed_while_waiting(bot, faults[0])
        assert newest_table(table.channel)


@pytest.mark.long
async def test_killed_as_the_old_table_goes(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        people = (Person(discord, 101), Person(discord, 102))
        table = await Table.open(bot, people, discord.channel(), "old", target="200")
        fault = discord.fault("DELETE", "/channels/91*", delay=5, drop="before")
        await table.play_one()
        await killed_while_waiting(bot, fault)
        await table.play_one()
        await until(lambda: len(tables_in(table.channel)) == 1, 20, "one table")


async def lives_of_kills(directory: Path, kills: int, matches: int) -> None:
    """Four at once: of three people have a day for a move; in the last all is fast."""
    calm = (
        a_life_of_kills(directory / f"{n}", f"{kills} in life {n}", kills, matches)
        for n in range(3)
    )
    fast = a_life_of_kills(
        directory / "fast", f"{kills} in a fast life", kills, matches, pace="live", computers=2
    )
    await asyncio.gather(*calm, fast)


async def test_twelve_kills(tmp_path: Path) -> None:
    await lives_of_kills(tmp_path, 3, 1)


@pytest.mark.long
async def test_a_hundred_kills(tmp_path: Path) -> None:
    await lives_of_kills(tmp_path, 25, 2)
