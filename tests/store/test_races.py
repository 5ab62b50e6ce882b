import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from threading import Event

import pytest

from bot.model.deadlines import NOTHING, Agenda
from bot.model.match import CloseReason, LobbyTerms, Match, MoveCommit, Occupant, WaitingFor
from bot.model.messages import MessageRecord
from bot.model.puzzle_attempts import PuzzleAttempt
from bot.scores.rating import FRESH
from bot.service.ports.faults import ChannelTaken, Conflict, StoreBusy
from bot.store import SqlStore, open_store, upgrade
from bot.store.database import READERS
from tests.blank import write_blank
from tests.store.matches import AT, BEN, DEAL, DEALT, PLACES, new, play, reread, running
from tests.store.support import do_until_killed, holding, opened, outcomes_of, rows, touch, url_of
from tests.store.test_privacy import dump


async def make_the_last_move(store: SqlStore, match_id: int) -> None:
    moved = MoveCommit([(0, "6-4"), (1, "pass")], WaitingFor.COMPUTER, AT, places=PLACES)
    await store.commit_moves(match_id, 2, 1, moved)


class TestTwoProcesses:
    @pytest.mark.parametrize("plies", [5, pytest.param(15, marks=pytest.mark.deep)])
    async def test_one_of_two_moves_for_a_ply_is_stored(self, store, match, other, plies):
        for ply in range(1, 1 + plies):
            mine, theirs = (0, f"mine {ply}"), (1, f"theirs {ply}")
            outcomes = await outcomes_of(
                play(store, match, ply, mine), play(other, match, ply, theirs)
            )
            names = sorted(type(outcome).__name__ for outcome in outcomes)
            assert names == ["Conflict", "NoneType"]
            seat = int(isinstance(outcomes[0], Conflict))
            assert (await store.log(match.id))[ply][0] == seat
        after = await reread(store, match)
        assert (after.ply, after.version) == (1 + plies, match.version + plies)

    async def test_one_of_two_lobbies_opens_in_a_channel(self, store, other):
        outcomes = await outcomes_of(*(each.open_match(new(), AT) for each in (store, other)))
        assert sum(isinstance(each, ChannelTaken) for each in outcomes) == 1
        assert await store.open_in(1) in outcomes

    @pytest.mark.parametrize(
        ("many", "plies"), [(4, 3), pytest.param(10, 8, marks=pytest.mark.deep)]
    )
    async def test_many_writers_all_get_their_turn(self, store, other, many, plies):
        async def play_on(each: SqlStore, match: Match) -> None:
            for ply in range(1, 1 + plies):
                await play(each, match, ply)

        matches = [await running(store, channel) for channel in range(many)]
        turns = zip(matches, (store, other) * (many // 2), strict=True)
        await asyncio.gather(*(play_on(each, match) for match, each in turns))
        for match in matches:
            assert (await reread(other, match)).ply == 1 + plies

    async def test_answers_to_puzzles_from_two_processes_are_each_rated_once(self, store, other):
        """Everybody answers two puzzles, each in both processes at once, and votes for them."""
        users, puzzles = range(1, 6), ("aaaaaaaa", "bbbbbbbb")
        answers = [
            each.answer_puzzle(PuzzleAttempt(user, puzzle, "6-4", bool(user % 2), AT), FRESH)
            for user in users
            for puzzle in puzzles
            for each in (store, other)
        ]
        given = await asyncio.gather(*answers)
        assert all(one == again for one, again in zip(given[::2], given[1::2], strict=True))
        for user in users:
            last = await store.puzzle_attempt(user)
            assert (last.rating.matches, last.streak) == (2, 2 * (user % 2))
            assert len((await store.puzzle_outlook(user)).answered) == 2
        votes = [
            each.vote_for_puzzle(user, puzzle, is_good=user == 1)
            for user in users
            for puzzle in puzzles
            for each in (store, other)
        ]
        await asyncio.gather(*votes)
        standings = (await other.puzzle_outlook(0)).standings
        assert {(each.up, each.down) for each in standings.values()} == {(1, 4)}
        assert all(each.is_disliked for each in standings.values())


class TestHeld:
    async def test_a_move_waits_for_a_moment(self, store, match, other):
        async with holding(other, touch()):
            move = asyncio.create_task(play(store, match, 1))
            await asyncio.sleep(0.1)
            assert not move.done(), "and the event loop goes on meanwhile"
        await move
        assert (await reread(store, match)).ply == 2

    async def test_a_move_does_not_wait_for_ever(self, database, store, match):
        hasty = database.open(patience=0.1)
        async with holding(store, touch()):
            with pytest.raises(StoreBusy, match="moment"):
                await play(hasty, match, 1)
        assert await reread(store, match) == match
        await play(hasty, match, 1)

    async def test_those_who_queue_do_not_wait_for_ever_either(self, database, store, match):
        hasty = database.open(patience=0.1)
        async with holding(store, touch()):
            outcomes = await outcomes_of(*(play(hasty, match, 1) for _ in range(12)))
        assert {type(each) for each in outcomes} == {StoreBusy}
        if store.database.engine.dialect.name == "sqlite":
            told = " ".join(map(str, outcomes))
            assert "too much to do" in told, "they wait together, not one after the other"
        await play(hasty, match, 1)

    async def test_readers_do_not_wait(self, store, match, other):
        async with holding(other, touch()):
            assert await reread(store, match) == match
            assert await store.log(match.id) == (DEAL,)


class TestInterrupted:
    @pytest.mark.deep
    @pytest.mark.parametrize("table", ["log", "results"])
    async def test_a_killed_process_leaves_nothing_half_written(self, database, match, table):
        store = database.open()
        await do_until_killed(database, match.id, f"INSERT INTO {table}", make_the_last_move)
        assert await reread(store, match) == match
        assert await store.log(match.id) == (DEAL,)
        assert await rows(store, "SELECT * FROM results") == []
        await play(store, match, 1)

    async def test_a_cancelled_move_is_stored_whole_or_not_at_all(self, store, match):
        ply = 1
        for tenths in range(25):
            move = asyncio.create_task(play(store, match, ply, (0, "6-4"), (1, "pass")))
            await asyncio.sleep(tenths / 10_000)
            move.cancel()
            with suppress(asyncio.CancelledError):
                await move
            ply = (await reread(store, match)).ply
            assert len(await store.log(match.id)) == ply
        assert ply % 2

    async def test_a_caller_that_is_cancelled_twice_waits_for_its_move(self, store, match, other):
        async with holding(other, touch()):
            move = asyncio.create_task(play(store, match, 1, revision=match.revision))
            for _ in range(3):
                await asyncio.sleep(0.01)
                assert not move.done()
                move.cancel()
        with pytest.raises(asyncio.CancelledError):
            await move
        assert (await reread(store, match)).ply == 2

    async def test_the_end_of_the_event_loop_waits_for_what_a_thread_writes(self, tmp_path):
        """Like ``asyncio.run``, it cancels all tasks."""
        file = tmp_path / "boneyard.db"
        async with opened(file) as store, opened(file) as other:
            match = await running(store)
            async with holding(other, touch()):
                move = asyncio.create_task(play(store, match, 1, revision=match.revision))
                for _ in range(3):
                    await asyncio.sleep(0.01)
                    for task in asyncio.all_tasks() - {asyncio.current_task()}:
                        task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await move
            assert (await reread(store, match)).ply == len(await store.log(match.id)) == 2

    async def test_threads_that_are_all_busy_hold_up_nobody_for_ever(self, tmp_path):
        write_blank(tmp_path / "boneyard.db")
        store, go_on = open_store(url_of(tmp_path / "boneyard.db"), patience=0.1), Event()
        reading = (store.database.read(lambda _: go_on.wait()) for _ in range(READERS))
        reads = [*map(asyncio.create_task, reading)]
        with pytest.raises(StoreBusy, match="too much to do"):
            await store.match(1)
        closing = asyncio.create_task(store.dispose())
        await asyncio.sleep(0.05)
        assert not closing.done(), "connections in use are not closed"
        go_on.set()
        await closing
        assert all(each.done() for each in reads)
        assert [each.name for each in tmp_path.iterdir()] == ["boneyard.db"]

    async def test_a_database_in_memory_survives_a_cancelled_task(self):
        store = open_store("sqlite+aiosqlite://")
        await upgrade(store.database)
        match = await running(store)
        for delay in (0, 0.0002, 0.0005, 0.001):
            with suppress(TimeoutError):
                async with asyncio.timeout(delay):
                    await play(store, match, (await reread(store, match)).ply)
        assert (await reread(store, match)).ply == len(await store.log(match.id))
        await store.dispose()


Write = Callable[[SqlStore, Match, int], Awaitable[None]]
MOVED = MoveCommit([(0, "6-4")], WaitingFor.PERSON, AT)
WRITES_TO_LOBBIES: dict[str, Write] = {
    "save_lobby": lambda store, match, revision: store.save_lobby(
        match.id, revision, LobbyTerms(host_id=BEN, options={"a": 1}, seats=(Occupant(0, BEN),))
    ),
    "start": lambda store, match, revision: store.start(
        match.id, revision, start_salt="9", moved=DEALT
    ),
}
WRITES: dict[str, Write] = WRITES_TO_LOBBIES | {
    "commit_moves": lambda store, match, revision: store.commit_moves(match.id, revision, 1, MOVED),
    "take_seat": lambda store, match, revision: store.take_seat(
        match.id, revision, Occupant(1, level="easy"), WaitingFor.PERSON, NOTHING
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
    turns = zip(("commit_moves", "take_seat", "close", "plan"), (store, other) * 2, strict=True)
    outcomes = await outcomes_of(*(WRITES[name](by, match, 2) for name, by in turns))
    assert sorted(type(each).__name__ for each in outcomes) == ["Conflict"] * 3 + ["NoneType"]
    assert await store.revision(match.id) == match.revision + 1


async def test_recording_messages_raises_no_revision_and_no_match_has_none(store, match):
    await store.remember(match.id, MessageRecord(1, 2))
    await store.forget(match.id, 2)
    assert await store.revision(match.id) == match.revision
    assert await store.revision(77) is None
