"""What happens while something else is on its way, or fails after the answer was given."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.service.matches import Matches
from bot.service.ports import Stage, StoreBusy
from bot.store import SqlStore
from tests.discord_ui.table import Cafe

OFFER = "Open a thread for it"


def failing_once(real: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """As ``real``, but the first call finds the store busy."""
    left = [StoreBusy("the database is held")]

    async def call(*args: Any, **kwargs: Any) -> Any:
        if left:
            raise left.pop()
        return await real(*args, **kwargs)

    return call


def hold_up(cafe: Cafe, monkeypatch: Any, name: str) -> None:
    """Whatever the publisher is asked for by ``name`` takes its time."""
    publisher = type(cafe.client._publisher)
    real = getattr(publisher, name)

    async def late(*args: Any) -> Any:
        await asyncio.sleep(0.5)
        return await real(*args)

    monkeypatch.setattr(publisher, name, late)


@pytest.mark.parametrize("step", ["remember", "mark_shown"])
async def test_a_lobby_that_stands_is_not_taken_back(cafe, monkeypatch, step):
    monkeypatch.setattr(cafe.store, step, failing_once(getattr(cafe.store, step)))
    await cafe.ana.slash(cafe.channel, "play", game="block")
    await cafe.pass_time(seconds=10)
    (lobby,) = cafe.public()
    assert "Join" in {button.label for button in lobby.buttons}
    match = await cafe.match()
    assert match.shown_version == match.version
    assert [posted.message_id for posted in await cafe.store.posted(match.id)] == [lobby.id]


async def test_a_table_shown_again_is_not_taken_back(cafe, monkeypatch):
    await cafe.start(cafe.bruno)
    monkeypatch.setattr(cafe.store, "remember", failing_once(cafe.store.remember))
    await cafe.chen.slash(cafe.channel, "board")
    assert all("I could not save" not in shown.text for shown in cafe.public())
    assert cafe.tables()


async def test_a_move_that_was_told_is_not_denied(cafe, monkeypatch):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand = await cafe.hand(who)
    with monkeypatch.context() as patch:
        patch.setattr(Matches, "look", failing_once(Matches.look))
        await cafe.click(who, hand, hand.moves[0].id)
    assert (await cafe.match()).ply > hand.moves[0].ply
    assert f"You led **{hand.moves[0].code}**" in cafe.now(hand).text


async def test_showing_the_table_again_takes_nobodys_ping(cafe, monkeypatch):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand = await cafe.hand(who)
    more = cafe.reply(await cafe.click(cafe.chen, cafe.table(), "⋯"))
    hold_up(cafe, monkeypatch, "show")
    await cafe.at_once((who, hand, hand.moves[-1].id), (cafe.chen, more, "t:1:board"))
    assert cafe.table().pinged == ((await cafe.to_move()).id,)
    assert len(cafe.tables()) == 1


async def test_a_lobby_shown_again_while_it_closes_does_not_stay_open(cafe, monkeypatch):
    lobby = await cafe.play(cafe.ana)
    hold_up(cafe, monkeypatch, "adopt")
    await cafe.at_once((cafe.chen, lobby, "t:1:board"), (cafe.ana, lobby, "l:1:leave"))
    assert (await cafe.match()).stage is Stage.CLOSED
    assert [shown.buttons for shown in cafe.public()] == [[]]
    assert await cafe.store.posted(1) == ()


async def test_a_store_that_is_busy_at_the_start_is_asked_again(cafe, monkeypatch):
    await cafe.start(cafe.bruno)
    cafe.env.inject_error("POST", f"/channels/{cafe.channel.id}/messages", status=500, times=1)
    await cafe.move(await cafe.to_move(), lambda moves: moves[-1])
    with monkeypatch.context() as patch:
        patch.setattr(SqlStore, "owed", failing_once(SqlStore.owed))
        await cafe.restart()
        await cafe.pass_time(seconds=20)
    match = await cafe.match()
    assert match.shown_version == match.version


async def test_a_thread_asked_for_twice_is_opened_once(cafe):
    await cafe.play(cafe.ana)
    offer = cafe.reply(await cafe.bruno.slash(cafe.channel, "play", game="draw"))
    (press,) = [button.id for button in offer.buttons if button.label == OFFER]
    await cafe.at_once((cafe.bruno, offer, press), (cafe.bruno, offer, press))
    assert len(cafe.guild.channels["dominoes"].threads) == 1
    assert len(await cafe.store.open_of(cafe.bruno.id)) == 1


async def test_somebody_leaving_sends_nobody_a_second_letter(cafe):
    await cafe.start(cafe.bruno, cafe.chen)
    mover = await cafe.to_move()
    letters = [letter.id for letter in cafe.letters(mover)]
    told = cafe.table().text.splitlines()[1]
    other = next(who for who in (cafe.ana, cafe.bruno, cafe.chen) if who is not mover)
    await cafe.leave(other)
    assert (await cafe.to_move()) is mover
    assert [letter.id for letter in cafe.letters(mover)] == letters
    assert told in cafe.table().text, "what happened last is still told"


async def test_letters_of_a_match_that_is_over_are_taken_away(cafe):
    await cafe.start(cafe.bruno)
    for who in (cafe.ana, cafe.bruno):
        assert cafe.letters(who)
    for who in (cafe.ana, cafe.bruno):
        await cafe.leave(who)
    assert (await cafe.match()).stage is Stage.CLOSED
    assert [cafe.letters(who) for who in (cafe.ana, cafe.bruno)] == [[], []]
    assert await cafe.store.posted(1) == ()
