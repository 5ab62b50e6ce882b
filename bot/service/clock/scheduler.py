"""One loop for all clocks: it sleeps until something is due, and handles matches in order."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.engine.errors import Refusal
from bot.service.model.match import MatchId
from bot.service.ports.clock import Clock
from bot.service.ports.faults import StoreFault
from bot.service.ports.store import Store
from bot.service.retry_queue import LAST_WAIT, pause_after

log = logging.getLogger(__name__)

BATCH = 100
"""Matches fetched in one query."""
LONGEST_SLEEP = timedelta(hours=1)
"""The longest sleep: the machine's time may be set, or stop while its lid is closed."""
OVERSLEPT = timedelta(minutes=1)
"""Waking up, or reaching the store, this much too late counts as having been away."""
REST = timedelta(minutes=1)
"""Time before something that failed is retried."""


class DeadlineScheduler:
    """Calls ``handle_due(match, since)`` for every match with something due.

    ``since`` is when people could play again after the bot was away: stopped, asleep with its
    machine, or cut off from Discord or its store.
    """

    def __init__(
        self, store: Store, clock: Clock, handle_due: Callable[[MatchId, datetime], Awaitable[None]]
    ) -> None:
        self._store = store
        self._clock = clock
        self._handle_due = handle_due
        self._since: datetime | None = None
        """``None`` while the loop is not running."""
        self._next: datetime | None = None
        """The time of the next wake-up; ``None`` while the loop is awake or not running."""
        self._timer: asyncio.TimerHandle | None = None
        self._awake: asyncio.Task[None] | None = None
        self._set_while_awake: datetime | None = None
        """A deadline set while the loop was awake, maybe earlier than those it knows of."""
        self._failures = 0
        """The number of times in a row that the store could not be read."""
        self._failing_since = clock.now()
        """The time of the first of these failures."""
        self._closed = False

    def start(self) -> None:
        """Handle deadlines from now on; people kept waiting by our absence get some extra time."""
        if self._since is None and not self._closed:
            self._since = self._clock.now()
            if self._awake is None or self._awake.done():  # else it was just stopped, and goes on
                self._start_work()

    def pause(self) -> None:
        """Handle nothing until :meth:`start`, as nobody can play; work in progress is finished."""
        self._since = self._next = None
        if self._timer is not None:
            self._timer.cancel()

    async def close(self) -> None:
        """Stop for good, after finishing the work in progress."""
        self._closed = True
        self.pause()
        if self._awake is not None:
            await asyncio.wait([self._awake])

    async def cancel(self) -> None:
        """Stop for good, and cancel the work in progress."""
        self._closed = True
        self.pause()
        if self._awake is not None:
            self._awake.cancel()
            await asyncio.wait([self._awake], timeout=LAST_WAIT)

    def wake_by(self, at: datetime | None) -> None:
        """Wake up by that time, which may be earlier than all known deadlines; ignore ``None``."""
        if at is None or self._since is None:
            return
        if self._next is None:
            self._set_while_awake = _earlier(self._set_while_awake, at)
        elif at < self._next:
            self._sleep_until(at)

    def _sleep_until(self, at: datetime | None) -> None:
        """Wake up at that time, or after the longest sleep if that is sooner."""
        if self._timer is not None:
            self._timer.cancel()
        now = self._clock.now()
        self._next = max(min(at or now + LONGEST_SLEEP, now + LONGEST_SLEEP), now)
        pause = (self._next - now).total_seconds()
        self._timer = asyncio.get_running_loop().call_later(pause, self._wake)

    def _wake(self) -> None:
        now = self._clock.now()
        if self._next is not None and now - self._next > OVERSLEPT:
            log.warning("the clock woke up %s late; everybody gets extra time", now - self._next)
            self._since = now
        self._next = self._timer = None
        self._start_work()

    def _start_work(self) -> None:
        self._awake = asyncio.create_task(self._work(), name="clock")

    async def _work(self) -> None:
        """Handle everything that is due, then sleep until something is."""
        at: datetime | None
        self._set_while_awake = None
        try:
            await self._handle_all_due()
            at = _earlier(await self._store.next_alarm(), self._set_while_awake)
            self._failures = 0
        except Exception as fault:  # whatever went wrong, the clock goes on
            is_unexpected = not isinstance(fault, StoreFault)
            log.warning("cannot read due deadlines: %s", fault, exc_info=is_unexpected)
            self._failing_since = self._failing_since if self._failures else self._clock.now()
            self._failures += 1
            at = self._clock.now() + timedelta(seconds=pause_after(self._failures))
        if self._since is not None:
            self._sleep_until(at)

    async def _handle_all_due(self) -> None:
        seen: set[MatchId] = set()
        while due := await self._store.alarms(self._clock.now(), BATCH):
            self._note_store_answers()
            for match_id in due:
                if self._since is None:
                    return
                if match_id in seen:  # it had no effect, or something is due again already
                    await self._store.postpone(match_id, self._clock.now() + REST)
                else:
                    await self._handle_match(match_id, self._since)
                seen.add(match_id)

    def _note_store_answers(self) -> None:
        """Note that the store answers; nobody could play as long as it did not."""
        now = self._clock.now()
        if self._failures and self._since is not None and now - self._failing_since > OVERSLEPT:
            self._since, self._failing_since = now, now

    async def _handle_match(self, match_id: MatchId, since: datetime) -> None:
        """Handle one match; log a failure and postpone it, so that no other match has to wait."""
        try:
            await self._handle_due(match_id, since)
        except Exception as error:
            expected = isinstance(error, Refusal | StoreFault)
            log.warning(
                "cannot handle deadline of match %s: %s", match_id, error, exc_info=not expected
            )
            await self._store.postpone(match_id, self._clock.now() + REST)


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    return min(filter(None, (one, other)), default=None)
