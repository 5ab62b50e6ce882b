"""Time that passes only while everybody waits, so that weeks take seconds, and always the same."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from benchmarks.clock import JumpingLoop

MIDNIGHT = datetime(2026, 1, 1, tzinfo=UTC)
"""The time at which the loop begins."""


class VirtualLoop(JumpingLoop):
    """A loop whose time stands still while anything works, threads included."""

    def time(self) -> float:
        """Return the seconds that were waited for so far."""
        return self.skipped

    def run_in_executor(
        self, executor: Executor | None, func: Callable[..., Any], *args: object
    ) -> asyncio.Future[Any]:
        """Run a function at once, in this thread: the order of all that happens is always equal."""
        del executor
        future: asyncio.Future[Any] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001 - whoever awaits it gets it
            future.set_exception(error)
        return future


@dataclass(frozen=True, slots=True)
class VirtualClock:
    """The loop's time, counted from midnight."""

    loop: VirtualLoop

    def now(self) -> datetime:
        """Return the present time, in UTC."""
        return MIDNIGHT + timedelta(seconds=self.loop.time())


class SeededEntropy:
    """Chance that is the same in every run with the same seed."""

    def __init__(self, seed: str) -> None:
        self._rng = Random(seed)

    def secret(self) -> bytes:
        """Return 32 bytes that anybody could guess."""
        return self._rng.randbytes(32)

    def random(self) -> Random:
        """Return the one source of random numbers."""
        return self._rng
