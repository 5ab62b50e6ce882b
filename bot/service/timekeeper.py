"""One loop for all clocks: it sleeps until the first alarm and sees to the matches in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from bot.engine.errors import Refusal
from bot.service.errands import pause_after
from bot.service.ports import Clock, MatchId, Store, StoreFault

log = logging.getLogger(__name__)

BATCH = 100
"""Matches that are asked for at once."""
SLEEP = timedelta(hours=1)
"""The longest sleep: the machine's time may be set, or stand still while its lid is closed."""
REST = timedelta(minutes=1)
"""Before something is tried again that failed."""


class Timekeeper:
    """Calls ``see_to(match)`` for every match whose time has come."""

    def __init__(
        self, store: Store, clock: Clock, see_to: Callable[[MatchId], Awaitable[None]]
    ) -> None:
        self._store = store
        self._clock = clock
        self._see_to = see_to
        self._next: datetime | None = None
        """When the loop wakes; ``None`` while it is awake, or does not run."""
        self._timer: asyncio.TimerHandle | None = None
        self._awake: asyncio.Task[None] | None = None
        self._missed: datetime | None = None
        """An alarm that was set while the loop was awake, and may be earlier than it knows of."""
        self._failures = 0
        """How often in a row the store could not be asked."""
        self._runs = False
        self._closed = False

    def start(self) -> None:
        """See to alarms from now on; who was kept waiting by our absence gets some time."""
        if not self._runs and not self._closed:
            self._runs = True
            self._begin(self._open())

    async def stop(self) -> None:
        """See to nothing until :meth:`start`: nobody could play, or we are leaving."""
        self._runs = False
        self._next = None
        if self._timer is not None:
            self._timer.cancel()
        task = self._awake
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def close(self) -> None:
        """See to nothing any more."""
        self._closed = True
        await self.stop()

    def expect(self, at: datetime | None) -> None:
        """Something is to be done at that moment; it may be before all that is known."""
        if at is None or not self._runs:
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
        self._next = min(at or now + SLEEP, now + SLEEP)
        pause = max((self._next - now).total_seconds(), 0)
        self._timer = asyncio.get_running_loop().call_later(pause, self._wake)

    def _wake(self) -> None:
        self._next = self._timer = None
        self._begin(self._work())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._awake = asyncio.create_task(work, name="clock")

    async def _open(self) -> None:
        """Before the first look: nobody is to lose a turn because we were away."""
        try:
            await self._store.grant(self._clock.now())
        except StoreFault as fault:
            log.warning("the clock cannot begin: %s", fault)
            self._failures += 1
            await asyncio.sleep(pause_after(self._failures))
            self._begin(self._open())
        else:
            await self._work()

    async def _work(self) -> None:
        """See to everything that is due, and sleep until something is."""
        at: datetime | None
        try:
            self._missed = None
            while due := await self._store.alarms(self._clock.now(), BATCH):
                for match_id in due:
                    await self._attend(match_id)
            at = await self._store.next_alarm()
            self._failures = 0
        except StoreFault as fault:
            log.warning("the clock cannot see its alarms: %s", fault)
            self._failures += 1
            at = self._clock.now() + timedelta(seconds=pause_after(self._failures))
        if self._runs:
            self._sleep_until(at if self._failures else _earlier(at, self._missed))

    async def _attend(self, match_id: MatchId) -> None:
        """See to one match; a failure keeps nobody else waiting."""
        try:
            await self._see_to(match_id)
        except (Refusal, StoreFault) as error:
            log.warning("the clock of match %s was not seen to: %s", match_id, error)
            await self._store.postpone(match_id, self._clock.now() + REST)
        except Exception:
            log.exception("the clock of match %s was not seen to", match_id)
            await self._store.postpone(match_id, self._clock.now() + REST)


def _earlier(one: datetime | None, other: datetime | None) -> datetime | None:
    return min(filter(None, (one, other)), default=None)
