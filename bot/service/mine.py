"""What somebody is told of all that is stored about them, and what is left when it is deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.service.values import MatchId, Posted, UserId

Row = Mapping[str, object]
"""What is stored about somebody in one place: values that JSON can spell, by their names."""


@dataclass(frozen=True, slots=True)
class Holdings:
    """How much is stored about somebody."""

    matches: int = 0
    """In which they sit or have sat, running ones and lobbies included."""
    ratings: int = 0
    achievements: int = 0
    preferences: int = 0
    """1 where they have set any."""
    holidays: int = 0
    messages: int = 0
    """Direct messages to them that show a match now."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match as it concerns one of its people, and nobody else."""

    row: Row
    moves: Sequence[Row] = field(default=(), repr=False)
    """What their seat did; of an open match nothing."""


@dataclass(frozen=True, slots=True)
class Erasure:
    """What a deletion took away, and what it left without a name."""

    matches: int = 0
    """Matches that were theirs alone, and are gone."""
    seats: int = 0
    """Matches of others, in which their seat is nobody's any more."""
    changed: tuple[MatchId, ...] = ()
    """All of these matches: what is in memory of them is not what is stored."""

    def __add__(self, more: Erasure) -> Erasure:
        """Both together."""
        changed = tuple(sorted({*self.changed, *more.changed}))
        return Erasure(self.matches + more.matches, self.seats + more.seats, changed)


class PrivacyStore(Protocol):
    """The part of the store that answers for what it knows of a person."""

    async def holdings(self, user_id: UserId) -> Holdings:
        """How much is stored about somebody."""

    async def own_rows(self, user_id: UserId) -> Mapping[str, Sequence[Row]]:
        """What is stored about somebody and no match, by what it is."""

    async def own_matches(self, user_id: UserId) -> Sequence[MatchId]:
        """All matches that somebody has to do with, the newest first."""

    async def played(
        self, user_id: UserId, ids: Sequence[MatchId], *, moves: bool = True
    ) -> Sequence[Played]:
        """Some of these, in the same order, as far as they concern that person.

        Without ``moves`` what they did is left out. Nothing of others is told but how many they
        are, and nothing that is secret as long as a match is open.
        """

    async def letters_to(self, user_id: UserId) -> Sequence[Posted]:
        """The direct messages to somebody that are known, tables of theirs alone included."""

    async def erase(self, user_id: UserId) -> Erasure:
        """Delete all that names somebody, in one transaction; once more, and nothing is done.

        Matches in which nobody else sat go with their logs; others keep a seat without a name.
        Raises :class:`~bot.service.ports.Conflict` while the person sits at an open table.
        """
