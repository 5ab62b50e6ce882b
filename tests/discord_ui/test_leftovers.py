import asyncio
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from bot.discord_ui.publishing.direct_messages import DirectMessages
from bot.discord_ui.publishing.message_api import Messages, Sent
from bot.discord_ui.publishing.outgoing_dm import OutgoingDm
from bot.model.match import MatchId, Stage
from bot.model.messages import MessageRecord
from bot.present.screen import Screen, note
from bot.service.ports.faults import StoreFault
from tests.discord_ui.simulation import DiscordSim, Person, Shown
from tests.service.fault_injection import FaultInjectingProxy


@pytest.fixture(autouse=True)
def nonces(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[int, int]]:
    """Return the message that has the nonce already, as Discord does and the simulation doesn't.

    The fixture is what Discord remembers for some minutes: a message and its mark by its nonce.
    """
    known: dict[str, tuple[int, int]] = {}
    really = Messages.send

    async def send(*args: Any) -> Sent:
        *_, marked, nonce = args[:5]
        if nonce in known:
            message_id, shows = known[nonce]
            return Sent(message_id, shows_other=shows != marked)
        sent = await really(*args)
        known[nonce] = sent.message_id, marked
        return sent

    monkeypatch.setattr(Messages, "send", send)
    return known


@contextmanager
def recording_fails(sim: DiscordSim, *, in_channel: bool = True) -> Iterator[None]:
    really = sim.store.remember

    async def fails(match_id: MatchId, posted: MessageRecord, **others: Any) -> None:
        arrived = posted.user_id is None if in_channel else others.get("instead_of") is not None
        if arrived and not posted.is_promised:
            raise StoreFault("the process has died")
        await really(match_id, posted, **others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sim.store, "remember", fails)
        yield


def results(sim: DiscordSim) -> list[Shown]:
    return [each for each in sim.public() if "Rematch" in each.labels]


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_table_that_was_not_recorded_goes_when_somebody_has_moved(sim, restarts):
    await sim.start(sim.bruno, sim.chen)
    with recording_fails(sim):
        await sim.move_by_command(await sim.to_move())
    older, leftover = sim.tables()
    assert leftover.pinged == ((await sim.to_move()).id,)
    before = sim.pings()
    if restarts:
        await sim.restart()
        assert [each.id for each in sim.tables()] == [leftover.id], "it is the newest table"
        assert sim.pings() == before
    await sim.move_by_command(await sim.to_move())
    (table,) = sim.tables()
    assert table.id not in {older.id, leftover.id}
    assert sim.pings() == [*before, (await sim.to_move()).id]
    posted = await sim.store.posted(1)
    assert [each.message_id for each in posted if each.user_id is None] == [table.id]


async def test_a_table_that_was_not_recorded_goes_when_the_match_is_over(sim):
    await sim.start_short(sim.bruno)
    with recording_fails(sim):
        await sim.play_on()
    assert len(sim.tables()) == 2, "one that is recorded, and one that is not"
    await sim.restart()
    assert (sim.tables(), len(results(sim))) == ([], 1)


async def lost_direct_message(sim: DiscordSim) -> tuple[Person, Shown]:
    """Return somebody whose turn it is, and the DM that says so and was not recorded."""
    await sim.start(sim.bruno, sim.chen)
    with recording_fails(sim, in_channel=False):
        await sim.move_by_command(await sim.to_move())
    called = await sim.to_move()
    lost = sim.direct_messages(called)[-1]
    assert "Your turn" in lost.text
    return called, lost


@pytest.mark.parametrize("down_for_an_hour", [False, True])
async def test_a_direct_message_that_was_not_recorded_goes(sim, nonces, down_for_an_hour):
    called, lost = await lost_direct_message(sim)
    await sim.restart()
    if down_for_an_hour:
        nonces.clear()
    await sim.move_by_command(called)
    assert "Your turn" not in sim.now(lost).text
    await sim.turn_of(called)
    (dm,) = sim.direct_messages(called)
    assert dm.id != lost.id
    assert "Your turn" in dm.text


async def test_a_direct_message_that_was_not_recorded_goes_with_a_persons_data(sim):
    called, lost = await lost_direct_message(sim)
    await sim.forget(called)
    assert not sim.exists(lost)


