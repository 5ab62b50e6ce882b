"""The intake of interactions, which a process keeps back until it may answer them."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

ANSWERABLE = 2.8
"""Seconds for which an interaction is kept back; after three, Discord takes no answer."""
REMEMBERED = 10.0
"""Seconds for which accepted interactions are remembered for a successor."""

Payload = dict[str, Any]
"""The data of an ``INTERACTION_CREATE`` event."""


@dataclass(slots=True)
class InteractionIntake:
    """Hands interactions to ``handle``, keeps them back, or drops them.

    While a process takes the shards over from another, Discord sends each interaction to both. The
    new one keeps them back until the old one has said which ones it has accepted.
    """

    handle: Callable[[Any], None]
    now: Callable[[], float] = monotonic
    _is_open: bool = True
    _is_closed: bool = False
    _kept: deque[tuple[float, Payload]] = field(default_factory=deque)
    _accepted: deque[tuple[float, int]] = field(default_factory=deque)
    _elsewhere: frozenset[int] = frozenset()
    """Interactions that the predecessor has accepted."""

    def receive(self, data: Payload) -> None:
        """Take in one interaction."""
        if self._is_closed:
            return
        if self._is_open:
            self._accept(data)
            return
        self._kept.append((self.now(), data))
        while self.now() - self._kept[0][0] > ANSWERABLE:
            self._kept.popleft()

    def hold_back(self) -> None:
        """Keep interactions from now on."""
        self._is_open = False

    def open(self, elsewhere: frozenset[int] | None) -> None:
        """Hand over what was kept, and everything from now on.

        ``elsewhere`` has what the predecessor accepted, which is dropped. If that isn't known
        (``None``), everything that was kept is dropped: an unanswered press can be repeated.
        """
        if self._is_open:
            return
        self._is_open, self._elsewhere = True, elsewhere or frozenset()
        kept, self._kept = self._kept, deque()
        for at, data in kept:
            if elsewhere is not None and self.now() - at <= ANSWERABLE:
                self._accept(data)

    def close(self) -> tuple[int, ...]:
        """Accept nothing more; return the ids of the interactions accepted in the last seconds."""
        self._is_closed = True
        return tuple(number for _, number in self._accepted)

    def _accept(self, data: Payload) -> None:
        number, now = int(data["id"]), self.now()
        if number in self._elsewhere:
            return
        self._accepted.append((now, number))
        while now - self._accepted[0][0] > REMEMBERED:
            self._accepted.popleft()
        self.handle(data)
