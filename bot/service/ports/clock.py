"""The interfaces of time and chance, and those of the machine."""

from dataclasses import dataclass
from datetime import UTC, datetime
from os import urandom
from random import Random, SystemRandom
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


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class SystemEntropy:
    """Randomness from the operating system."""

    def secret(self) -> bytes:
        return urandom(32)

    def random(self) -> Random:
        return SystemRandom()
