"""Background jobs, one at a time for each match, which are retried when they fail."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from time import monotonic

from structlog.contextvars import bind_contextvars, clear_contextvars

from bot.model.errors import NoSuchMatch
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import PostingForbidden, PublishFailed

log = logging.getLogger(__name__)

PAUSES = (6.0, 15.0, 60.0, 240.0, 900.0)
"""Seconds before a job is retried: after the first failure, the second, and so on."""
BARRED = (900.0, 3600.0, 21_600.0)
"""The same for jobs without permission, which are woken when somebody grants it."""
ALL = 0
"""A key that stands for everything; no match and no server has this id."""
CONCURRENT_JOBS = 16
"""Jobs that run at once: enough to keep Discord busy, but not to flood it after a start."""

LAST_WAIT = 5.0
"""Seconds that cancelled jobs may take to end: a transaction is finished first."""
HANGS = 10.0
"""Seconds after which a job no longer counts among those under way, so that others may begin."""
SLOW = 5.0
"""Seconds after which the time a job took is logged."""


def pause_after(failures: int, pauses: Sequence[float] = PAUSES) -> float:
    return pauses[min(failures, len(pauses)) - 1]


class RetryQueue:
    """Runs ``do(key)`` for every key that is woken.

    A key woken while its job runs is run again afterwards, so nothing is missed and nothing runs
    twice at the same time. At most ``at_once`` keys run at once, in the order in which they were
    woken; but those that take longer than :data:`HANGS` hold up no other.
    """

    def __init__(
        self,
        name: str,
        do: Callable[[int], Awaitable[None]],
        *,
        at_once: int = CONCURRENT_JOBS,
        about: str = "match",
    ) -> None:
        """Take the job to run; ``about`` names what its keys identify, in log lines."""
        self._name = name
        self._do = do
        self._about = about
        self._slots = asyncio.Semaphore(at_once)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._held: dict[int | None, asyncio.TimerHandle] = {}
        """The keys whose jobs must not be tried yet, and ``None`` if that is so for all."""
        self._blocked: set[int] = set()
        self._failures: dict[int, int] = {}
        self._waiting: dict[int, list[asyncio.Future[bool]]] = {}
        self._closed = False

    def enqueue(self, key: int) -> None:
        """Run the job of ``key`` now, or as soon as it may be tried; again if it is running."""
        if self._closed:
            return
        timer = self._timers.pop(key, None)
        if timer is not None:
            timer.cancel()
        if key in self._tasks:
            self._again.add(key)
        elif self._held.keys() & {key, None}:
            self._blocked.add(key)
        else:
            self._tasks[key] = asyncio.create_task(self._run(key), name=f"{self._name} {key}")

    def enqueue_later(self, key: int, pause: float) -> None:
        """Run a key's job after ``pause`` seconds, unless it is running or waiting already."""
        if pause <= 0:
            self.enqueue(key)
        elif not self._closed and not self.is_pending(key):
            self._timers[key] = asyncio.get_running_loop().call_later(pause, self.enqueue, key)

    def enqueue_again(self, key: int, pause: float) -> None:
        """Run a key's job after ``pause`` seconds, even if it is running now and requests this."""
        if not self._closed and key not in self._timers:
            self._timers[key] = asyncio.get_running_loop().call_later(pause, self.enqueue, key)

    def is_pending(self, key: int) -> bool:
        """Return whether the job of ``key`` is running, or will after a pause."""
        return key in self._tasks or key in self._timers or key in self._blocked

    async def wait_idle(self, key: int, patience: float) -> None:
        if key in self._tasks:
            await asyncio.wait({self._tasks[key]}, timeout=patience)

    async def next_end(self, key: int) -> bool:
        """Wait until the job of ``key`` ends the next time; return whether it succeeded.

        Return ``False`` at once after a failure, as long as it is not tried again.
        """
        if key in self._failures and key not in self._tasks:
            return False
        ended: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, []).append(ended)
        return await ended

    async def close(self) -> None:
        self._closed = True
        for timer in (*self._timers.values(), *self._held.values()):
            timer.cancel()
        self._timers.clear()
        if self._tasks:
            await asyncio.wait(self._tasks.values())

    async def cancel(self) -> None:
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            _, hanging = await asyncio.wait(tasks, timeout=LAST_WAIT)
            for task in hanging:
                log.warning(
                    "%s did not finish; it is repeated after the next start", task.get_name()
                )

    async def _run(self, key: int) -> None:
        clear_contextvars()  # drop the context of whoever woke it
        if key:
            bind_contextvars(**{self._about: key})
        waits = self._slots.locked()
        begun = monotonic()
        try:
            async with self._slot():
                begun = monotonic()
                if not (waits and self._closed):  # no waiting job starts after closing
                    await self._do(key)
        except NoSuchMatch:  # the match was deleted
            self._failures.pop(key, None)
        except Exception as error:  # noqa: BLE001 - whatever it was, the job has to be retried
            self._later(key, error)
        else:
            self._failures.pop(key, None)
        finally:
            self._tell_end(key)
            if (took := monotonic() - begun) > SLOW:
                log.info("%s took %.1f s", self._name, took)
            del self._tasks[key]
            if key in self._again:
                self._again.discard(key)
                self.enqueue(key)

    @asynccontextmanager
    async def _slot(self) -> AsyncIterator[None]:
        is_held = True

        def free() -> None:
            nonlocal is_held
            is_held = False
            self._slots.release()

        await self._slots.acquire()
        timer = asyncio.get_running_loop().call_later(HANGS, free)
        try:
            yield
        finally:
            timer.cancel()
            if is_held:
                self._slots.release()

    def _tell_end(self, key: int) -> None:
        for ended in self._waiting.pop(key, ()):
            if not ended.done():  # else nobody waits any more
                ended.set_result(key not in self._failures)

    def _later(self, key: int, error: Exception) -> None:
        failed = self._failures[key] = self._failures.get(key, 0) + 1
        barred = isinstance(error, PostingForbidden)
        expected = isinstance(error, PublishFailed | StoreFault)
        pause = pause_after(failed, BARRED if barred else PAUSES)
        if isinstance(error, PublishFailed) and error.retry_after:
            self._hold(None if error.is_for_everything else key, error.retry_after)
            pause = max(pause, error.retry_after)
        log.warning(
            "%s of %s %s failed (%s), trying again in %.0f s%s",
            self._name,
            self._about,
            key,
            failed,
            pause,
            f": {error}" if expected else "",
            exc_info=None if expected else error,
        )
        if not self._closed and key not in self._again:
            self._timers[key] = asyncio.get_running_loop().call_later(pause, self.enqueue, key)

    def _hold(self, key: int | None, seconds: float) -> None:
        """Let the job of ``key`` (``None``: any job) not be tried for some seconds."""
        if key in self._held:
            self._held[key].cancel()
        self._held[key] = asyncio.get_running_loop().call_later(seconds, self._release, key)

    def _release(self, key: int | None) -> None:
        del self._held[key]
        blocked, self._blocked = self._blocked, set()
        for each in blocked:
            self.enqueue(each)
