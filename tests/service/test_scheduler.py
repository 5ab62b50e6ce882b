"""The loop that handles all deadlines: never late, never twice, never stuck."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from datetime import datetime, timedelta

import pytest

from bot.engine.errors import StaleMove
from bot.model.overview import Alarm
from bot.model.shards import TIMESTAMP_SHIFT, Shards
from bot.service.clock.scheduler import AT_ONCE, BATCH, LONGEST_SLEEP, REST, DeadlineScheduler
from bot.service.ports.faults import StoreBusy
from tests.service.virtual_time import VirtualTime, turns

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


class Alarms:
    """A store that has alarms and nothing else, and a handler for them."""

    is_exclusive = True

    def __init__(self, time: VirtualTime) -> None:
        self.time = time
        self.set: dict[int, datetime] = {}
        self.asked = 0
        self.seen: list[tuple[int, timedelta]] = []
        """The matches that were handled, and how long after their alarms."""
        self.since: list[datetime] = []
        self.fails = 0
        """The number of calls that will fail."""
        self.see_to_it: Callable[[int], object] = self.done
        self.gate: asyncio.Event | None = None
        self.gated: Collection[int] = ()
        """The matches for which the gate is there; by default all."""

    def done(self, match_id: int) -> None:
        del self.set[match_id]

    async def alarms(
        self, until: datetime, limit: int, shards: Shards, besides: Collection[int] = ()
    ) -> tuple[Alarm, ...]:
        rung = [each for each in self._ours(shards, besides) if each[0] <= until]
        return tuple(Alarm(match_id, match_id << TIMESTAMP_SHIFT) for _, match_id in rung[:limit])

    async def next_alarm(self, shards: Shards, besides: Collection[int] = ()) -> datetime | None:
        ours = self._ours(shards, besides)
        await asyncio.sleep(0)
        return ours[0][0] if ours else None

    async def postpone(self, match_id: int, until: datetime) -> None:
        self._ask()
        self.set[match_id] = until

    async def handle_due(self, match_id: int, since: datetime) -> None:
        if self.gate is not None and (not self.gated or match_id in self.gated):
            await self.gate.wait()
        self.seen.append((match_id, self.time.now() - self.set[match_id]))
        self.since.append(since)
        self.see_to_it(match_id)

    @property
    def order(self) -> list[int]:
        return [match_id for match_id, _ in self.seen]

    def _ours(self, shards: Shards, besides: Collection[int]) -> list[tuple[datetime, int]]:
        self._ask()
        ours = (each for each in self.set if shards.has_guild(each << TIMESTAMP_SHIFT))
        return sorted((self.set[each], each) for each in ours if each not in besides)

    def _ask(self) -> None:
        self.asked += 1
        if self.fails:
            self.fails -= 1
            raise StoreBusy("held by somebody")


@pytest.fixture
def alarms(time) -> Alarms:
    return Alarms(time)


@pytest.fixture
async def scheduler(time, alarms) -> AsyncIterator[DeadlineScheduler]:
    scheduler = DeadlineScheduler(alarms, time, alarms.handle_due)
    yield scheduler
    alarms.gate = None
    await scheduler.cancel()


async def advance(time: VirtualTime, **how_long: float) -> None:
    await time.advance(timedelta(**how_long), turns)


async def test_alarms_are_seen_to_in_order_each_at_its_moment(time, alarms, scheduler):
    begun = time.now()
    many = dict.fromkeys(range(10, 10 + 3 * BATCH), begun)
    alarms.set = {1: begun + 3 * HOUR, 2: begun + MINUTE, 3: begun + 3 * HOUR, 4: begun + 50 * HOUR}
    alarms.set |= many
    scheduler.start([0])
    await turns(2000)
    await advance(time, days=3)
    assert alarms.seen == [(match_id, timedelta()) for match_id in (*many, 2, 1, 3, 4)]


async def test_an_alarm_set_while_the_loop_sleeps_is_not_missed(time, alarms, scheduler):
    scheduler.start([0])
    await advance(time, minutes=10)
    for match_id, minutes in ((1, 30), (2, 7), (3, 9)):
        alarms.set[match_id] = time.now() + minutes * MINUTE
        scheduler.wake_by(alarms.set[match_id])
    scheduler.wake_by(None)
    await advance(time, hours=1)
    assert alarms.seen == [(2, timedelta()), (3, timedelta()), (1, timedelta())]


async def test_an_alarm_set_while_the_loop_is_awake_is_not_missed(time, alarms, scheduler):
    """However the loop and whoever sets it get in each other's way."""
    for wait in range(12):
        alarms.set, alarms.seen = {1: time.now()}, []
        scheduler.start([0])
        scheduler.wake_by(time.now())
        time.ring_next(time.seconds)
        await turns(wait)
        alarms.set[2] = time.now() + MINUTE
        scheduler.wake_by(alarms.set[2])
        await advance(time, minutes=2)
        assert (2, timedelta()) in alarms.seen, wait


