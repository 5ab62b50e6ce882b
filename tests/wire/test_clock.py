"""The clock of a real process, in seconds instead of days, even if the bot dies meanwhile."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.fast_clock_bot import GRACE
from tests.wire.people import PlayedTable

pytestmark = pytest.mark.deep

FAST_CLOCK = ("-m", "tests.wire.fast_clock_bot", "run")


async def until_closed(bot: BotProcess, table: PlayedTable) -> None:
    await until(lambda: close_reason(bot, table) == "absent", "it is closed")
    await bot.until_all_is_shown()
    bot.stored.replayed(table.match)
    assert len(late(bot, table)) == 3  # the fourth time nobody is left to play on
    assert bot.tracebacks == []


async def test_a_match_that_everybody_has_forgotten(tmp_path: Path, discord: FakeDiscord) -> None:
    """Both are reminded by DM, moved for twice, and then the table is closed."""
    async with BotProcess(tmp_path, discord, FAST_CLOCK) as bot:
        await bot.ready()
        table = await PlayedTable.open(bot, pace="live", target="")
        await until(lambda: "ran out of time" in read(table), "a move was made")
        await until_closed(bot, table)
        assert not any(id_.startswith("t:") for each in table.channel.public for id_ in each.ids)
        people = {each.id for each in table.people}
        dm_recipients = {each.recipient for each in discord.channels.values() if each.recipient}
        assert dm_recipients == people


async def test_killed_often_while_time_runs_out(tmp_path: Path) -> None:
    """Nobody plays, and the process dies at random instants: all comes to the same end."""

    async def kill_often(number: int) -> None:
        chance = Random(f"late {number}")
        async with (
            FakeDiscord() as discord,
            BotProcess(tmp_path / f"{number}", discord, FAST_CLOCK) as bot,
        ):
            await bot.ready()
            table = await PlayedTable.open(bot, pace="live", target="")
            for _ in range(3):
                await asyncio.sleep(chance.uniform(0.0, GRACE + 3.5))
                await bot.restart()
                assert bot.stored.intact()
            await until_closed(bot, table)
            assert discord.violations == []

    await asyncio.gather(*map(kill_often, range(4)))


def read(table: PlayedTable) -> str:
    return "\n".join(each.text for each in table.channel.public)


def late(bot: BotProcess, table: PlayedTable) -> list[int]:
    """Return the plies that the clock played."""
    query = "SELECT ply FROM log WHERE match_id = ? AND late ORDER BY ply"
    with bot.stored.opened() as db:
        return [ply for (ply,) in db.execute(query, [table.match])]


def close_reason(bot: BotProcess, table: PlayedTable) -> str | None:
    with bot.stored.opened() as db:
        query = "SELECT given_up FROM matches WHERE id = ?"
        why: str | None = db.execute(query, [table.match]).fetchone()[0]
    return why
