"""The deal of the day, posted each morning in every server that wants it."""

from datetime import date, datetime, timedelta

from bot.ai.daily import version_of
from bot.model.daily import DAY, BestOfDay, DailyPost
from bot.model.scores import Post
from bot.scores.span import day_of
from bot.service.daily.deals import DailyDeals
from bot.service.daily.league import League
from bot.service.daily.par import has_changed
from bot.service.match_changes import MatchChanges
from bot.service.periodic_posts import PeriodicPosts
from bot.service.ports.clock import Clock
from bot.service.ports.publisher import PostingForbidden, Publisher
from bot.service.ports.store import Store
from bot.service.settings_cache import ServerCache

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

    async def _roll_over(self, key: int) -> None:
        await self._deals.look_after()
        await super()._roll_over(key)

    def beginning(self, at: datetime) -> datetime:
        return day_of(at)

    def key(self, began: datetime) -> str:
        return began.date().isoformat()

    async def _publish(self, guild_id: int, channel_id: int, began: datetime) -> None:
        day = began.date()
        deal, best = await self._deals.find_or_make(day), await self._best(guild_id, day - DAY)
        if deal.version > version_of(deal.game):
            raise PostingForbidden(f"the deal of {day} is that of a newer release")
        post = DailyPost(guild_id, channel_id, deal, best, is_void=has_changed(deal))
        await self._publisher.post_daily(post)

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