async def test_a_month_without_alarms_costs_a_look_an_hour(time, alarms, scheduler):
    scheduler.start([0])
    await advance(time, days=30)
    assert alarms.asked <= 2 * (30 * 24 + 1)
    assert LONGEST_SLEEP == HOUR


async def test_a_match_whose_alarm_stays_due_is_postponed(time, alarms, scheduler):
    alarms.set = {1: time.now(), 2: time.now()}
    alarms.see_to_it = lambda match_id: None
    scheduler.start([0])
    await advance(time, minutes=10)
    assert alarms.order.count(1) == alarms.order.count(2) <= 11
    assert alarms.asked < 100


@pytest.mark.parametrize("error", [StaleMove(), StoreBusy("held"), ZeroDivisionError()])
async def test_a_match_in_trouble_keeps_nobody_waiting_and_is_tried_again(
    time, alarms, scheduler, error, caplog
):
    """The store fails, too, when the second try is put off."""
    alarms.set = {1: time.now(), 2: time.now()}
    tries = 0

    def handle_due(match_id: int) -> None:
        nonlocal tries
        tries += match_id == 1
        if match_id == 1 and tries < 3:
            alarms.fails = tries == 2
            raise error
        del alarms.set[match_id]

    alarms.see_to_it = handle_due
    scheduler.start([0])
    await advance(time, minutes=5)
    assert alarms.order == [1, 2, 1, 1]
    assert alarms.seen[2] == (1, timedelta())
    assert REST == MINUTE
    assert ("Traceback" in caplog.text) is isinstance(error, ZeroDivisionError)


async def test_a_match_that_hangs_holds_up_no_other(time, alarms, scheduler):
    """However many hang, the clocks of others go on; none is handled twice at the same time."""
    hanging = range(BATCH + AT_ONCE)
    alarms.set = dict.fromkeys(hanging, time.now()) | {1000: time.now(), 1001: time.now() + HOUR}
    alarms.gate, alarms.gated = asyncio.Event(), hanging
    scheduler.start([0])
    await advance(time, minutes=30)
    assert alarms.order == [1000]
    asked = alarms.asked
    await advance(time, hours=1)
    assert alarms.seen[1:] == [(1001, timedelta())]
    assert alarms.asked < asked + 10, "it sleeps until the next alarm of another match"
    alarms.see_to_it = lambda match_id: alarms.set.update({match_id: time.now() + HOUR})
    alarms.gate.set()
    await turns(1000)
    assert sorted(alarms.order[2:]) == [*hanging], "once each"
    await advance(time, hours=1)
    await turns(2000)
    assert sorted(alarms.order[2:]) == sorted([*hanging, *hanging])


async def test_what_hung_and_then_failed_is_tried_again(time, alarms, scheduler, caplog):
    alarms.set, alarms.gate = {1: time.now()}, asyncio.Event()

    def fails(match_id: int) -> None:
        alarms.see_to_it, alarms.fails = alarms.done, 1  # the store, too, when it is put off
        raise StoreBusy("held")

    alarms.see_to_it = fails
    scheduler.start([0])
    await advance(time, minutes=30)
    alarms.gate.set()
    await advance(time, minutes=5)
    assert alarms.order == [1, 1]
    assert "Traceback" not in caplog.text


async def test_a_store_that_is_away_is_asked_again_after_growing_pauses(time, alarms, scheduler):
    alarms.set = {1: time.now()}
    alarms.fails = 8
    scheduler.start([0])
    await advance(time, hours=1)
    assert alarms.order == []
    assert alarms.asked < 10
    begun = time.now()
    await advance(time, hours=2)
    assert alarms.order == [1]
    assert alarms.since[0] >= begun, "nobody could play meanwhile"


async def test_a_store_that_fails_for_a_moment_gives_nobody_more_time(time, alarms, scheduler):
    scheduler.start([0])
    begun = time.now()
    await advance(time, minutes=10)
    alarms.set, alarms.fails = {1: time.now()}, 2
    scheduler.wake_by(time.now())
    await advance(time, minutes=1)
    assert alarms.since == [begun]


