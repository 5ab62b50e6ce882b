"""Measures how late deadlines are kept when ten thousand of them fall into one hour.

    python -m benchmarks.clock

A crowd of matches of all games, the real service over the real store, and a publisher that shows
nothing. The hour passes in virtual time: while the process works, in whatever thread, time runs as
usual; while it only waits for the next moment, time jumps there. So the lag is realistic. It counts
from the deadline to the commit of the safest move, made for the player who timed out.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from inspect import iscoroutinefunction
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, cast

from benchmarks.crowd import NOON, Crowd, gather
from benchmarks.measures import Measure, table
from benchmarks.silent_publisher import SilentPublisher
from bot.model.match import MoveMaker
from bot.service.game_service import GameService
from bot.service.metrics import Metrics
from bot.service.ports.store import Store
from bot.store import open_store

DEADLINES = 10_000
HOUR = timedelta(hours=1)
LEAD = timedelta(minutes=70)
"""From the bot's start to the first deadline; a start gives an hour to anyone with less left."""


def measure(*, quick: bool = False) -> list[Measure]:
    """Measure the seconds between a deadline and the move: 99th percentile, median and worst."""
    deadlines = 60 if quick else DEADLINES
    with TemporaryDirectory() as directory:
        url = f"sqlite+aiosqlite:///{Path(directory) / 'boneyard.db'}"
        lags = _hour(url, deadlines)
    percentiles = quantiles(lags, n=100)
    return [
        Measure(
            name=f"clock lag, {DEADLINES:,} deadlines in an hour, p99",
            value=percentiles[98],
            unit="s",
            at_most=1,
            beside=f"median {1000 * median(lags):.0f} ms, worst {max(lags):.2f} s",
        )
    ]


def _hour(url: str, deadlines: int) -> list[float]:
    """Return how late each move was, in seconds."""
    rng = Random("deadlines")
    due = [LEAD + HOUR * rng.random() for _ in range(deadlines)]
    loop = JumpingLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(gather(url, Crowd(deadlines, NOON, due.__getitem__)))
        return runner.run(_pass(url, loop, due))


async def _pass(url: str, loop: JumpingLoop, due: list[timedelta]) -> list[float]:
    """Let time pass until every deadline has been handled; return the lags in seconds."""
    store = open_store(url, exclusive=True)
    clock = LoopClock(loop)
    metrics = Lags(clock, [NOON + each for each in due])
    service = GameService(
        cast(Store, _Counted(store, loop)), SilentPublisher(), clock, metrics=metrics
    )
    service.resume()
    async with asyncio.timeout((LEAD + 2 * HOUR).total_seconds()):
        await metrics.all_seen.wait()
    await service.close()
    await store.dispose()
    return list(metrics.late.values())


class JumpingLoop(asyncio.SelectorEventLoop):
    """A loop whose time jumps to the next timer as soon as nothing works."""

    def __init__(self) -> None:
        super().__init__(_JumpingSelector(self))
        self.skipped = 0.0
        self.working = 0
        """Calls in threads or the store that are still running."""

    def time(self) -> float:
        """Return seconds, including those that were skipped."""
        return super().time() + self.skipped

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., Any], *args: object
    ) -> asyncio.Future[Any]:
        """Run a function in a thread as usual, counted as work."""
        self.working += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._done)
        return future

    def _done(self, future: asyncio.Future[Any]) -> None:
        del future
        self.working -= 1


class _JumpingSelector(selectors.DefaultSelector):
    def __init__(self, loop: JumpingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:  # noqa: ANN401 - as in its base class
        if not timeout or self._loop.working:
            return super().select(timeout)
        ready = super().select(0)
        if not ready:
            self._loop.skipped += timeout
        return ready


@dataclass(frozen=True, slots=True)
class LoopClock:
    """The loop's time, counted from noon."""

    loop: JumpingLoop
    began: float = field(init=False)

    def __post_init__(self) -> None:
        """Start at noon."""
        object.__setattr__(self, "began", self.loop.time())

    def now(self) -> datetime:
        """Return the present time, in UTC."""
        return NOON + timedelta(seconds=self.loop.time() - self.began)


class Lags(Metrics):
    """Records, for each match, the lag of the first move that the clock makes."""

    def __init__(self, clock: LoopClock, due: list[datetime]) -> None:
        self._clock = clock
        self._due = due
        self.late: dict[int, float] = {}
        self.all_seen = asyncio.Event()

    def committed(self, match_id: int, by: MoveMaker) -> None:
        """Record the lag of a move that is in the store."""
        if by is MoveMaker.CLOCK and match_id not in self.late:
            late = self._clock.now() - self._due[match_id - 1]
            self.late[match_id] = late.total_seconds()
        if len(self.late) == len(self._due):
            self.all_seen.set()


class _Counted:
    """A store whose calls count as work."""

    def __init__(self, store: object, loop: JumpingLoop) -> None:
        self._store = store
        self._loop = loop

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - a method or an attribute
        found = getattr(self._store, name)
        return partial(self._call, found) if iscoroutinefunction(found) else found

    async def _call(
        self, method: Callable[..., Awaitable[Any]], *args: object, **named: object
    ) -> object:
        self._loop.working += 1
        try:
            return await method(*args, **named)
        finally:
            self._loop.working -= 1


if __name__ == "__main__":
    print(table(measure()))
