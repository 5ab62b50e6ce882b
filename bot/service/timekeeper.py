"""One loop for all clocks: it sleeps until the first alarm and sees to the matches in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from bot.engine.errors import Refusal
from bot.service.errands import pause_after
from bot.service.ports import Clock, MatchId, Store, StoreFault

log = logging.getLogger(__name__)

BATCH = 100
"""Matches that are asked for at once."""
SLEEP = timedelta(hours=1)
"""The longest sleep: the machine's time may be set, or stand still while its lid is closed."""
OVERSLEPT = timedelta(minutes=1)
"""Whoever wakes so much too late was away."""
REST = timedelta(minutes=1)
"""Before something is tried again that failed."""


class Timekeeper:
    """Calls ``see_to(match, since)`` for every match whose time has come.

    ``since`` is when people could play again after the bot was away: stopped, asleep with its
    machine, or cut off from Discord or its store.
    """

    def __init__(
        self, store: Store, clock: Clock, see_to: Callable[[MatchId, datetime], Awaitable[None]]
    ) -> None:
        self._store = store
        self._clock = clock
        self._see_to = see_to
        self._since: datetime | None = None
        """``None`` while the loop does not run."""
        self._next: datetime | None = None
        """When the loop wakes; ``None`` while it is awake, or does not run."""
        self._timer: asyncio.TimerHandle | None = None
        self._awake: asyncio.Task[None] | None = None
        self._missed: datetime | None = None
        """An alarm that was set while the loop was awake, and may be earlier than it knows of."""
        self._failures = 0
        """How often in a row the store could not be asked."""
        self._lost = clock.now()
        """When the first of these failures was."""
        self._closed = False

    def start(self) -> None:
        """See to alarms from now on; who was kept waiting by our absence gets some time."""
        if self._since is None and not self._closed:
            self._since = self._clock.now()
            if self._awake is None or self._awake.done():  # else it was just stopped, and goes on
                self._begin()

    def pause(self) -> None:
        """See to nothing until :meth:`start`: nobody could play. What is under way is finished."""
        self._since = self._next = None
        if self._timer is not None:
            self._timer.cancel()

    async def close(self) -> None:
        """See to nothing any more."""
        self._closed = True
        self.pause()
        if self._awake is not None:
            await asyncio.wait([self._awake])

    async def abandon(self) -> None:
        """Give up what is under way."""
        if self._awake is not None:
            self._awake.cancel()
        await self.close()

    def expect(self, at: datetime | None) -> None:
        """Something is to be done at that moment; it may be before all that is known."""
        if at is None or self._since is None:
            return
        if self._next is None:
            self._missed = _earlier(self._missed, at)
        elif at < self._next:
            self._sleep_until(at)

    def _sleep_until(self, at: datetime | None) -> None:
        """Wake at that moment, or look again after the longest sleep."""
        if self._timer is not None:
            self._timer.cancel()
        now = self._clock.now()
        self._next = max(min(at or now + SLEEP, now + SLEEP), now)
        pause = (self._next - now).total_seconds()
        self._timer = asyncio.get_running_loop().call_later(pause, self._wake)

    def _wake(self) -> None:
        now = self._clock.now()
        if self._next is not None and now - self._next > OVERSLEPT:
            log.warning("the clock overslept by %s; nobody loses a turn by it", now - self._next)
            self._since = now
        self._next = self._timer = None
        self._begin()

    def _begin(self) -> None:
        self._awake = asyncio.create_task(self._work(), name="clock")

    async def _work(self) -> None:
        """See to everything that is due, and sleep until something is."""
        at: datetime | None
        self._missed = None
        try:
            await self._see_to_all()
            at = _earlier(await self._store.next_alarm(), self._missed)
            self._failures = 0
        except Exception as fault:  # whatever it is, the clock goes on
            told = not isinstance(fault, StoreFault)
            log.warning("the clock cannot see its alarms: %s", fault, exc_info=told)
            self._lost = self._lost if self._failures else self._clock.now()
            self._failures += 1
            at = self._clock.now() + timedelta(seconds=pause_after(self._failures))
        if self._since is not None:
            self._sleep_until(at)

    async def _see_to_all(self) -> None:
        seen: set[MatchId] = set()
        while due := await self._store.alarms(self._clock.now(), BATCH):
            self._found()
            for match_id in due:
                if self._since is None:
                    return
                if match_id in seen:  # nothing came of it, or something is due again already
                    await self._store.postpone(match_id, self._clock.now() + REST)
                else:
                    await self._attend(match_id, self._since)
                seen.add(match_id)

    def _found(self) -> None:
        """The store answers; as long as it did not, nobody could play."""
        now = self._clock.now()
        if self._failures and self._since is not None and now - self._lost > OVERSLEPT:
            self._since, self._lost = now, now

    async def _attend(self, match_id: MatchId, since: datetime) -> None:
        """See to one match; a failure keeps nobody else waiting."""
        try:
            await self._see_to(match_id, since)
        except Exception as error:
            expected = isinstance(error, Refusal | StoreFault)
            log.warning("match %s was not seen to: %s", match_id, error, exc_info=not expected)
            await self._store.postpone(match_id, self._clock.now() + REST)


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    return min(filter(None, (one, other)), default=None)
