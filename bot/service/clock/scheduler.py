"""One loop for all clocks: it sleeps until something is due, and handles matches in order.

A match that takes longer than :data:`~bot.service.retry_queue.HANGS` is left to itself: the loop
goes on without it, and looks at it again once it is done.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from functools import partial

from bot.engine.errors import Refusal
from bot.model.match import Match, MatchId
from bot.model.overview import Alarm
from bot.model.shards import ALONE, Shards
from bot.service.ports.clock import Clock
from bot.service.ports.faults import StoreFault
from bot.service.ports.store import Store
from bot.service.retry_queue import HANGS, LAST_WAIT, pause_after

log = logging.getLogger(__name__)

BATCH = 100
"""Matches fetched in one query."""
LONGEST_SLEEP = timedelta(hours=1)
"""The longest sleep: the machine's time may be set, or stop while its lid is closed."""
CHECK_INTERVAL = timedelta(seconds=5)
"""The same if other processes use the store: the notification of a new deadline may be lost."""
AT_ONCE = 8
LATE_WAKE_UP = timedelta(minutes=1)
"""Waking up, or reaching the store, this much too late counts as having been away."""
REST = timedelta(minutes=1)
"""Time before something that failed is retried."""


class DeadlineScheduler:
    """Calls ``handle_due(match, since)`` for every match with something due on running shards.

    ``since`` is when people could play again after the bot was away: stopped, asleep with its
    machine, or cut off from Discord or its store. ``postponed`` is called with every match that the
    scheduler has changed in the store, so that nobody goes on with an older copy of it.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        handle_due: Callable[[MatchId, datetime], Awaitable[None]],
        postponed: Callable[[MatchId], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._handle_due = handle_due
        self._postponed = postponed
        self.shard_count = ALONE.count
        self._since: dict[int, datetime] = {}
        """The shards whose clocks run, and since when people can play there."""
        self._next: datetime | None = None
        """The time of the next wake-up; ``None`` while the loop is awake or not running."""
        self._timer: asyncio.TimerHandle | None = None
        self._awake: asyncio.Task[None] | None = None
        self._under_way: dict[MatchId, asyncio.Task[None]] = {}
        """The matches that are being handled, those that hang included."""
        self._set_while_awake: datetime | None = None
        """A deadline set while the loop was awake, maybe earlier than those it knows of."""
        self._failures = 0
        """The number of times in a row that the store could not be read."""
        self._failing_since = clock.now()
        self._closed = False

    def start(self, shard_ids: Collection[int]) -> None:
        """Handle these shards' deadlines from now on; people kept waiting get some extra time."""
        new = [shard_id for shard_id in shard_ids if shard_id not in self._since]
        if not new or self._closed:
            return
        self._since |= dict.fromkeys(new, self._clock.now())
        if self._awake is None or self._awake.done():  # else it was just stopped, and goes on
            self._cancel_timer()
            self._start_work()
        else:
            self._set_while_awake = self._clock.now()

    def pause(self, shard_ids: Collection[int]) -> None:
        """Handle nothing of these shards until :meth:`start`, as nobody there can play.

        Work in progress is finished.
        """
        for shard_id in shard_ids:
            self._since.pop(shard_id, None)
        if not self._since:
            self._cancel_timer()

    async def close(self) -> None:
        self._closed = True
        self.pause(list(self._since))
        if self._awake is not None:
            await asyncio.wait([self._awake, *self._under_way.values()])

    async def cancel(self) -> None:
        self._closed = True
        self.pause(list(self._since))
        if self._awake is not None:
            tasks = [self._awake, *self._under_way.values()]
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=LAST_WAIT)

    def match_changed(self, match: Match) -> None:
        self.wake_by(match.agenda.wakes_at)

    def wake_by(self, at: datetime | None) -> None:
        """Wake up by that time, which may be earlier than all known deadlines; ignore ``None``."""
        if at is None or not self._since:
            return
        if self._next is None:
            self._set_while_awake = _earlier(self._set_while_awake, at)
        elif at < self._next:
            self._sleep_until(at)

    @property
    def _running(self) -> Shards:
        return Shards(self.shard_count, frozenset(self._since))

    def _cancel_timer(self) -> None:
        self._next = None
        if self._timer is not None:
            self._timer.cancel()

    def _sleep_until(self, at: datetime | None) -> None:
        """Wake up at that time, or after the longest sleep if that is sooner."""
        self._cancel_timer()
        now = self._clock.now()
        latest = now + (LONGEST_SLEEP if self._store.is_exclusive else CHECK_INTERVAL)
        self._next = max(min(at or latest, latest), now)
        pause = (self._next - now).total_seconds()
        self._timer = asyncio.get_running_loop().call_later(pause, self._wake)

    def _wake(self) -> None:
        now = self._clock.now()
        if self._next is not None and now - self._next > LATE_WAKE_UP:
            log.warning("the clock woke up %s late; everybody gets extra time", now - self._next)
            self._since = dict.fromkeys(self._since, now)
        self._next = self._timer = None
        self._start_work()

    def _start_work(self) -> None:
        self._awake = asyncio.create_task(self._work(), name="clock")

    async def _work(self) -> None:
        at: datetime | None
        self._set_while_awake = None
        try:
            await self._handle_all_due()
            first = await self._store.next_alarm(self._running, self._under_way)
            at = _earlier(first, self._set_while_awake)
            self._failures = 0
        except Exception as fault:  # noqa: BLE001 - whatever went wrong, the clock goes on
            _log_fault("cannot read due deadlines", fault)
            self._failing_since = self._failing_since if self._failures else self._clock.now()
            self._failures += 1
            at = self._clock.now() + timedelta(seconds=pause_after(self._failures))
        if self._since:
            self._sleep_until(at)

    async def _handle_all_due(self) -> None:
        """Handle what is due, some matches at a time, but none that is under way already."""
        seen: set[MatchId] = set()
        while due := await self._store.alarms(
            self._clock.now(), BATCH, self._running, self._under_way
        ):
            self._note_store_answers()
            slots = asyncio.Semaphore(AT_ONCE)
            handled = (self._handle(each, slots, again=each.match_id in seen) for each in due)
            for outcome in await asyncio.gather(*handled, return_exceptions=True):
                if outcome is not None:
                    raise outcome
            seen.update(each.match_id for each in due)
            if not self._since:
                return

    def _note_store_answers(self) -> None:
        """Note that the store answers; nobody could play as long as it did not."""
        now = self._clock.now()
        if self._failures and now - self._failing_since > LATE_WAKE_UP:
            self._since = dict.fromkeys(self._since, now)
            self._failing_since = now

    async def _handle(self, alarm: Alarm, slots: asyncio.Semaphore, *, again: bool) -> None:
        async with slots:
            task = asyncio.create_task(self._handle_or_postpone(alarm, again=again))
            self._under_way[alarm.match_id] = task
            done, _ = await asyncio.wait({task}, timeout=HANGS)
        if done:
            del self._under_way[alarm.match_id]
            task.result()
        else:
            log.warning("the deadline of match %s hangs; others are handled", alarm.match_id)
            task.add_done_callback(partial(self._no_longer_hangs, alarm.match_id))

    def _no_longer_hangs(self, match_id: MatchId, task: asyncio.Task[None]) -> None:
        del self._under_way[match_id]
        if not task.cancelled() and (fault := task.exception()) is not None:
            _log_fault(f"cannot postpone match {match_id}", fault)
        self.wake_by(self._clock.now())

    async def _handle_or_postpone(self, alarm: Alarm, *, again: bool) -> None:
        """Handle one match; log a failure and postpone it, so that no other match has to wait.

        ``again``: handling it had no effect, or something is due again already.
        """
        since = self._since.get(self._running.of(alarm.guild_id))
        if since is None:
            return
        if again or not await self._is_handled(alarm.match_id, since):
            await self._store.postpone(alarm.match_id, self._clock.now() + REST)
            self._postponed(alarm.match_id)

    async def _is_handled(self, match_id: MatchId, since: datetime) -> bool:
        try:
            await self._handle_due(match_id, since)
        except Exception as error:  # noqa: BLE001 - whatever went wrong, others are handled
            _log_fault(f"cannot handle deadline of match {match_id}", error)
            return False
        return True


def _log_fault(what: str, fault: BaseException) -> None:
    expected = isinstance(fault, Refusal | StoreFault)
    log.warning("%s: %s", what, fault, exc_info=None if expected else fault)


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    return min(filter(None, (one, other)), default=None)
