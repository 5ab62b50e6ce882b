"""What people have answered to puzzles, and how hard and how good puzzles turn out to be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.engine.errors import Refusal
from bot.engine.translatable import N_
from bot.model.match import UserId
from bot.scores.rating import FRESH, Rating

VOTES, LIKED = 5, 0.4
"""From so many votes on, a puzzle is shown less if fewer than that share of them are up."""


class NoSuchPuzzle(Refusal):
    sentence = N_("I have no puzzle like that. /puzzle without options shows one that I have.")


class AllPuzzlesAnswered(Refusal):
    sentence = N_(
        "You have answered every puzzle like that. Try another game or theme in /puzzle, or wait"
        " for new ones."
    )


@dataclass(frozen=True, slots=True)
class PuzzleAttempt:
    """Somebody's first answer to a puzzle, the one that counts."""

    user_id: UserId
    puzzle_id: str
    move: str
    """The code of the move that was chosen."""
    solved: bool
    at: datetime
    mu: float = FRESH.mu
    sigma: float = FRESH.sigma
    answered: int = 0
    """The number of puzzles that the person has answered, this one included."""
    gained: int = 0
    """By how much the number changed that people see."""
    streak: int = 0
    """The number of right answers in a row up to this one."""
    is_good: bool | None = None
    """What the person says of the puzzle."""

    @property
    def rating(self) -> Rating:
        """The person's rating after it, in puzzles."""
        return Rating(self.mu, self.sigma, self.answered)


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """What people have made of a puzzle."""

    mu: float
    """The mean of its rating."""
    up: int = 0
    down: int = 0

    @property
    def is_disliked(self) -> bool:
        votes = self.up + self.down
        return votes >= VOTES and self.up < LIKED * votes


@dataclass(frozen=True, slots=True)
class PuzzleOutlook:
    """All that somebody's next puzzle depends on."""

    answered: frozenset[str] = frozenset()
    """The ids of the puzzles that they have answered."""
    rating: Rating = FRESH
    """Theirs."""
    standings: Mapping[str, PuzzleStanding] = field(default_factory=dict)
    """What people have made of each puzzle that anybody has answered, by its id."""
