"""The interfaces of time and chance."""

from datetime import datetime
from random import Random
from typing import Protocol


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""


class Entropy(Protocol):
    """A source of randomness that nobody can predict."""

    def secret(self) -> bytes:
        """Return 32 random bytes."""

    def random(self) -> Random:
        """Return a source of random numbers."""
