"""If the process is killed while it reminds watchers, each of them is still reminded once."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.discord_objects import Message
from tests.wire.fake_discord import FakeDiscord, until
from tests.wire.people import PlayedTable
from tests.wire.person import Person

pytestmark = pytest.mark.deep


async def watch(table: PlayedTable, watcher: Person) -> None:
    """Choose to be reminded of the end, behind the three dots."""
    more = await watcher.shown(watcher.press(table.message, f"t:{table.match}:more"))
    await watcher.shown(watcher.press(more, f"t:{table.match}:watch:01"))


async def leave(table: PlayedTable, person: Person) -> None:
    more = await person.shown(person.press(table.message, f"t:{table.match}:more"))
    sure = await person.shown(person.press(more, f"t:{table.match}:leave"))
    await person.shown(person.press(sure, f"t:{table.match}:leave!"))


def watchers(directory: Path) -> int:
    """Return how many people are still to be told."""
    with closing(sqlite3.connect(directory / "boneyard.db")) as database:
        (count,) = database.execute("SELECT count(*) FROM watchers").fetchone()
    return int(count)


def reminders(messages: list[Message]) -> list[Message]:
    return [each for each in messages if "🔔" in each.text]


@pytest.mark.parametrize("way", ["DM", "mention"])
async def test_killed_before_it_hears_that_a_reminder_was_sent(
    tmp_path: Path, discord: FakeDiscord, way: str
) -> None:
    async with BotProcess(tmp_path, discord) as bot:
        await bot.ready()
        table = await PlayedTable.open(bot)
        friend, closed = (Person(discord, discord.new_user()) for _ in range(2))
        discord.closed_to_dms.add(closed.id)
        for watcher in (friend, closed):
            await watch(table, watcher)
        first, last = table.people
        await leave(table, first)
        await bot.until_all_is_shown()
        dms = discord.dm(friend.id)
        room = dms if way == "DM" else table.channel
        unheard = discord.fault("POST", f"/channels/{room.id}/messages", lag=60)
        await leave(table, last)
        await until(lambda: unheard.hits, "the reminder")
        await until(lambda: reminders(room.messages), "the reminder to be there")
        await bot.kill()
        assert watchers(tmp_path)
        await bot.start()
        await until(lambda: not watchers(tmp_path), "everybody to be told")
        assert len(reminders(dms.messages)) == 1
        (mention,) = reminders(table.channel.public)
        assert mention.pinged == {closed.id}
