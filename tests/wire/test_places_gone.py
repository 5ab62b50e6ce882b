"""Threads that sleep, channels that are deleted, servers that put the bot out: over the wire."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

from tests.wire.people import Person, Table, newest_table, tables_in
from tests.wire.program import Program
from tests.wire.standin import EVERYTHING, SEND, THREAD, Discord, Message, until

GONE = "The channel of your match of Block is gone; the match was given up."
SOON = 15.0
"""Seconds on a busy machine."""


def people_of(discord: Discord) -> tuple[Person, Person]:
    return Person(discord, 101), Person(discord, 102)


async def in_a_thread(discord: Discord) -> Table:
    """A table in a thread, opened because the channel was taken."""
    people, channel = people_of(discord), discord.channel()
    host = Person(discord, 103)
    await host.shown(host.type("play", channel, game="draw"))
    offer = await people[0].shown(people[0].type("play", channel, game="block"))
    await people[0].shown(people[0].press(offer, "n:block"))
    (thread,) = [each for each in discord.channels.values() if each.kind == THREAD]
    lobby = await until(lambda: thread.public and thread.public[-1], SOON, "a lobby")
    (number,) = {each.split(":")[1] for each in lobby.ids if each.startswith("l:")}
    await people[1].answered(people[1].press(lobby, f"l:{number}:join"))
    start = f"l:{number}:start"
    await until(lambda: start in thread.public[-1].ids, SOON, "Start lights up")
    await people[0].answered(people[0].press(thread.public[-1], start))
    await until(lambda: newest_table(thread), SOON, "a table")
    return Table(int(number), thread, people, Random("thread"), [])


async def move(table: Table) -> None:
    """Whoever is called moves; whether the table shows it is another matter."""
    mover = table.to_move()
    assert mover is not None
    made = mover.press_move(await mover.hand(table.message))
    await mover.shown(made.interaction)
    assert made.played


def stage(bot: Program, match: int) -> tuple[str, str | None, int]:
    """Where a match stands, why it was given up, and how many clocks run."""
    with bot.books.opened() as db:
        query = "SELECT stage, given_up FROM matches WHERE id = ?"
        (found,) = db.execute(query, [match]).fetchall()
        query = "SELECT count(*) FROM clocks WHERE match_id = ?"
        return *found, db.execute(query, [match]).fetchone()[0]


def letters(discord: Discord, user: int) -> list[Message]:
    return [each for each in discord.dm(user).messages if not each.deleted]


def told(discord: Discord, user: int) -> bool:
    return [each.text for each in letters(discord, user)] == [GONE]


async def test_threads(tmp_path: Path, discord: Discord) -> None:
    """A table wakes its thread up; a locked one is waited for, and one that goes is the end."""
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        table = await in_a_thread(discord)
        thread = table.channel

        before = table.message
        discord.put_to_sleep(thread)
        await move(table)
        await until(lambda: not bot.books.owed(), SOON, "the table is shown")
        assert not thread.archived
        assert len(tables_in(thread)) == 1
        assert table.message.id != before.id

        discord.put_to_sleep(thread, locked=True)
        said = discord.asked("POST", f"/channels/{thread.id}/messages")
        await move(table)
        await until(
            lambda: discord.asked("POST", f"/channels/{thread.id}/messages")[-1].status == 400,
            SOON,
            "a refusal",
        )
        await asyncio.sleep(1)
        assert len(discord.asked("POST", f"/channels/{thread.id}/messages")) <= len(said) + 2
        assert bot.books.owed() == [table.match]
        discord.wake(thread)
        await until(lambda: not bot.books.owed(), SOON, "the table is shown")
        assert len(tables_in(thread)) == 1

        discord.delete(thread)
        await until(lambda: told(discord, 101) and told(discord, 102), SOON, "the news")
        assert stage(bot, table.match) == ("closed", "gone", 0)
        await until(lambda: not bot.books.owed(), SOON, "nothing is owed")
        assert "Traceback" not in bot.output


async def test_a_channel_deleted_while_the_bot_was_down(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        table = await Table.open(bot, people_of(discord), discord.channel(), "gone", target="1000")
        mover = table.to_move()
        assert mover is not None
        hand = await mover.hand(table.message)
        await until(lambda: mover.id in bot.books.letters(table.match), SOON, "a letter")
        await bot.kill()
        discord.delete(table.channel)
        await bot.start()
        await bot.ready()
        mover.press_move(hand)
        await until(lambda: told(discord, 101) and told(discord, 102), SOON, "the news")
        assert stage(bot, table.match) == ("closed", "gone", 0)
        assert "Traceback" not in bot.output


async def test_put_out_and_let_in_again(tmp_path: Path, discord: Discord) -> None:
    """While the bot runs, and while it is down."""
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        table = await Table.open(bot, people_of(discord), discord.channel(), "out", target="1000")
        match = table.match
        assert stage(bot, match) == ("running", None, 1)

        discord.put_out()
        await until(lambda: stage(bot, match) == ("running", None, 0), SOON, "no clock")
        discord.invite()
        await until(lambda: stage(bot, match) == ("running", None, 1), SOON, "a clock")
        await until(lambda: not bot.books.owed(), SOON, "the table is shown")
        await table.play(2)
        await until(lambda: not bot.books.owed(), SOON, "the table is noted")

        await bot.kill()
        discord.let_in = False
        refused = len(refusals(discord))
        await bot.start()
        await bot.ready()
        await until(lambda: stage(bot, match) == ("running", None, 0), SOON, "no clock")
        await bot.kill()
        discord.let_in = True
        await bot.start()
        await bot.ready()
        await until(lambda: stage(bot, match) == ("running", None, 1), SOON, "a clock")
        await until(lambda: not bot.books.owed(), SOON, "the table is shown")
        assert len(refusals(discord)) == refused, "nothing was asked of a server we were not in"
        await table.play(2)
        await until(lambda: len(tables_in(table.channel)) == 1, SOON, "the older one goes")
        assert "Traceback" not in bot.output


async def test_a_line_that_breaks_is_no_farewell(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        table = await Table.open(bot, people_of(discord), discord.channel(), "line", target="1000")
        clocks = agenda(bot, table.match)
        discord.gateway.drop()
        await until(lambda: discord.gateway.is_up, 10, "the line")
        discord.gateway.dispatch("GUILD_DELETE", {"id": "900002", "unavailable": True})
        await asyncio.sleep(0.5)
        assert agenda(bot, table.match) == clocks
        discord.gateway.dispatch("GUILD_CREATE", {**discord.gateway.guild(), "unavailable": False})
        await table.play(2)


async def test_the_channel_is_shut_and_opened(tmp_path: Path, discord: Discord) -> None:
    """Nothing doomed is sent, and what is owed is shown at once."""
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        await until(lambda: "ready as" in bot.output, 20, "what is owed at a start is shown")
        table = await Table.open(bot, people_of(discord), discord.channel(), "shut", target="1000")
        channel = table.channel
        channel.permissions = EVERYTHING & ~SEND
        room = f"/channels/{channel.id}/messages"
        while not refusals(discord):  # to change the table is allowed still
            await move(table)
            await until(lambda: refusals(discord) or not bot.books.owed(), SOON, "a refusal")
        asked = len(discord.asked("POST", room))
        await asyncio.sleep(8)
        assert len(discord.asked("POST", room)) == asked, "not tried again soon"
        discord.allow(channel)
        await until(lambda: not bot.books.owed(), 20, "the table is shown")
        await table.play(2)


def refusals(discord: Discord) -> list[Any]:
    return [each for each in discord.calls if each.status in {401, 403}]


def agenda(bot: Program, match: int) -> list[Any]:
    with bot.books.opened() as db:
        return db.execute("SELECT * FROM clocks WHERE match_id = ?", [match]).fetchall()
