"""Lost connections to Discord: nobody can play, so nobody's time may run out."""

import asyncio
from collections.abc import Callable

HICCUP = 60.0
"""Seconds without a connection that change nothing: short losses happen all the time."""


class ConnectionMonitor:
    """Calls ``pause`` when the connection has been lost for :data:`HICCUP` seconds."""

    def __init__(self, pause: Callable[[], None]) -> None:
        self._pause = pause
        self._timer: asyncio.TimerHandle | None = None

    def begins(self) -> None:
        """Start the timer unless it runs: every failed attempt to connect calls this again."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(HICCUP, self._pause)

    def ends(self) -> None:
        """Stop the timer: the connection is back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
