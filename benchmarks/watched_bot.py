"""Runs the bot and prints whatever holds its event loop longer than anything before.

python -m benchmarks.watched_bot run

What counts is the processor time of the loop's own thread, so other load does not matter. SIGUSR1
makes it forget the longest time so far.
"""

import asyncio
import signal
import sys
from time import thread_time
from typing import Any

from bot.cli import main

HELD, RESET = "held the loop for", "forgot the longest time"
"""The texts of the lines that are printed."""
LEAST = 0.005
"""The least seconds that are worth a line."""


class _Watch:
    """Measures every callback of the loop."""

    def __init__(self) -> None:
        self._longest = LEAST
        self._run = asyncio.Handle._run  # noqa: SLF001 - there is no public way
        self._is_set = False

    def run(self, handle: asyncio.Handle) -> None:
        """Run a callback, and print how long it took if none took longer."""
        begun = thread_time()
        self._run(handle)
        took = thread_time() - begun
        if not self._is_set:
            self._is_set = True
            asyncio.get_event_loop().add_signal_handler(signal.SIGUSR1, self.reset)
        if took > self._longest:
            self._longest = took
            print(f"{HELD} {took * 1000:.1f} ms: {_what(handle)}", flush=True)

    def reset(self) -> None:
        """Forget the longest so far."""
        self._longest = LEAST
        print(RESET, flush=True)


def _what(handle: Any) -> str:  # noqa: ANN401 - a Handle, whose callback is not public
    """Return the coroutine of the task that was continued, or the callback."""
    task = getattr(handle._callback, "__self__", None)  # noqa: SLF001
    if not isinstance(task, asyncio.Task):
        return repr(handle._callback)  # noqa: SLF001
    return f"{task.get_name()} {task.get_coro()!r}"


def _watched(watch: _Watch) -> None:
    """Have every callback of every loop run by the watch."""

    def run(handle: asyncio.Handle) -> None:
        watch.run(handle)

    asyncio.Handle._run = run  # type: ignore[assignment, method-assign]  # noqa: SLF001


if __name__ == "__main__":
    _watched(_Watch())
    sys.exit(main())
