"""Solitaire over the wire, in the direct messages between the bot and one person."""

from __future__ import annotations

from pathlib import Path

from tests.wire.people import Person, moves_in, newest_table
from tests.wire.program import Program
from tests.wire.standin import Channel, Discord, Message

ANA = 101


async def begun(bot: Program, ana: Person, channel: Channel) -> Message:
    lobby = await ana.shown(ana.type("play", channel, game="solitaire"))
    await ana.unless_lost(lambda: not bot.books.owed(), 5, "the bot knows its own lobby")
    (start,) = [each for each in lobby.ids if each.endswith(":start")]
    await ana.answered(ana.press(lobby, start))
    await ana.unless_lost(lambda: newest_table(channel), 5, "a table")
    return live(channel)


def live(channel: Channel) -> Message:
    table = newest_table(channel)
    assert table is not None, [each.text for each in channel.public]
    return table


def result(channel: Channel) -> str:
    return next((each.text for each in channel.public if each.text.startswith("## ")), "")


async def press_one(ana: Person, channel: Channel) -> None:
    """Press the first move at the table, and wait for the table to show it."""
    table = live(channel)
    before = table.id, table.edits
    match, ply, code = moves_in(table)[0]
    asked = await ana.answered(ana.press(table, f"m:{match}:{ply}:{code}"))
    assert asked.reply == 6, "acknowledged; the table itself is the answer"

    def gone_on() -> bool:
        table = newest_table(channel)
        return bool(result(channel) or (table and (table.id, table.edits) != before))

    await ana.unless_lost(gone_on, 10, "the next table")


async def test_a_match_alone_through_a_restart(tmp_path: Path, discord: Discord) -> None:
    ana, channel = Person(discord, ANA), discord.dm(ANA)
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        table = await begun(bot, ana, channel)
        assert table.seen_by is None
        for _ in range(5):
            await press_one(ana, channel)
        assert live(channel).id == table.id, "one message that is edited"

    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        for _ in range(100):
            if result(channel):
                break
            await press_one(ana, channel)
        assert result(channel).startswith("## Solitaire · ")
        assert "-# With these options: 1 played" in result(channel)
        await ana.unless_lost(lambda: newest_table(channel) is None, 5, "the table is taken away")
