"""A person's stored data: the values reported to them, and the result of deleting them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.service.values import MatchId, Posted, UserId

Row = Mapping[str, object]
"""One stored row about a person: JSON values by name."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """The amount of data stored about a person."""

    matches: int = 0
    """Matches in which they sit or have sat, running ones and lobbies included."""
    ratings: int = 0
    achievements: int = 0
    preferences: int = 0
    """1 if they have set any."""
    holidays: int = 0
    messages: int = 0
    """Direct messages to them that show a match now."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match as far as it concerns one of its people, and nobody else."""

    row: Row
    moves: Sequence[Row] = field(default=(), repr=False)
    """The moves of their seat; empty for an open match."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """The result of a deletion: what was deleted, and what was left without a name."""

    matches: int = 0
    """The number of deleted matches, in which no other person had sat."""
    seats: int = 0
    """The number of matches with others, in which their seat is nameless now."""
    changed: tuple[MatchId, ...] = ()
    """All of these matches; what memory has of them is out of date."""

    def __add__(self, more: Erasure) -> Erasure:
        """Return the sum of both."""
        changed = tuple(sorted({*self.changed, *more.changed}))
        return Erasure(self.matches + more.matches, self.seats + more.seats, changed)


class PrivacyStore(Protocol):
    """The part of the store that reports and deletes the data of a person."""

    async def holdings(self, user_id: UserId) -> Holdings:
        """Return how much is stored about a person."""

    async def own_rows(self, user_id: UserId) -> Mapping[str, Sequence[Row]]:
        """Return the rows about a person apart from matches, by kind."""

    async def own_matches(self, user_id: UserId) -> Sequence[MatchId]:
        """Return all matches that name a person, newest first."""

    async def played(
        self, user_id: UserId, ids: Sequence[MatchId], *, moves: bool = True
    ) -> Sequence[Played]:
        """Return some of these matches, in the same order, as far as they concern that person.

        Without ``moves`` their moves are left out. Of others only their number is included, and
        nothing that is secret as long as a match is open.
        """

    async def letters_to(self, user_id: UserId) -> Sequence[Posted]:
        """Return the known direct messages to a person, tables played there included."""

    async def erase(self, user_id: UserId) -> Erasure:
        """Delete everything that names a person, in one transaction; a repeated call does nothing.

        Matches in which nobody else sat are deleted with their logs; others keep a seat without a
        name. Raises :class:`~bot.service.ports.Conflict` while the person sits at an open table.
        """
