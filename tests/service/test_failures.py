"""Whatever fails or hangs, memory and store agree, and nothing is lost or done twice."""

import asyncio
import gc
from contextlib import suppress
from random import Random
from unittest.mock import Mock

import pytest
from cachetools import LRUCache

from bot.engine.errors import Refusal
from bot.model.match import Stage, WaitingFor
from bot.model.shards import ALONE
from bot.service.lobby.new_match import MatchPlace
from bot.service.ports.faults import Conflict, StoreFault
from bot.service.retry_queue import LAST_WAIT
from tests.service.fault_injection import FaultInjectingStore
from tests.service.harness import ANA, BRUNO, CHEN, DANA, HERE, ServiceHarness
from tests.service.virtual_time import TimedHarness, turns


async def play_story(harness: ServiceHarness, first: int, then: int) -> None:
    """Play a lobby, a start, some moves with a computer, and somebody who leaves."""
    match_id = await harness.running(ANA, BRUNO, CHEN, computers=["steady"], target=10)
    await harness.play_on(match_id, Random(9), moves=first)
    await harness.leave(match_id, CHEN, for_good=True)
    await harness.play_on(match_id, Random(10), moves=then)


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(
    ("every", "moves"), [(False, (2, 1)), pytest.param(True, (4, 3), marks=pytest.mark.deep)]
)
async def test_a_store_that_fails_at_any_call_leaves_memory_and_store_agreed(moment, every, moves):
    """Let the last call of each kind fail, or one after the other."""
    harness, names = ServiceHarness(), list[str]()
    harness.store.before = names.append
    await play_story(harness, *moves)
    await harness.end()
    last_of_each = {name: nth for nth, name in enumerate(names, 1)}
    assert {"save_lobby", "start", "commit_moves", "take_seat", "mark_shown"} <= last_of_each.keys()
    for nth in range(1, len(names) + 1) if every else last_of_each.values():
        await assert_recovers(nth, moment, moves)


async def assert_recovers(nth: int, moment: str, moves: tuple[int, int]) -> None:
    harness = ServiceHarness()
    harness.store.fail_at(nth, moment)
    with suppress(StoreFault, Refusal):  # the person was told; the story ends there
        await play_story(harness, *moves)
    harness.store.works_again()
    await harness.quiet()
    if await harness.store.match(1) is not None:
        await harness.agree(1)
    await harness.service.close()
    again = ServiceHarness(harness.store)
    again.service.resume()
    await again.quiet()
    match = await harness.store.match(1)
    assert match is None or (match.shown_version, match.shown_ply) == (match.version, match.ply)
    assert await again.store.pending_matches(ALONE) == ()
    await again.end()


@pytest.mark.parametrize("moments", [12, pytest.param(40, marks=pytest.mark.deep)])
async def test_a_caller_cancelled_at_any_moment_leaves_memory_and_store_agreed(harness, moments):
    match_id = await harness.running(ANA, BRUNO, target=500)
    for patience in range(moments):
        match = await harness.store.match(match_id)
        user, codes = await harness.turn(match_id)
        task = asyncio.create_task(harness.matches.play(match_id, user, match.ply, codes[0]))
        await turns(patience)
        task.cancel()
        await asyncio.wait([task])
        await harness.quiet()
        await harness.agree(match_id)
    assert (await harness.store.match(match_id)).ply > 5


async def test_what_was_committed_but_failed_to_be_told_is_shown_all_the_same(harness):
    """The connection is lost right after the commit: it did not fail, as the person was told."""
    match_id = await harness.running(ANA, BRUNO)
    match = await harness.store.match(match_id)
    harness.store.fail_in("commit_moves", "after")
    with pytest.raises(StoreFault):
        await harness.play_on(match_id, Random(1), moves=1)
    await harness.quiet()
    after = await harness.store.match(match_id)
    assert after.ply > match.ply
    assert after.shown_version == after.version, "the table tells the truth without a restart"
    await harness.agree(match_id)


@pytest.mark.parametrize("name", ["match", "commit_moves"])
async def test_a_computer_whose_store_is_busy_moves_a_little_later(timed, caplog, name):
    """One line for each time it was in vain, and no exception that nobody has read."""
    unread: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: unread.append(what))
    match_id = await timed.begun(ANA, computers=1)
    _, codes = await timed.turn(match_id)
    await timed.matches.play(match_id, ANA, None, codes[0])
    timed.service.cache._cached.clear()  # so that it has to be read
    timed.store.fail_in(name, "before", times=2)
    await timed.quiet()
    assert (await timed.store.within.match(match_id)).awaits is WaitingFor.COMPUTER
    await timed.advance(seconds=6 + 15 + 1)
    match = await timed.store.within.match(match_id)
    assert (match.awaits, match.shown_version) == (WaitingFor.PERSON, match.version)
    told = [each for each in caplog.records if "computer of match 1 failed" in each.getMessage()]
    assert told
    assert all(each.exc_info is None for each in told)
    gc.collect()
    assert unread == []


async def test_a_lobby_that_is_closed_before_its_opening_is_known_stays_closed(harness):
    """Whoever opened it must not put what they know of it in place of what has happened since."""

    async def deleted(name: str) -> None:
        if name == "open_match":
            await harness.service.guilds.channel_deleted(HERE.channel_id)

    harness.store.after = deleted
    match_id = (await harness.tables.open("block", HERE, ANA, "salt")).id
    assert (await harness.store.match(match_id)).stage is Stage.CLOSED
    assert (await harness.matches.view_for(match_id, ANA)).match.stage is Stage.CLOSED


