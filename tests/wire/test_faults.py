"""Discord stumbles, the line breaks, the database is held by somebody else: play goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.wire.people import Person, Table, tables_in
from tests.wire.program import Program
from tests.wire.standin import EVERYTHING, IN_TIME, SEND, VIEW, Discord, until

OWED = 10.0
"""Seconds within which what could not be shown is shown (it is tried again after six)."""


def people_of(discord: Discord) -> tuple[Person, ...]:
    return Person(discord, 101), Person(discord, 102)


async def test_stumbling(tmp_path: Path) -> None:
    await asyncio.gather(discord_stumbles(tmp_path / "a"), the_database_is_held(tmp_path / "b"))


async def discord_stumbles(directory: Path) -> None:
    """Three ways at once, each in a channel of its own."""
    async with Discord() as discord, Program(directory, discord) as bot:
        await bot.ready()
        await until(
            lambda: "ready as" in bot.output, 20, "ready"
        )  # what was owed at the start is shown
        pairs = [(Person(discord, 200 + 2 * n), Person(discord, 201 + 2 * n)) for n in range(6)]
        tables = [
            await Table.open(bot, pair, discord.channel(), "stumbling", target="1000")
            for pair in pairs
        ]
        limited, ill, *owed = tables
        await asyncio.gather(
            limits_are_kept(discord, limited),
            server_errors_are_outlived(discord, ill),
            what_could_not_be_shown_is_shown_later(discord, bot, owed),
        )
        await until(lambda: not bot.books.owed(), OWED, "the newest tables")
        for table in tables:
            assert len(tables_in(table.channel)) == 1
            assert all(move.played for move in table.moves)
        assert not discord.broken


async def the_database_is_held(directory: Path) -> None:
    """An answer is promised in time and given when the other writer lets go."""
    async with Discord() as discord, Program(directory, discord) as bot:
        await bot.ready()
        table = await Table.open(bot, people_of(discord), discord.channel(), "held", target="1000")
        mover = table.to_move()
        assert mover is not None
        hand = await mover.hand(table.message)
        with bot.books.opened() as other:
            other.execute("BEGIN IMMEDIATE")
            move = mover.press_move(hand)
            opening = Person(discord, 103).type("play", discord.channel(), game="block")
            await asyncio.sleep(2.5)
            assert move.interaction.reply == 6, "a promise to change the hand that was pressed"
            assert opening.reply == 5, "a promise of a new message"
            told_too_soon = move.played
            other.execute("ROLLBACK")
        await mover.shown(move.interaction)
        assert not told_too_soon
        assert move.played
        assert (move.ply, move.code) in bot.books.chosen(table.match)
        await mover.shown(opening)
        table.moves.append(move)
        await until(lambda: not bot.books.owed(), OWED, "the newest table")
        await table.play(2)
        assert "Traceback" not in bot.output
        assert not discord.broken


async def limits_are_kept(discord: Discord, table: Table) -> None:
    """The headers are heeded, so no request is one too many; a sudden 429 is waited out."""
    room = f"/channels/{table.channel.id}/messages"
    discord.limits[str(table.channel.id)] = (3, 1.0)
    surprise = discord.fault("POST", room, status=429, retry_after=0.4)
    await table.play(8)
    assert surprise.hits == 1
    ours = [call.status for call in discord.calls if call.path.startswith(room)]
    assert ours.count(429) == 1
    sent = [call.at for call in discord.asked("POST", room)]
    assert sent[-1] - sent[0] > 2


async def server_errors_are_outlived(discord: Discord, table: Table) -> None:
    room = f"/channels/{table.channel.id}/messages"
    discord.fault("POST", room, status=500)
    discord.fault("DELETE", f"{room}/*", status=502)
    await table.play(2)
    answers = discord.fault("POST", "/interactions/*", status=503)
    await table.play(2)
    assert answers.hits == 1


async def what_could_not_be_shown_is_shown_later(
    discord: Discord, bot: Program, tables: list[Table]
) -> None:
    """Without the permission, without a line, with an answer that never came, or turned away.

    Who is turned away by the proxy before Discord is not told for how long by anybody who knows.
    """
    forbidden, cut, unheard, banned = tables
    forbidden.channel.permissions = EVERYTHING & ~SEND & ~VIEW
    lost = discord.fault("POST", f"/channels/{cut.channel.id}/messages", drop="before")
    deaf = discord.fault("POST", f"/channels/{unheard.channel.id}/messages", drop="after")
    rooms = f"/channels/{banned.channel.id}/messages"
    proxy = discord.fault("POST", rooms, status=429, retry_after=600, via=False)
    refused = f"/channels/{forbidden.channel.id}/messages"
    await play_until(cut, lambda: lost.hits)
    await play_until(unheard, lambda: deaf.hits)
    await play_until(banned, lambda: proxy.hits)
    await play_until(forbidden, lambda: discord.asked("POST", refused)[-1].status == 403)
    assert {table.match for table in tables} <= set(bot.books.owed())
    discord.allow(forbidden.channel)
    ours = {table.match for table in tables}
    await until(lambda: ours.isdisjoint(bot.books.owed()), OWED, "what is owed")
    for table in tables:
        await table.play(2)


async def play_until(table: Table, stumbled: Callable[[], Any]) -> None:
    """Move until Discord has stumbled; a table that is only edited needs no new message."""
    while not stumbled():
        mover = table.to_move()
        assert mover is not None
        edits = table.message.edits
        table.moves.append(mover.press_move(await mover.hand(table.message)))
        await mover.shown(table.moves[-1].interaction)

        def shown_or_not(edits: int = edits) -> bool:
            return bool(stumbled()) or table.message.edits != edits

        await until(shown_or_not, 20, "a stumble")


async def test_the_gateway_drops(tmp_path: Path, discord: Discord) -> None:
    """The session is resumed, and what was pressed meanwhile is answered."""
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        table = await Table.open(
            bot, people_of(discord), discord.channel(), "gateway", target="1000"
        )
        mover = table.to_move()
        assert mover is not None
        discord.gateway.drop()
        pressed = mover.press(table.message, f"t:{table.match}:hand")  # while nobody listens
        await until(lambda: pressed.reply, IN_TIME, "an answer after the resume")
        assert (discord.gateway.resumed, discord.gateway.identified) == (1, 1)
        await table.play(2)

        assert all(move.played for move in table.moves)
        assert "Traceback" not in bot.output


@pytest.mark.long  # discord.py waits five seconds before it identifies again
async def test_the_session_is_forgotten(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        table = await Table.open(
            bot, people_of(discord), discord.channel(), "gateway", target="1000"
        )
        discord.gateway.drop(forget=True)
        await until(lambda: discord.gateway.is_up, 10, "a new session")
        assert (discord.gateway.resumed, discord.gateway.identified) == (0, 2)
        await table.play(2)
        assert all(move.played for move in table.moves)


async def test_a_join_before_the_bot_knows_its_lobby(tmp_path: Path, discord: Discord) -> None:
    """Discord shows the lobby to people before the bot hears that it did."""
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        host, guest = people_of(discord)
        channel = discord.channel()
        discord.fault("POST", "/interactions/*", lag=0.5)
        host.type("play", channel, game="block")
        await until(lambda: channel.public, 20, "a lobby")
        await guest.answered(guest.press(channel.public[0], "l:1:join"))
        await asyncio.sleep(1)
        assert ["l:1:start" in each.ids for each in channel.public] == [True]
