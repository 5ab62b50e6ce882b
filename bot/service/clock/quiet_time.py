"""The time after a move in which nobody is called yet."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class QuietTime:
    """How long people are not called after a move, where moves take days.

    It has the same distribution whoever is to move, and moves that are planned or forced are made
    within it. So they look like those of somebody who was quick, and a chain of them is shown as
    one new table.
    """

    least: float = 60
    """Seconds."""
    most: float = 180

    def length(self, chance: float) -> timedelta:
        """Return the length for a number in [0, 1) that nothing else depends on."""
        return timedelta(seconds=self.least + (self.most - self.least) * chance)


NO_QUIET_TIME = QuietTime(0, 0)
