"""A player's totals so far."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Tally:
    matches: int = 0
    wins: int = 0
    stayed: int = 0
    """The matches that the player neither left nor had a computer playing for them at the end."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.matches + other.matches, self.wins + other.wins, self.stayed + other.stayed
        )


@dataclass(frozen=True, slots=True)
class Career:
    """A player's finished matches; with hints or moves taken back they count as played, not won."""

    games: Mapping[str, Tally] = field(default_factory=dict)
    """The tallies by game, for each game of which they have finished a match."""
    streak: int = 0
    """The number of multiplayer matches they have won in a row, up to now."""
    longest: int = 0
    """The longest such streak."""
    company: Tally = Tally()
    """The multiplayer matches of all games together."""

    @property
    def matches(self) -> int:
        return sum(each.matches for each in self.games.values())

    @property
    def wins(self) -> int:
        return sum(each.wins for each in self.games.values())
