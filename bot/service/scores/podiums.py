"""Weekly podiums: the best players of a server, posted when the week has ended."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import date, datetime, timedelta

from bot.model.daily import LeagueTable, last_closed
from bot.model.scores import Podium, Post, RankingQuery, RankingRow
from bot.scores.achievements.catalogue import earned_on_podium
from bot.scores.span import WEEK, Span, week_of
from bot.service.match_changes import MatchChanges
from bot.service.periodic_posts import PeriodicPosts
from bot.service.ports.clock import Clock
from bot.service.ports.publisher import Publisher
from bot.service.ports.store import Store
from bot.service.scores.scoring import Scoring
from bot.service.settings_cache import ServerCache

PLACES = 3
ROUNDS = 10
"""The most batches of ended matches that are scored before the podiums are made."""


class Podiums(PeriodicPosts):
    """Posts a podium at the end of each week, and the table of the league below it."""

    post = Post.PODIUM
    length = WEEK
    retry_window = timedelta(days=2)

    def __init__(
        self,
        store: Store,
        servers: ServerCache,
        scoring: Scoring,
        publisher: Publisher,
        clock: Clock,
        changes: MatchChanges,
        league: Callable[[int, date], Awaitable[LeagueTable]],
    ) -> None:
        """``league`` makes the table of a server for the week with a day."""
        super().__init__(store, servers, clock, changes)
        self._scoring, self._publisher, self._league = scoring, publisher, league

    def beginning(self, at: datetime) -> datetime:
        return week_of(at)

    def key(self, began: datetime) -> str:
        """Return the name of the week that ended then."""
        return Span.WEEK.key(began - WEEK)

    async def _due(self, began: datetime, guild_id: int | None = None) -> Mapping[int, int]:
        if guild_id is None:
            await self._end_week()
        return await super()._due(began, guild_id)

    async def _end_week(self) -> None:
        """Score the last matches, and drop rankings that nobody can ask for any more."""
        for _ in range(ROUNDS):
            if not await self._scoring.catch_up():
                break
        if self._changes.owns(None):  # one of the processes is enough
            await self._store.forget_spans(self._clock.now())

    async def _publish(self, guild_id: int, channel_id: int, began: datetime) -> None:
        podium = await self._podium(guild_id, channel_id, began)
        if podium.leaders or podium.league.rows:
            await self._publisher.post_podium(podium)

    async def _podium(self, guild_id: int, channel_id: int, week_end: datetime) -> Podium:
        """Return the podium of the week that ended, and give its people their achievements.

        However often this is called, they are dated to the turn of the week.
        """
        began = week_end - WEEK
        league = await self._league(guild_id, last_closed(week_end))
        async with self._scoring.paused():
            leaders = await self._store.ranking_rows(
                RankingQuery(guild_id, Span.WEEK), began, PLACES
            )
            earned = {each.user_id: await self._earned(each, week_end) for each in leaders}
        return Podium(guild_id, channel_id, began, leaders, league, earned)

    async def _earned(self, leader: RankingRow, week_end: datetime) -> tuple[str, ...]:
        ids = tuple(earned_on_podium(leader.place))
        await self._store.earn(leader.user_id, ids, week_end)
        has = await self._store.achievements(leader.user_id)
        return tuple(each.id for each in has if each.id in ids and each.at == week_end)
