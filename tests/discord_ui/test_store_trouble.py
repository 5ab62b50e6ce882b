import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
import sqlalchemy as sa

from bot.discord_ui.interactions import response
from bot.discord_ui.interactions.response import Reply
from bot.model.match import Stage
from bot.service.ports.faults import StoreFault
from tests.discord_ui.simulation import DiscordSim, Shown

pytestmark = pytest.mark.usefixtures("store_in_a_thread")

BUSY = "I couldn't save that, so nothing has changed. Please try again."
READ_ONLY = "I can't save anything right now, so nothing has changed. Please try again later."
UNSURE = "Something went wrong while saving. Check the table before trying again."
BROKEN = "Something went wrong on my end, but your match is safe. Please try again."


@contextmanager
def each_connection(sim: DiscordSim, on: str, off: str) -> Iterator[None]:
    engine = sim.store.database.engine

    def switch(pragma: str) -> Callable[..., None]:
        return lambda connection, *_: connection.execute(f"PRAGMA {pragma}").close()

    switch_on = switch(on)
    sa.event.listen(engine, "checkout", switch_on)
    try:
        yield
    finally:
        sa.event.remove(engine, "checkout", switch_on)
        sa.event.listen(engine, "checkout", switch(off))


@contextmanager
def locked(sim: DiscordSim) -> Iterator[sqlite3.Connection]:
    other = sqlite3.connect(sim.database, isolation_level=None, timeout=0, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        if other.in_transaction:
            other.execute("ROLLBACK")
        other.close()


@contextmanager
def held(sim: DiscordSim) -> Iterator[None]:
    with locked(sim), each_connection(sim, "busy_timeout=0", "busy_timeout=5000"):
        yield


@contextmanager
def read_only(sim: DiscordSim) -> Iterator[None]:
    with each_connection(sim, "query_only=ON", "query_only=OFF"):
        yield


async def test_a_database_held_for_a_moment_costs_only_that_moment(sim, two_play):
    who, hand = await sim.turn()
    loop, engine = asyncio.get_running_loop(), sim.store.database.engine
    with locked(sim) as other:

        def let_go(connection: object, cursor: object, statement: str, *_: object) -> None:
            if statement == "BEGIN IMMEDIATE" and other.in_transaction:
                loop.call_soon(other.execute, "ROLLBACK")

        sa.event.listen(engine, "before_cursor_execute", let_go)
        await sim.click(who, hand, hand.moves[0].id)
        sa.event.remove(engine, "before_cursor_execute", let_go)
        assert not other.in_transaction
    assert (await sim.match()).ply == hand.moves[0].ply + 1
    assert await sim.is_shown()


TROUBLES = pytest.mark.parametrize(("trouble", "sentence"), [(held, BUSY), (read_only, READ_ONLY)])


@TROUBLES
async def test_moves_while_the_database_cannot_be_written(sim, trouble, sentence, two_play):
    who, hand = await sim.turn()
    table, before = sim.table(), sim.stored()
    with trouble(sim):
        assert await sim.told(who, hand, hand.moves[0].id) == sentence
        assert await sim.typed(who, "move", move=hand.moves[0].code) == sentence
        assert sim.now(hand).components == hand.components, "the hand stays as it was"
        assert (await sim.say(sim.eva, "rules")).text, "what only reads goes on"
        hand = await sim.say(who, "hand")
        assert hand.moves
    assert sim.stored() == before
    assert sim.table().id == table.id
    await sim.click(who, hand, hand.moves[0].id)
    assert (await sim.match()).ply == hand.moves[0].ply + 1
    assert await sim.is_shown()


@TROUBLES
async def test_lobbies_and_leaving_while_the_database_cannot_be_written(sim, trouble, sentence):
    await sim.seat(sim.bruno)
    options, elsewhere = await sim.options(), sim.guild.create_text_channel("elsewhere")
    lobby, before = sim.lobby(), sim.stored()
    with trouble(sim):
        answers = [
            (sim.chen, await sim.chen.slash(elsewhere, "play", game="block")),
            (sim.chen, await sim.click(sim.chen, lobby, "Join")),
            (sim.bruno, await sim.click(sim.bruno, lobby, "Leave")),
            (sim.bruno, await sim.bruno.slash(sim.channel, "leave")),
            (sim.ana, await sim.click(sim.ana, lobby, "Add computer")),
            (sim.ana, await sim.pick(sim.ana, options, "steady", menu="p:1:computer:")),
            (sim.ana, await sim.pick(sim.ana, options, "50", menu="p:1:option:target")),
            (sim.ana, await sim.click(sim.ana, lobby, "Start")),
        ]
    for who, answer in answers:
        assert sim.private_reply(answer, who) == sentence
    assert sim.stored() == before
    assert sim.lobby().components == lobby.components

    await sim.click(sim.ana, sim.lobby(), "Start")
    assert (await sim.match()).stage is Stage.RUNNING
    before = sim.stored()
    with trouble(sim):
        assert (await sim.leave(sim.ana)).text != "You've left this Block match."
    assert sim.stored() == before
    assert (await sim.leave(sim.ana)).text.startswith("You've left this Block match.")


@pytest.mark.parametrize("fault", [StoreFault("secret detail"), RuntimeError("secret detail")])
async def test_an_unforeseen_failure_is_told_without_its_details(sim, fault, two_play):
    who, hand = await sim.turn()
    before = sim.stored()
    with patch.object(sim.store, "commit_moves", AsyncMock(side_effect=fault)):
        pressed = await sim.click(who, hand, hand.moves[0].id)
    assert sim.private_reply(pressed, who) in {UNSURE, BROKEN}
    assert sim.stored() == before
    await sim.click(who, hand, hand.moves[0].id)
    assert (await sim.match()).ply > hand.moves[0].ply


def answers_only_when_promised(sim: DiscordSim, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    quick, promise, has_promised = getattr(sim.store, name), Reply._defer, asyncio.Event()

    async def slow(*args: Any, **kwargs: Any) -> Any:
        await has_promised.wait()
        return await quick(*args, **kwargs)

    async def promised(*args: Any, **kwargs: Any) -> None:
        await promise(*args, **kwargs)
        has_promised.set()

    async def patience_is_over(*_: object, **__: object) -> None:
        await asyncio.sleep(0)

    hasty = SimpleNamespace(**{**vars(asyncio), "wait": patience_is_over})
    monkeypatch.setattr(response, "asyncio", hasty)
    monkeypatch.setattr(Reply, "_defer", promised)
    monkeypatch.setattr(sim.store, name, slow)


def promised(sim: DiscordSim) -> list[Any]:
    return [each.json["type"] for each in sim.requests("POST", r"/interactions/.*/callback")]


async def test_a_slow_move_is_promised_and_shown_in_the_same_hand_and_a_slow_hand_stays_private(
    sim, monkeypatch, two_play
):
    who, hand = await sim.turn()
    with monkeypatch.context() as patch:
        answers_only_when_promised(sim, patch, "commit_moves")
        await sim.click(who, hand, hand.moves[0].id)
    assert promised(sim)[-1] == 6
    assert sim.now(hand).owner == who.id
    assert "led" in sim.now(hand).text
    assert (await sim.match()).ply == hand.moves[0].ply + 1
    answers_only_when_promised(sim, monkeypatch, "open_in")
    hand = await sim.say(sim.ana, "hand")
    assert promised(sim)[-1] == 5
    assert (hand.owner, hand.files) == (sim.ana.id, ["hand.png"])


async def test_a_slow_lobby_is_public_in_the_end(sim, monkeypatch):
    answers_only_when_promised(sim, monkeypatch, "open_match")
    await sim.ana.slash(sim.channel, "play", game="block")
    assert promised(sim)[-1] == 5
    lobby: Shown = sim.lobby()
    assert lobby.owner is None
    await sim.click(sim.bruno, lobby, "Join")
    assert len((await sim.match()).people) == 2
    assert [each.message_id for each in await sim.store.posted(1)] == [lobby.id]
