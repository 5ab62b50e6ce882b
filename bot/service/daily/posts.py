"""The deal of the day, posted each morning in every server that wants it."""

import logging
from datetime import date, datetime, timedelta

from bot.ai.daily import DealChanged
from bot.model.daily import DAY, BestOfDay, DailyPost
from bot.model.scores import Post
from bot.scores.span import day_of, week_of
from bot.service.daily.deals import DailyDeals
from bot.service.daily.league import League
from bot.service.match_changes import MatchChanges
from bot.service.periodic_posts import PeriodicPosts
from bot.service.ports.clock import Clock
from bot.service.ports.publisher import Publisher
from bot.service.ports.store import Store
from bot.service.settings_cache import ServerCache

log = logging.getLogger(__name__)

BEST = 5


class DailyPosts(PeriodicPosts):
    """Posts the deal of each day, with who was best the day before."""

    post = Post.DAILY
    length = DAY
    retry_window = timedelta(hours=18)

    def __init__(
        self,
        store: Store,
        servers: ServerCache,
        publisher: Publisher,
        clock: Clock,
        changes: MatchChanges,
        deals: DailyDeals,
        league: League,
    ) -> None:
        super().__init__(store, servers, clock, changes)
        self._publisher, self._deals, self._league = publisher, deals, league

    def beginning(self, at: datetime) -> datetime:
        return day_of(at)

    def key(self, began: datetime) -> str:
        return began.date().isoformat()

    async def _publish(self, guild_id: int, channel_id: int, began: datetime) -> None:
        day = began.date()
        try:
            deal = await self._deals.deal(day)
        except DealChanged:  # there is nothing to play; /daily says why
            log.info("not posting the deal of %s, which is void", day)
            return
        best, league = await self._best(guild_id, day - DAY), None
        if began == week_of(began):
            server = await self._store.server(guild_id)
            if Post.PODIUM not in server.channels:  # else it comes with the podium
                league = await self._league.closed_table(guild_id, day)
        await self._publisher.post_daily(DailyPost(guild_id, channel_id, deal, best, league))

    async def _best(self, guild_id: int, day: date) -> tuple[BestOfDay, ...]:
        everybody = await self._league.everybody(day)
        if everybody is None:
            return ()
        attempts = await self._store.best_attempts(guild_id, day, BEST)
        scores = [each.score or 0 for each in attempts]
        return tuple(
            BestOfDay(scores.index(score) + 1, each.user_id, everybody.beaten_by(score), each.marks)
            for each, score in zip(attempts, scores, strict=True)
        )
