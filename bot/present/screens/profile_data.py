"""Everything that a profile shows of a person."""

from dataclasses import dataclass
from datetime import datetime

from bot.scores.rating import FRESH

CURVE = 200
"""The number of most recent rated matches that the rating curve covers."""


@dataclass(frozen=True, slots=True)
class GameStats:
    """A person's matches of one game."""

    game: str
    """The game's name."""
    matches: int
    wins: int
    rating: int | None
    """``None`` for a game that is only played alone."""
    is_provisional: bool = False


@dataclass(frozen=True, slots=True)
class Met:
    """Another person met in matches."""

    user_id: int
    matches: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Medal:
    """An achievement that a person has, by its id, and when they earned it."""

    id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that a profile shows of a person."""

    user_id: int
    now: datetime
    curve: tuple[tuple[datetime, int], ...] = ()
    """The rating over all games after each of the last :data:`CURVE` rated matches."""
    rated: int = 0
    """The number of matches behind that rating."""
    games: tuple[GameStats, ...] = ()
    """The most played first."""
    streak: int = 0
    longest: int = 0
    met: tuple[Met, ...] = ()
    """The most often met first."""
    medals: tuple[Medal, ...] = ()
    """In the order they were earned."""

    @property
    def matches(self) -> int:
        """The number of matches that they have finished."""
        return sum(each.matches for each in self.games)

    @property
    def wins(self) -> int:
        """The number of matches that they have won."""
        return sum(each.wins for each in self.games)

    @property
    def starts_fresh(self) -> bool:
        """Return whether the curve goes back to the first rated match."""
        return 0 < len(self.curve) == self.rated

    @property
    def points(self) -> tuple[tuple[datetime, int], ...]:
        """The curve, preceded by the rating everybody starts with if it goes back that far."""
        if not self.starts_fresh:
            return self.curve
        first_match, _ = self.curve[0]
        return (first_match, FRESH.shown), *self.curve
