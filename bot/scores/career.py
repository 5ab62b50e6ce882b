"""What somebody has done so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Tally:
    """Matches of one kind, and how many of them were won."""

    matches: int = 0
    wins: int = 0
    stayed: int = 0
    """Those that they did not leave, nor were away from at the end."""

    def __add__(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(
            self.matches + other.matches, self.wins + other.wins, self.stayed + other.stayed
        )


@dataclass(frozen=True, slots=True)
class Career:
    """Somebody's finished matches, those played alone included."""

    games: Mapping[str, Tally] = field(default_factory=dict)
    """By game, for each that they have finished a match of."""
    streak: int = 0
    """How many matches in company they have won in a row, up to now."""
    longest: int = 0
    """The longest such row."""
    company: Tally = Tally()
    """The matches in company, of all games together."""

    @property
    def matches(self) -> int:
        """All that they have finished."""
        return sum(each.matches for each in self.games.values())

    @property
    def wins(self) -> int:
        """All that they have won."""
        return sum(each.wins for each in self.games.values())