@pytest.mark.parametrize("remembers", [False, True])
@pytest.mark.parametrize("then", ["the next turn", "the end"])
async def test_one_direct_message_is_left_at_most_whenever_a_process_ends(
    sim, nonces, remembers, then
):
    """It dies before or after each call to the store or to Discord while it sends one."""
    await sim.start(sim.bruno)
    update, store = await sim.client.service.outbox.current_update(1), sim.store
    who, match = sim.eva, replace(update.match, version=update.match.version + 1)
    match = replace(match, seats=(replace(match.seats[0], user_id=who.id), *match.seats[1:]))
    sim.client.service.store.match = AsyncMock(return_value=match)
    await sim.client.service.cache.forget(match.id)
    for moment in itertools.count():
        left = itertools.count(moment, -1)
        died = asyncio.Event()

        async def die(_: str, left: Iterator[int] = left, died: asyncio.Event = died) -> None:
            if next(left) == 0:
                died.set()
            if died.is_set():
                await asyncio.get_running_loop().create_future()

        messages = Messages(sim.client)
        proxies: Any = [FaultInjectingProxy(each, die, die) for each in (store, messages)]
        mortal = DirectMessages(sim.client, *proxies)
        survivor = DirectMessages(sim.client, store, messages)
        sending = asyncio.create_task(mortal.send(OutgoingDm(match, who.id, said("first"))))
        dying = asyncio.create_task(died.wait())
        await asyncio.wait({sending, dying}, return_when=asyncio.FIRST_COMPLETED)
        has_died = died.is_set()
        for task in (sending, dying):
            task.cancel()
        await asyncio.gather(sending, dying, return_exceptions=True)
        if not remembers:
            nonces.clear()
        match = replace(match, version=match.version + 1)
        store.match.return_value = match
        if then == "the end":
            await survivor.clear(replace(match, stage=Stage.OVER), await store.posted(1))
            assert sim.direct_messages(who) == []
        else:
            assert await survivor.send(OutgoingDm(match, who.id, said(f"number {moment}")))
            (dm,) = sim.direct_messages(who)
            assert dm.text == f"number {moment}"
        rows = [each.message_id for each in await store.posted(1) if each.user_id == who.id]
        assert rows == [each.id for each in sim.direct_messages(who)]
        match = replace(match, version=match.version + 1)
        store.match.return_value = match
        if not has_died:
            assert moment > 8
            return


def said(text: str) -> Callable[[str], Screen]:
    return lambda url: note(text)


async def test_the_result_is_posted_once_though_it_was_not_marked_as_shown(sim):
    await sim.start_short(sim.bruno)
    with patch.object(sim.store, "mark_shown", AsyncMock(side_effect=StoreFault("died"))):
        await sim.play_on()
    await sim.restart()
    assert len(results(sim)) == 1
    assert [each for each in await sim.store.posted(1) if each.user_id is None] == []


async def test_a_lobby_that_was_not_recorded_goes_when_the_match_begins(sim, lobby):
    with recording_fails(sim):
        for joining in (sim.bruno, sim.chen):
            await sim.click(joining, lobby, "Join")
    leftover = sim.lobby()
    assert leftover.id != lobby.id, "it is not edited when it is not known to be the newest"
    await sim.click(sim.ana, leftover, "Start")
    assert not sim.exists(leftover)
    assert [each.label for each in sim.now(lobby).buttons] == ["🔒 Shuffle sealed"]
    assert sim.table().pinged == ((await sim.to_move()).id,)


async def test_a_lobby_or_table_in_an_answer_is_recorded_before_anybody_sees_it(sim, monkeypatch):
    really, recorded = sim.store.remember, []

    async def noted(match_id: MatchId, posted: MessageRecord, *how: int | None) -> None:
        (shown,) = [each for each in sim.messages() if each.id == posted.message_id]
        recorded.append((bool(shown.ids), posted.is_promised))
        await really(match_id, posted, *how)

    monkeypatch.setattr(sim.store, "remember", noted)
    await sim.play(sim.ana)
    await sim.say(sim.bruno, "board")
    assert recorded == [(False, True), (True, False)] * 2
