"""A database that is held, read-only or broken: a sentence to the person, and nothing changes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import sqlalchemy as sa

from bot.discord_ui import reply
from bot.service.ports import Moved, Stage, StoreFault
from tests.discord_ui.table import Cafe, Shown

BUSY = "I could not save that just now, and nothing has changed. Please try again."
READ_ONLY = "I cannot save anything at the moment, so nothing has changed."
UNSURE = "Something went wrong while saving. Look at the table before you try again."
BROKEN = "Something went wrong on my side; your match is safe. Please try again."


@pytest.fixture
def patience() -> float:
    return 0.2


@contextmanager
def held(cafe: Cafe) -> Iterator[sqlite3.Connection]:
    """Somebody else has the database's write lock, in another process perhaps."""
    other = sqlite3.connect(cafe.database, isolation_level=None, timeout=0, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        if other.in_transaction:
            other.execute("ROLLBACK")
        other.close()


@contextmanager
def read_only(cafe: Cafe) -> Iterator[None]:
    """Every statement that would change something is refused by SQLite."""
    engine = cafe.store.engine.sync_engine

    def switch(state: str) -> Callable[..., None]:
        def set_it(connection: Any, *_: object) -> None:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA query_only={state}")
            cursor.close()

        return set_it

    on, off = switch("ON"), switch("OFF")
    sa.event.listen(engine, "checkout", on)
    try:
        yield
    finally:
        sa.event.remove(engine, "checkout", on)
        sa.event.listen(engine, "checkout", off)


async def contents(cafe: Cafe) -> list[Any]:
    """All that is stored."""
    with sqlite3.connect(cafe.database) as other:
        names = [
            name for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type='table'")
        ]
        return [other.execute(f"SELECT * FROM {name}").fetchall() for name in sorted(names)]


async def test_a_database_held_for_a_moment_costs_only_that_moment(cafe):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand = await cafe.hand(who)
    with held(cafe) as other:
        asyncio.get_running_loop().call_later(0.08, other.execute, "ROLLBACK")
        await cafe.click(who, hand, hand.moves[0].id)
    match = await cafe.match()
    assert match.ply == hand.moves[0].ply + 1
    assert match.shown_version == match.version
    assert "You" in cafe.now(hand).text or "is to move" in cafe.now(hand).text


@pytest.mark.parametrize(("trouble", "sentence"), [(held, BUSY), (read_only, READ_ONLY)])
async def test_moves_while_the_database_cannot_be_written(cafe, trouble, sentence):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand = await cafe.hand(who)
    table, before = cafe.table(), await contents(cafe)
    with trouble(cafe):
        pressed = await cafe.click(who, hand, hand.moves[0].id)
        assert cafe.private_reply(pressed, who) == sentence
        typed = await who.slash(cafe.channel, "move", move=hand.moves[0].code)
        assert cafe.private_reply(typed, who) == sentence
        assert cafe.now(hand).components == hand.components, "the hand stays as it was"
        assert (await cafe.say(cafe.eva, "rules")).text, "what only reads goes on"
        hand = await cafe.say(who, "hand")
        assert hand.moves
    assert await contents(cafe) == before
    assert cafe.table().id == table.id

    await cafe.click(who, hand, hand.moves[0].id)
    assert (await cafe.match()).ply == hand.moves[0].ply + 1
    assert (await cafe.match()).shown_version == (await cafe.match()).version


@pytest.mark.parametrize(("trouble", "sentence"), [(held, BUSY), (read_only, READ_ONLY)])
async def test_lobbies_while_the_database_cannot_be_written(cafe, trouble, sentence):
    lobby = await cafe.play(cafe.ana)
    await cafe.click(cafe.bruno, lobby, "Join")
    options = cafe.reply(await cafe.click(cafe.ana, cafe.lobby(), "Options"))
    elsewhere = cafe.guild.create_text_channel("elsewhere")
    lobby, before = cafe.lobby(), await contents(cafe)
    with trouble(cafe):
        answers = [
            (cafe.chen, await cafe.chen.slash(elsewhere, "play", game="block")),
            (cafe.chen, await cafe.click(cafe.chen, lobby, "Join")),
            (cafe.bruno, await cafe.click(cafe.bruno, lobby, "Leave")),
            (cafe.bruno, await cafe.bruno.slash(cafe.channel, "leave")),
            (cafe.ana, await cafe.click(cafe.ana, lobby, "Add computer")),
            (cafe.ana, await cafe.pick(cafe.ana, options, "steady", menu="p:1:computer:")),
            (cafe.ana, await cafe.pick(cafe.ana, options, "50", menu="p:1:option:target")),
            (cafe.ana, await cafe.click(cafe.ana, lobby, "Start")),
        ]
    for who, answer in answers:
        assert cafe.private_reply(answer, who) == sentence
    assert await contents(cafe) == before
    assert cafe.lobby().components == lobby.components
    await cafe.click(cafe.ana, cafe.lobby(), "Start")
    assert (await cafe.match()).stage is Stage.RUNNING


async def test_leaving_while_the_database_cannot_be_written(cafe):
    await cafe.start(cafe.bruno)
    before = await contents(cafe)
    with held(cafe):
        assert (await cafe.leave(cafe.ana)).text != "You have left this match of Block."
    assert await contents(cafe) == before
    assert (await cafe.leave(cafe.ana)).text == "You have left this match of Block."


async def test_a_computer_whose_move_could_not_be_saved_moves_later(cafe, monkeypatch):
    await cafe.start(cafe.bruno, computers=["steady"])
    store, failing = cafe.store, True
    append = store.append

    async def sometimes(match_id: int, ply: int, moved: Moved) -> None:
        (seat,) = {actor for actor, _ in moved.entries[:1]}
        match = await store.match(match_id)
        if failing and match.seats[seat].level is not None:
            raise StoreFault("the disk is full")
        await append(match_id, ply, moved)

    monkeypatch.setattr(store, "append", sometimes)
    while (await cafe.match()).awaits.value == "person":
        await cafe.move(await cafe.to_move())
    waiting = await cafe.match()
    await cafe.pass_time(minutes=3)
    assert (await cafe.match()).ply == waiting.ply
    failing = False
    await cafe.pass_time(minutes=5)
    match = await cafe.match()
    assert match.ply > waiting.ply
    assert match.shown_version == match.version
    await cafe.plies()


async def test_a_table_that_was_shown_but_not_noted_bears_the_same_nonce_again(cafe, monkeypatch):
    """Discord drops the repetition of a message whose nonce it has seen."""
    await cafe.start(cafe.bruno)
    store = cafe.store
    mark_shown, failures = store.mark_shown, iter([True])

    async def once(*args: Any) -> None:
        if next(failures, False):
            raise StoreFault("the disk is full")
        await mark_shown(*args)

    monkeypatch.setattr(store, "mark_shown", once)
    await cafe.move(await cafe.to_move())
    assert (await cafe.match()).shown_version < (await cafe.match()).version
    await cafe.pass_time(seconds=10)
    assert (await cafe.match()).shown_version == (await cafe.match()).version
    assert len(cafe.tables()) == 1
    posts = [each.json for each in cafe.requests("POST", f"/channels/{cafe.channel.id}/messages")]
    assert all(post["enforce_nonce"] and 1 <= len(str(post["nonce"])) <= 25 for post in posts)


@pytest.mark.parametrize("fault", [StoreFault("secret detail"), RuntimeError("secret detail")])
async def test_an_unforeseen_failure_is_told_without_its_details(cafe, monkeypatch, fault):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand = await cafe.hand(who)
    before = await contents(cafe)

    async def broken(*args: Any, **kwargs: Any) -> None:
        raise fault

    with monkeypatch.context() as patch:
        patch.setattr(cafe.store, "append", broken)
        pressed = await cafe.click(who, hand, hand.moves[0].id)
    assert cafe.private_reply(pressed, who) in {UNSURE, BROKEN}
    assert await contents(cafe) == before
    await cafe.click(who, hand, hand.moves[0].id)
    assert (await cafe.match()).ply > hand.moves[0].ply


async def slowly(cafe: Cafe, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """One of the store's methods takes longer than we let Discord wait for an answer."""
    quick = getattr(cafe.store, name)
    monkeypatch.setattr(reply, "PATIENCE", 0.1)

    async def slow(*args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(0.3)
        return await quick(*args, **kwargs)

    monkeypatch.setattr(cafe.store, name, slow)


def promised(cafe: Cafe) -> list[Any]:
    """The types of the answers with which interactions were acknowledged: 5 and 6 are promises."""
    answers = cafe.requests("POST", r"/interactions/.*/callback")
    return [each.json["type"] for each in answers]


async def test_a_slow_move_is_promised_in_time_and_then_shown_in_the_same_hand(cafe, monkeypatch):
    await cafe.start(cafe.bruno)
    who = await cafe.to_move()
    hand = await cafe.hand(who)
    await slowly(cafe, monkeypatch, "append")
    await cafe.click(who, hand, hand.moves[0].id)
    assert promised(cafe)[-1] == 6
    assert cafe.now(hand).owner == who.id
    assert "led" in cafe.now(hand).text
    assert (await cafe.match()).ply == hand.moves[0].ply + 1


async def test_a_slow_hand_is_promised_and_stays_private(cafe, monkeypatch):
    await cafe.start(cafe.bruno)
    await slowly(cafe, monkeypatch, "open_in")
    hand = cafe.reply(await cafe.ana.slash(cafe.channel, "hand"))
    assert promised(cafe)[-1] == 5
    assert hand.owner == cafe.ana.id
    assert hand.is_("hand.png")


async def test_a_slow_lobby_is_public_in_the_end(cafe, monkeypatch):
    await slowly(cafe, monkeypatch, "open_match")
    await cafe.ana.slash(cafe.channel, "play", game="block")
    assert promised(cafe)[-1] == 5
    lobby: Shown = cafe.lobby()
    assert lobby.owner is None
    await cafe.click(cafe.bruno, lobby, "Join")
    assert len((await cafe.match()).people) == 2
    posted = await cafe.store.posted(1)
    assert [each.message_id for each in posted] == [lobby.id]
