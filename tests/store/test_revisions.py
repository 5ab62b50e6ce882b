import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.model.deadlines import NOTHING, Agenda
from bot.model.match import CloseReason, LobbyTerms, Match, Moved, Occupant, Posted, WaitingFor
from bot.service.ports.faults import Conflict
from bot.store import SqlStore
from tests.store.support import AT, BEN, DEAL, new, reread, running
from tests.store.test_privacy import dump

Write = Callable[[SqlStore, Match, int], Awaitable[None]]
PERSON = WaitingFor.PERSON
MOVED = Moved([(0, "6-4")], PERSON, AT)
WRITES_TO_LOBBIES: dict[str, Write] = {
    "save_lobby": lambda store, match, revision: store.save_lobby(
        match.id, revision, LobbyTerms(host_id=BEN, options={"a": 1}, seats=(Occupant(0, BEN),))
    ),
    "start": lambda store, match, revision: store.start(
        match.id, revision, start_salt="9", moved=Moved([DEAL], PERSON, AT)
    ),
}
WRITES: dict[str, Write] = WRITES_TO_LOBBIES | {
    "commit_moves": lambda store, match, revision: store.commit_moves(match.id, revision, 1, MOVED),
    "take_seat": lambda store, match, revision: store.take_seat(
        match.id, revision, Occupant(1, level="easy"), PERSON, NOTHING
    ),
    "close": lambda store, match, revision: store.close(match.id, revision, CloseReason.LEFT, AT),
    "plan": lambda store, match, revision: store.plan(match.id, revision, Agenda(lapses_at=AT)),
    "mark_shown": lambda store, match, revision: store.mark_shown(match.id, revision, 2, 1),
    "count_hint": lambda store, match, revision: store.count_hint(match.id, revision, 1, 0, 1),
}
UNSEEN = {"plan", "mark_shown", "count_hint"}
"""Writes that leave the visible version as it is."""


@pytest.mark.parametrize("name", WRITES)
async def test_a_write_builds_on_the_present_revision_or_changes_nothing(store, name):
    is_of_lobby = name in WRITES_TO_LOBBIES
    match = await store.open_match(new(), AT) if is_of_lobby else await running(store)
    await WRITES["mark_shown"](store, match, match.revision)
    before = await dump(store)
    for outdated in (match.revision, match.revision + 2):
        with pytest.raises(Conflict):
            await WRITES[name](store, match, outdated)
    assert await dump(store) == before

    await WRITES[name](store, match, match.revision + 1)

    after = await reread(store, match)
    assert after.revision == match.revision + 2 == await store.revision(match.id)
    assert after.version == match.version + (name not in UNSEEN)


async def test_of_two_processes_with_the_same_copy_one_writes(store, match, other):
    writes = [WRITES[name] for name in ("commit_moves", "take_seat", "close", "plan")]
    outcomes = await asyncio.gather(
        *(
            write(each, match, match.revision)
            for write, each in zip(writes, (store, other) * 2, strict=True)
        ),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["Conflict"] * 3 + ["NoneType"]
    assert await store.revision(match.id) == match.revision + 1


async def test_recording_messages_raises_no_revision_and_no_match_has_none(store, match):
    await store.remember(match.id, Posted(1, 2))
    await store.forget(match.id, 2)
    assert await store.revision(match.id) == match.revision
    assert await store.revision(77) is None
