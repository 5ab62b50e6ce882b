"""Time and chance as the machine has them."""

from dataclasses import dataclass
from datetime import UTC, datetime
from os import urandom


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class SystemEntropy:
    """Random bytes from the operating system."""

    def secret(self) -> bytes:
        """Return 32 random bytes."""
        return urandom(32)
