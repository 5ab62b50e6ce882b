"""Everything that a profile shows of a person."""

from dataclasses import dataclass
from datetime import datetime

from bot.model.scores import Earned, Opponent, RatingPoint

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
    """``None`` for a game with too few rated matches for a rating that people see."""
    is_provisional: bool = False


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that a profile shows of a person."""

    user_id: int
    now: datetime
    curve: tuple[RatingPoint, ...] = ()
    """The rating over all games after each of the last :data:`CURVE` rated matches, from the first
    one on that people see."""
    rated: int = 0
    """The number of matches behind that rating."""
    games: tuple[GameStats, ...] = ()
    """The most played first."""
    streak: int = 0
    longest: int = 0
    opponents: tuple[Opponent, ...] = ()
    """The most often met first."""
    earned: tuple[Earned, ...] = ()
    """In the order they were earned."""

    @property
    def matches(self) -> int:
        return sum(each.matches for each in self.games)

    @property
    def wins(self) -> int:
        return sum(each.wins for each in self.games)
