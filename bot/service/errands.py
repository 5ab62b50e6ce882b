"""Things to be done in the background, for each match one at a time, and again when they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic

from structlog.contextvars import bind_contextvars, clear_contextvars

from bot.service.errors import NoSuchMatch
from bot.service.ports import Barred

log = logging.getLogger(__name__)

PAUSES = (6.0, 15.0, 60.0, 240.0, 900.0)
"""Seconds before an errand is tried again: after the first failure, the second, and so on."""
BARRED = (900.0, 3600.0, 21_600.0)
"""The same where somebody has to let us first, and wakes the errand when they do."""
AT_ONCE = 16
"""How many are under way: enough to keep Discord busy, and a start with thousands is no flood."""

SLOW = 5.0
"""Seconds after which it is worth a line how long an errand took."""


def pause_after(failures: int, pauses: Sequence[float] = PAUSES) -> float:
    """Seconds before something is tried again that failed so many times in a row."""
    return pauses[min(failures, len(pauses)) - 1]


class Errands:
    """Runs ``do(key)`` for every key that is woken.

    A key woken while its errand runs is done once more afterwards, so nothing is missed and nothing
    runs twice at the same time. Of different keys ``at_once`` are seen to, in the order in which
    they were woken.
    """

    def __init__(
        self,
        name: str,
        do: Callable[[int], Awaitable[None]],
        *,
        at_once: int = AT_ONCE,
        about: str = "match",
    ) -> None:
        """``about``: what the keys are numbers of."""
        self._name = name
        self._do = do
        self._about = about
        self._places = asyncio.Semaphore(at_once)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._failures: dict[int, int] = {}
        self._closed = False

    def wake(self, key: int) -> None:
        """See to ``key`` now."""
        if self._closed:
            return
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()
        if key in self._tasks:
            self._again.add(key)
            return
        self._tasks[key] = asyncio.create_task(self._run(key), name=f"{self._name} {key}")

    def wake_in(self, key: int, pause: float) -> None:
        """See to ``key`` after so many seconds, unless it is woken before."""
        if pause <= 0:
            self.wake(key)
        elif not self._closed and not self.expects(key):
            self._timers[key] = asyncio.get_running_loop().call_later(pause, self.wake, key)

    def expects(self, key: int) -> bool:
        """Whether ``key`` is being seen to, or will be after a pause."""
        return key in self._tasks or key in self._timers

    async def settled(self, key: int, patience: float) -> None:
        """Wait until ``key`` is not being seen to, but no longer than so many seconds."""
        if key in self._tasks:
            await asyncio.wait({self._tasks[key]}, timeout=patience)

    async def close(self) -> None:
        """Finish what is running, and begin nothing more."""
        self._closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    async def abandon(self) -> None:
        """Give up what is running; it is owed."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, key: int) -> None:
        clear_contextvars()  # whoever woke it was about something else
        if key:
            bind_contextvars(**{self._about: key})
        waits = self._places.locked()
        begun = monotonic()
        try:
            async with self._places:
                begun = monotonic()
                if not (waits and self._closed):  # what has not begun is not begun any more
                    await self._do(key)
        except NoSuchMatch:  # somebody had it deleted
            self._failures.pop(key, None)
        except Exception as error:  # noqa: BLE001 - whatever it is, the errand is still owed
            self._later(key, error)
        else:
            self._failures.pop(key, None)
        finally:
            if (took := monotonic() - begun) > SLOW:
                log.info("%s took %.1f s", self._name, took)
            del self._tasks[key]
            if key in self._again:
                self._again.discard(key)
                self.wake(key)

    def _later(self, key: int, error: Exception) -> None:
        """After a failure: try again after a pause that grows."""
        failed = self._failures[key] = self._failures.get(key, 0) + 1
        barred = isinstance(error, Barred)
        pause = pause_after(failed, BARRED if barred else PAUSES)
        log.warning(
            "%s of %s %s failed (%s), trying again in %.0f s",
            self._name,
            self._about,
            key,
            failed,
            pause,
            exc_info=None if barred else error,
        )
        if not self._closed and key not in self._again:
            self._timers[key] = asyncio.get_running_loop().call_later(pause, self.wake, key)