class TestWallClock:
    @pytest.mark.parametrize(("late", "absent"), [(9 * HOUR, True), (MINUTE * 5 / 6, False)])
    async def test_a_machine_that_slept_was_absent_but_not_one_that_was_a_little_late(
        self, time, alarms, scheduler, late, absent
    ):
        alarms.set = {1: time.now() + 30 * MINUTE}
        scheduler.start([0])
        began = time.now()
        await advance(time, minutes=10)
        time.set_by += late
        await advance(time, hours=1)
        assert alarms.order == [1]
        assert (alarms.since[0] >= began + late) is absent
        assert (alarms.since == [began]) is not absent

    async def test_an_alarm_that_is_long_over_when_it_is_set_is_no_absence(
        self, time, alarms, scheduler
    ):
        scheduler.start([0])
        began = time.now()
        await advance(time, hours=30)
        alarms.set = {1: began}
        scheduler.wake_by(began)
        await advance(time, minutes=1)
        assert alarms.since == [began]

    async def test_set_back_it_keeps_alarms_waiting_and_loses_none(self, time, alarms, scheduler):
        alarms.set = {1: time.now() + 30 * MINUTE}
        scheduler.start([0])
        await advance(time, minutes=10)
        time.set_by -= 3 * HOUR
        await advance(time, hours=3)
        assert alarms.order == []
        await advance(time, minutes=20)
        assert alarms.seen == [(1, timedelta())]


async def test_a_shard_that_lost_its_connection_stops_no_other_ones_clocks(time, alarms, scheduler):
    scheduler.shard_count = 2
    scheduler.start([0, 1])
    alarms.set = {2: time.now() + HOUR, 3: time.now() + HOUR}
    scheduler.pause([1])
    await advance(time, hours=3)
    assert alarms.order == [2]
    scheduler.start([1])
    await advance(time, minutes=1)
    assert alarms.order == [2, 3]
    begun = time.now() - timedelta(hours=3, minutes=1)
    assert [since - begun for since in alarms.since] == [timedelta(), 3 * HOUR]


class TestStopping:
    async def test_a_paused_clock_handles_nothing_and_tells_when_it_resumed(
        self, time, alarms, scheduler
    ):
        alarms.set = {1: time.now() + HOUR}
        scheduler.start([0])
        await turns()
        scheduler.pause([0])
        scheduler.wake_by(time.now())
        await advance(time, days=2)
        assert alarms.order == []
        scheduler.start([0])
        scheduler.start([0])  # nothing is different
        await turns()
        assert alarms.order == [1]
        assert alarms.since == [time.now()]

    async def test_what_is_under_way_is_finished_and_no_more(self, time, alarms, scheduler):
        alarms.set = dict.fromkeys(range(AT_ONCE + 1), time.now())
        alarms.gate = asyncio.Event()
        scheduler.start([0])
        await turns()
        closing = asyncio.create_task(scheduler.close())
        await turns()
        assert not closing.done()
        alarms.gate.set()
        await closing
        assert alarms.order == [*range(AT_ONCE)]

    async def test_started_before_it_has_stopped_it_goes_on_as_one(self, time, alarms, scheduler):
        alarms.set = {1: time.now(), 2: time.now()}
        alarms.gate = asyncio.Event()
        scheduler.start([0])
        await turns()
        scheduler.pause([0])
        await turns()
        scheduler.start([0])
        alarms.gate.set()
        await advance(time, minutes=1)
        assert alarms.order == [1, 2]
        assert len([each for each in time.timers if not each.cancelled]) == 1

    async def test_it_waits_for_what_hangs_unless_it_is_given_up(self, time, alarms, scheduler):
        alarms.set, alarms.gate = {1: time.now()}, asyncio.Event()
        scheduler.start([0])
        await advance(time, minutes=30)
        closing = asyncio.create_task(scheduler.close())
        await turns()
        assert not closing.done()
        await scheduler.cancel()
        await closing
        assert alarms.order == []

    async def test_cancelling_drops_the_work_in_progress(self, time, alarms, scheduler):
        alarms.set = {1: time.now()}
        alarms.gate = asyncio.Event()
        scheduler.start([0])
        await turns()
        await scheduler.cancel()
        scheduler.start([0])
        alarms.gate.set()
        await advance(time, days=1)
        assert alarms.order == []
