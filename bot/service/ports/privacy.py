"""The interface to report and delete a person's stored data."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.model.match import MatchId, Posted, UserId
from bot.model.privacy import Erasure, Holdings, OwnMatch, Row


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
    ) -> Sequence[OwnMatch]:
        """Return some of these matches, in the same order, as far as they concern that person.

        Without ``moves`` their moves are left out. Of others only their number is included, and
        nothing that is secret as long as a match is open.
        """

    async def direct_messages_to(self, user_id: UserId) -> Sequence[Posted]:
        """Return the known direct messages to a person, tables played there included."""

    async def erase(self, user_id: UserId) -> Erasure:
        """Delete everything that names a person, in one transaction; a repeated call does nothing.

        Matches in which nobody else sat are deleted with their logs; others keep a seat without a
        name. Raises :class:`~bot.service.ports.faults.Conflict` while the person sits at an open
        table.
        """
