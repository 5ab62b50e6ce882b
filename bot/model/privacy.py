"""A person's stored data: the values reported to them, and the result of deleting them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.model.match import MatchId

Row = Mapping[str, object]
"""One stored row about a person: JSON values by name."""


@dataclass(frozen=True, slots=True)
class Holdings:
    matches: int = 0
    """Matches in which they sit or have sat, running ones and lobbies included."""
    ratings: int = 0
    achievements: int = 0
    preferences: int = 0
    """1 if they have set any."""
    holidays: int = 0
    messages: int = 0
    """Direct messages to them that show a match now."""
    watched: int = 0
    invitations: int = 0
    daily_deals: int = 0
    """Deals of the day of which they have played at least one move."""
    puzzles: int = 0
    """Puzzles that they have answered."""


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match as far as it concerns one of its people, and nobody else."""

    row: Row
    moves: Sequence[Row] = field(default=(), repr=False)
    """The moves of their seat; empty for an open match."""


@dataclass(frozen=True, slots=True)
class PersonalData:
    rows: Mapping[str, Sequence[Row]]
    """Rows about the person apart from matches, by kind."""
    played: Sequence[OwnMatch]
    """Matches, newest first."""
    matches: int
    """The number of their matches; if it is very large, the oldest are missing in ``played``."""
    moveless: int = 0
    """The number of the oldest matches that come without their moves."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """The result of a deletion: what was deleted, and what was left without a name."""

    matches: int = 0
    """The number of deleted matches, in which no other person had sat."""
    seats: int = 0
    """The number of matches with others, in which their seat is nameless now."""
    changed: tuple[MatchId, ...] = ()
    """All of these matches, and rematches of deleted ones: memory has them as they were before."""

    def __add__(self, more: "Erasure") -> "Erasure":
        changed = tuple(sorted({*self.changed, *more.changed}))
        return Erasure(self.matches + more.matches, self.seats + more.seats, changed)
