"""The machine's clock and randomness."""

from dataclasses import dataclass
from datetime import UTC, datetime
from os import urandom
from random import Random, SystemRandom


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class SystemEntropy:
    """Randomness from the operating system."""

    def secret(self) -> bytes:
        """Return 32 random bytes."""
        return urandom(32)

    def random(self) -> Random:
        """Return the operating system's source of random numbers."""
        return SystemRandom()
