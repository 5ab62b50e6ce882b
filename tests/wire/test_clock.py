"""The clock of a real process, in seconds instead of days, though the bot dies meanwhile."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.changed_bot import GRACE
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.group import Group

FAST_CLOCK = ("-m", "tests.wire.changed_bot", "fast_clock", "run")
KILLS = 3


@pytest.mark.deep
async def test_killed_often_while_time_runs_out(tmp_path: Path) -> None:
    """Nobody plays: both are reminded by DM, moved for twice, and then the table is closed."""

    async def play(kills: int) -> None:
        chance = Random(f"late {kills}")
        directory = tmp_path / f"{kills}"
        async with FakeDiscord() as discord, BotProcess(directory, discord, FAST_CLOCK) as bot:
            await bot.ready()
            table = await Group(discord, pace="live", target="").open()
            if not kills:
                said = table.channel.messages
                await until(lambda: any("ran out of time" in each.text for each in said), "a move")
            for _ in range(kills):
                await asyncio.sleep(chance.uniform(0.0, GRACE + 3.5))
                await bot.restart()
                assert bot.stored.intact()
            query = "SELECT given_up FROM matches WHERE id = ?"
            await until(lambda: bot.stored.rows(query, table.match) == [("absent",)], "its end")
            await bot.until_all_is_shown()
            bot.stored.replayed(table.match)
            assert len(bot.stored.late()) == 3  # the fourth time nobody is left to play on
            public = table.channel.public
            assert not any(id_.startswith("t:") for each in public for id_ in each.ids)
            recipients = {each.recipient for each in discord.channels.values() if each.recipient}
            assert recipients == {each.id for each in table.people}
            assert bot.tracebacks == []
            assert discord.violations == []

    await asyncio.gather(*map(play, range(KILLS + 1)))
