"""Discord cannot be heard: nobody can play, so nobody's time runs out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

HICCUP = 60.0
"""Seconds without Discord that change nothing: connections are lost and found all the time."""


class Outage:
    """Calls ``pause`` when Discord was away for more than a hiccup."""

    def __init__(self, pause: Callable[[], None]) -> None:
        self._pause = pause
        self._timer: asyncio.TimerHandle | None = None

    def begins(self) -> None:
        """The connection is lost; told again with every attempt that fails."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(HICCUP, self._pause)

    def ends(self) -> None:
        """It is back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
