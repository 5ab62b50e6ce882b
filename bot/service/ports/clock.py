"""The interfaces of time and chance, and those of the machine."""

from dataclasses import dataclass
from datetime import UTC, datetime
from os import urandom
from random import Random, SystemRandom
from typing import Protocol


class Clock(Protocol):
    def now(self) -> datetime:
        """Return the current time, aware and in UTC."""


class Entropy(Protocol):
    def secret(self) -> bytes:
        """Return 32 random bytes."""

    def random(self) -> Random:
        """Return a source of random numbers."""


@dataclass(frozen=True, slots=True)
class SystemClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class SystemEntropy:
    def secret(self) -> bytes:
        return urandom(32)

    def random(self) -> Random:
        return SystemRandom()
