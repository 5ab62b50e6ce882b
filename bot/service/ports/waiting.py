"""The interface of the store of what waits for people, and how they are told of it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Protocol

from bot.model.match import MatchId, UserId
from bot.model.waiting import Digest


class WaitingStore(Protocol):
    """The part of the :class:`~bot.service.ports.store.Store` that brings people back."""

    async def waiting_for(self, user_id: UserId) -> tuple[MatchId, ...]:
        """Return the running matches that wait for a person's move, the most urgent first."""

    async def others_expected_by(self, user_id: UserId) -> datetime | None:
        """Return the first moment at which time runs out in a person's running matches, if any."""

    async def last_moves(self, match_ids: Collection[MatchId]) -> Mapping[MatchId, datetime]:
        """Return when the last entry of each match's log was committed; none for lobbies."""

    async def digests_due(self, until: datetime) -> tuple[Digest, ...]:
        """Return the digests that were due by a moment and were not settled."""

    async def next_digest(self, after: datetime) -> datetime | None:
        """Return when the first digest after a moment is due."""

    async def claim_digest(self, digest: Digest, at: datetime | None) -> bool:
        """Claim a digest at a moment, or with ``None`` let go of it.

        Return whether that was done: not if it was claimed, settled or changed since it was read.
        """

    async def settle_digest(self, digest: Digest, due_at: datetime) -> None:
        """Note that this digest needs no more work; the next one is due at ``due_at``."""
