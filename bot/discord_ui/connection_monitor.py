"""Lost connections to Discord: nobody can play, so nobody's time may run out."""

import asyncio
from collections.abc import Callable

HICCUP = 60.0
"""Seconds without a connection that change nothing: short losses happen all the time."""


class ConnectionMonitor:
    """Calls ``pause`` with a shard whose connection has been lost for :data:`HICCUP` seconds."""

    def __init__(self, pause: Callable[[int], None]) -> None:
        self._pause = pause
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def begins(self, shard_id: int) -> None:
        """Start the timer unless it runs: every failed attempt to connect calls this again."""
        if shard_id not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[shard_id] = loop.call_later(HICCUP, self._pause, shard_id)

    def ends(self, shard_id: int) -> None:
        """Stop the timer: the connection is back."""
        if (timer := self._timers.pop(shard_id, None)) is not None:
            timer.cancel()

    def stop(self) -> None:
        """Stop all timers."""
        for shard_id in list(self._timers):
            self.ends(shard_id)
