"""What somebody is told of all that is stored about them, and what is left when it is deleted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from bot.service.values import MatchId, UserId


@dataclass(frozen=True, slots=True)
class Erasure:
    """What a deletion took away, and what it left without a name."""

    matches: int
    """Matches that were theirs alone, and are gone."""
    seats: int
    """Seats in matches of others, which nobody is named for any more."""


class PrivacyStore(Protocol):
    """The part of the store that answers for what it knows of a person."""

    async def everything_about(self, user_id: UserId) -> Mapping[str, Any]:
        """Every row that names somebody, by table; values that JSON can spell.

        Nothing that is secret yet: of running matches no shuffles' secret and no hand of others.
        """

    async def erase(self, user_id: UserId, at: datetime) -> tuple[Erasure, tuple[MatchId, ...]]:
        """Delete all that names somebody, in one transaction.

        Matches in which nobody else sat go with their logs; others keep a seat without a name.
        Raises :class:`~bot.service.ports.Conflict` while the person sits at an open table. Returns
        also the matches that have changed, so that they are read anew.
        """
