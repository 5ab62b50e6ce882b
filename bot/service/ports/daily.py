"""The interface of the store for deals of the day."""

from collections.abc import Collection, Sequence
from datetime import date, datetime
from typing import Protocol

from bot.model.daily import Attempt, Deal, Distribution, Mark
from bot.model.match import UserId


class DailyStore(Protocol):
    """Keeps deals and attempts; as in :class:`~bot.service.ports.store.Store`."""

    async def deal(self, day: date) -> Deal | None: ...

    async def keep_deal(self, deal: Deal) -> Deal:
        """Save a deal unless there is one for its day; return the one that is kept."""

    async def add_par(self, day: date, scores: Sequence[int], known: int) -> None:
        """Add scores of strong computers to a deal that has ``known``; raises :class:`Conflict`."""

    async def attempt(self, day: date, user_id: UserId) -> Attempt | None: ...

    async def save_attempt(self, attempt: Attempt, at: datetime) -> None:
        """Save an attempt after one more move; with the first, it begins.

        Raises :class:`Conflict` if another move was made meanwhile, or if it was deleted.
        """

    async def save_marks(self, day: date, user_id: UserId, marks: Sequence[Mark]) -> None: ...

    async def distribution(self, day: date, guild_id: int | None = None) -> Distribution:
        """Return the scores of all who count, or of those who began in a server."""

    async def days_played(self, user_id: UserId, since: date) -> tuple[date, ...]:
        """Return the days whose deals somebody has finished in time, from ``since`` on."""

    async def attempts_in(self, guild_id: int, days: Collection[date]) -> tuple[Attempt, ...]:
        """Return the attempts of these days that count and were begun in a server.

        People who do not want to be listed are left out.
        """