async def test_a_conflict_is_a_fault_like_others(harness):
    """Somebody else was faster: whoever copes with a store in trouble copes with that."""
    await harness.running(ANA, BRUNO)
    harness.store.before = Mock(side_effect=Conflict)
    await harness.service.guilds.channel_deleted(HERE.channel_id)
    harness.store.works_again()
    assert (await harness.store.match(1)).is_open


async def test_a_computer_that_was_overtaken_thinks_again_and_moves(harness):
    """Somebody else has changed the match while it thought, and does not move for it."""
    match_id = await harness.running(ANA, computers=("steady",))
    await harness.move(match_id)
    refused: list[str] = []

    def overtaken(name: str) -> None:
        if name == "commit_moves" and not refused:
            refused.append(name)
            raise Conflict

    harness.store.before = overtaken
    await harness.quiet()
    assert refused
    assert (await harness.store.match(match_id)).awaits is WaitingFor.PERSON
    await harness.agree(match_id)


async def test_what_a_computer_thought_of_an_older_table_is_not_played(harness):
    match_id = await harness.running(ANA, BRUNO)
    mover, codes = await harness.turn(match_id)
    await harness.matches.leave(match_id, mover, for_good=True)
    thought = await harness.matches.computers_turn(match_id)
    await harness.quiet()
    before = await harness.store.match(match_id)
    assert before.ply > thought.ply
    await harness.matches.play_for_computer(match_id, thought, codes[0])
    assert await harness.store.match(match_id) == before


@pytest.mark.parametrize("target", [10, pytest.param(30, marks=pytest.mark.deep)])
async def test_every_event_is_shown_exactly_once_through_failures_of_the_channel(harness, target):
    match_id = await harness.running(ANA, BRUNO, target=target)
    rng, told = Random(11), harness.channel
    while (await harness.store.match(match_id)).is_open:
        told.refuse = rng.choice((0, 0, 1, 2))
        await harness.play_on(match_id, rng, moves=1)
    told.refuse = 0
    harness.service.attend(match_id)
    await harness.quiet()
    plies = [news.ply for chapter in told.rounds for news in chapter]
    plies += [news.ply for update in told.shown for news in update.news]
    match = await harness.store.match(match_id)
    assert match.stage is Stage.OVER
    assert sorted(plies) == list(range(match.ply))


@pytest.mark.parametrize(("many", "moves"), [(5, 2), pytest.param(20, 5, marks=pytest.mark.deep)])
async def test_a_cache_for_one_match_serves_many(harness, monkeypatch, many, moves):
    monkeypatch.setattr(harness.service.cache, "_cached", LRUCache(1))
    ids = [await harness.running(where=MatchPlace(1, 100 + nth)) for nth in range(many)]
    for nth in range(moves):
        playing = []
        for match_id in ids:
            user, codes = await harness.turn(match_id)
            playing.append(harness.matches.play(match_id, user, None, codes[nth % len(codes)]))
        await asyncio.gather(*playing)
    await harness.quiet()
    assert len(harness.service.cache._cached) == 1
    assert not harness.service.cache._locks.existing(), "locks are forgotten with their holders"
    for match_id in ids:
        await harness.agree(match_id)


class HangingStore(FaultInjectingStore):
    """Lets one call hang until it is ``released``, even if the caller is cancelled."""

    def __init__(self, hangs_at: str | None = None) -> None:
        super().__init__(before=self._hang)
        self.hangs_at = hangs_at
        self.hung, self.released = asyncio.Event(), asyncio.Event()

    async def _hang(self, name: str) -> None:
        if name != self.hangs_at:
            return
        self.hangs_at = None  # this one call only
        self.hung.set()
        while not self.released.is_set():
            with suppress(asyncio.CancelledError):
                await self.released.wait()


@pytest.mark.parametrize("name", ["commit_moves", "mark_shown"])
async def test_other_matches_go_on_and_what_hung_is_done_once_it_is_released(name):
    store = HangingStore()
    harness = ServiceHarness(store)
    stuck = await harness.running(ANA, BRUNO)
    other = await harness.running(CHEN, DANA, where=MatchPlace(1, 11))
    store.hangs_at = name
    user, codes = await harness.turn(stuck)
    ply = (await store.match(stuck)).ply
    playing = asyncio.create_task(harness.matches.play(stuck, user, ply, codes[0]))
    await store.hung.wait()
    mover, others_codes = await harness.turn(other)
    await harness.matches.play(other, mover, None, others_codes[0])
    store.released.set()
    await playing
    await harness.quiet()
    assert (await store.log(stuck))[ply][1] == codes[0]
    for match_id in (stuck, other):
        await harness.agree(match_id)
        match = await store.match(match_id)
        assert match.shown_version == match.version
    await harness.end()


async def test_cancelling_ends_in_time_though_a_call_hangs(time):
    """What cannot be cancelled is left behind, and found at the next start."""
    store = HangingStore("mark_shown")
    harness = TimedHarness(time, store)
    match_id = await harness.lobby(ANA, BRUNO)
    await store.hung.wait()
    (outbox,) = harness.service.publishing.queue._tasks.values()
    begun = time.seconds
    giving_up = asyncio.create_task(harness.service.cancel())
    while not giving_up.done():
        await turns(20)
        if not giving_up.done():
            time.ring_next(begun + 60)
    assert not outbox.done()
    assert time.seconds - begun == LAST_WAIT
    match = await store.match(match_id)
    assert match.shown_version < match.version
    again = ServiceHarness(store)
    again.service.resume()
    await again.quiet()
    match = await store.match(match_id)
    assert match.shown_version == match.version
    store.released.set()
    await asyncio.wait([outbox])
    await again.end()
