"""The interface of the store for deals of the day."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from bot.model.daily import Attempt, Deal, Distribution, LeagueOrder, Mark
from bot.model.match import UserId


class DailyStore(Protocol):
    """Keeps deals and attempts; as in :class:`~bot.service.ports.store.Store`."""

    async def deal(self, day: date) -> Deal | None: ...

    async def deals_until(self, day: date, most: int) -> tuple[tuple[date, str], ...]:
        """Return the days and games of the newest deals up to a day, the newest first."""

    async def keep_deal(self, deal: Deal) -> Deal:
        """Save a deal unless there is one for its day; return the one that is kept."""

    async def void_deal(self, day: date) -> None:
        """Note for good that a deal counts for nobody."""

    async def add_par(self, day: date, scores: Sequence[int], known: int) -> None:
        """Add scores of strong computers to a deal that has ``known``; raises :class:`Conflict`."""

    async def deal_and_attempt(
        self, day: date, user_id: UserId
    ) -> tuple[Deal | None, Attempt | None]: ...

    async def attempt(self, day: date, user_id: UserId) -> Attempt | None: ...

    async def save_attempt(self, attempt: Attempt, at: datetime) -> None:
        """Save an attempt after one more move; with the first, it begins.

        Raises :class:`Conflict` if another move was made meanwhile, or if it was deleted.
        """

    async def is_attempt_deleted(self, day: date, user_id: UserId) -> bool:
        """Return whether somebody has deleted their attempt at a deal that was open."""

    async def remove_traces(self, until: date) -> None:
        """Forget that attempts were deleted, for the deals up to a day."""

    async def save_marks(self, day: date, user_id: UserId, marks: Sequence[Mark]) -> None: ...

    async def distribution(self, day: date) -> Distribution:
        """Return the scores of all attempts that count."""

    async def days_played(self, user_id: UserId) -> tuple[date, ...]:
        """Return the days whose deals somebody has finished in time."""

    async def void_days(self) -> frozenset[date]:
        """Return the days whose deals are void."""

    async def reveal_deal(self, day: date) -> None:
        """Note that the secret of a deal is seen, and remove its traces of deleted attempts."""

    async def best_attempts(self, guild_id: int, day: date, limit: int) -> tuple[Attempt, ...]:
        """Return the best attempts that count and were begun in a server.

        Of equals, whoever began first is first. People who do not want to be listed are left out.
        """

    async def league_order(
        self,
        worth: Mapping[date, Mapping[int, int]],
        guild_id: int | None,
        newest: UserId,
        length: int,
    ) -> LeagueOrder:
        """Return the order of the league, in which ``length`` people at most are named.

        ``worth`` has the points for each score of the days that count. With ``guild_id``, only
        what was begun in that server counts; without, only people with ids up to ``newest`` who
        have finished a few matches. People who do not want to be listed are left out.
        """

    async def league_scores(
        self,
        days: Collection[date],
        guild_id: int | None,
        newest: UserId,
        users: Collection[UserId],
    ) -> Sequence[tuple[UserId, date, int]]:
        """Return what counts for these people in the league: whose, of which day, how high."""
