"""Killed at any moment: confirmed moves are in the log, and play continues from there."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import Message
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.http_calls import Fault
from tests.wire.people import (
    PlayedTable,
    is_over,
    newest_table,
    play_until_killed,
    press_the_lost_button_again,
    see_what_was_promised,
    tables_shown_in,
)
from tests.wire.stored_matches import StoredMatches

pytestmark = pytest.mark.deep


async def kill_again_and_again(
    directory: Path, seed: str, kills: int, *, pace: str = "", computers: int = 0
) -> None:
    chance = Random(seed)

    async def new_table() -> PlayedTable:
        table = await PlayedTable.open(bot, seed=seed, target="200", pace=pace, computers=computers)
        await until(lambda: not bot.stored.is_owed(table.match), "the first table is shown")
        return table

    async with FakeDiscord(channels=200) as discord, BotProcess(directory, discord) as bot:
        await bot.ready()
        tables = [await new_table() for _ in range(2)]
        for number in range(kills):
            playing = [asyncio.create_task(play_until_killed(each)) for each in tables]
            await asyncio.sleep(chance.uniform(0.0, 0.5))
            await bot.kill()
            await asyncio.gather(*playing)
            await bot.start()
            await bot.ready()
            if chance.random() < 0.2 and number + 1 < kills:
                continue  # killed again before it could clean up
            for table in tables:
                await press_the_lost_button_again(table)
                await see_what_was_promised(bot, table)
            tables = [await new_table() if is_over(each.channel) else each for each in tables]
        for table in tables:
            await table.play(2)
            await see_what_was_promised(bot, table)
        assert bot.tracebacks == []
        assert discord.violations == []


async def test_twenty_kills(tmp_path: Path) -> None:
    """Two processes at once: in one people have a day for a move, in the other all is fast."""
    calm = kill_again_and_again(tmp_path / "calm", "calm", 10)
    fast = kill_again_and_again(tmp_path / "fast", "fast", 10, pace="live", computers=2)
    await asyncio.gather(calm, fast)


async def killed_while_waiting(bot: BotProcess, fault: Fault) -> None:
    await until(lambda: fault.hits, "the request")
    await bot.restart()
    await bot.until_all_is_shown()


async def test_killed_as_the_first_table_appears(tmp_path: Path, discord: FakeDiscord) -> None:
    async with BotProcess(tmp_path, discord) as bot:
        await bot.ready()
        faults: list[Fault] = []

        def stall(message: Message) -> None:
            if "table.png" in message.files and not faults:
                faults.append(discord.fault("PATCH", "/channels/*", delay=5, drop="before"))

        discord.watch = stall
        table = await PlayedTable.open(bot)
        await killed_while_waiting(bot, faults[0])
        assert newest_table(table.channel)


async def test_killed_as_the_old_table_goes(tmp_path: Path, discord: FakeDiscord) -> None:
    async with BotProcess(tmp_path, discord) as bot:
        await bot.ready()
        table = await PlayedTable.open(bot)
        fault = discord.fault("DELETE", f"/channels/{table.channel.id}/*", delay=5, drop="before")
        while not fault.hits:  # if the same person moves again, the table is edited
            await table.play_one()
            await bot.until_all_is_shown()
        await killed_while_waiting(bot, fault)
        await table.play_one()
        await until(lambda: len(tables_shown_in(table.channel)) == 1, "one table")


async def command(directory: Path, *args: str) -> int:
    async with BotProcess(directory, command=("-m", "bot", *args)) as given:
        return await given.ended()


async def test_a_copy_taken_in_the_middle_is_played_on_from(
    tmp_path: Path, discord: FakeDiscord
) -> None:
    async with BotProcess(tmp_path, discord) as bot:
        await bot.ready()
        table = await PlayedTable.open(bot)
        playing = asyncio.create_task(table.play())
        await until(lambda: len(table.moves) > 3, "a fourth move is under way")
        before, copy = table.promised, StoredMatches(tmp_path / "copy.db")
        assert await command(tmp_path, "backup", "copy.db") == 0
        assert copy.intact()
        assert before <= copy.chosen(table.match), "what was promised is in it, and replays"
        assert await command(tmp_path, "restore", "copy.db") == 2, "while the bot runs"
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await bot.stop()
        assert await command(tmp_path, "restore", "copy.db") == 0
        for message in table.channel.messages:
            message.nonce = None  # minutes later nothing counts as a repetition any more
        there = len(bot.stored.log(table.match))
        await bot.start()
        await bot.ready()
        await table.people[0].shown(table.people[0].type("board", table.channel))
        await table.play(3)
        assert len(bot.stored.log(table.match)) > there
        assert bot.stored.replayed(table.match)
        await bot.until_all_is_shown()
