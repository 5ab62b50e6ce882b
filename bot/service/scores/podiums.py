"""Weekly podiums: the best players of a server, posted when the week has ended."""

import asyncio
import logging
from datetime import datetime, timedelta

from bot.model.scores import Podium, RankingQuery, RankingRow
from bot.scores.achievements.catalogue import earned_on_podium
from bot.scores.span import WEEK, Span, week_after, week_of
from bot.service.match_changes import MatchChanges
from bot.service.ports.clock import Clock
from bot.service.ports.publisher import ChannelGone, PostingForbidden, Publisher
from bot.service.ports.store import Store
from bot.service.retry_queue import ALL, RetryQueue
from bot.service.scores.scoring import Scoring

log = logging.getLogger(__name__)

PLACES = 3
LATE = timedelta(minutes=1)
"""Time after the week's end, so that matches from its last seconds are stored."""
LONGEST_SLEEP = timedelta(hours=1)
"""The longest sleep: the machine's time may be set, or stop while its lid is closed."""
RETRY_WINDOW = timedelta(days=2)
"""Time after the week's end in which somebody may still let the bot into the channel."""
CONCURRENT_PODIUMS = 4
BATCH_SIZE, BATCH_INTERVAL = 60, 10.0
"""Servers handled in one group, and seconds between groups."""
ROUNDS = 10
"""The most batches of ended matches that are scored before the podiums are made."""


class Podiums:
    """Posts a podium once a week in every server that wants it.

    Posted podiums are recorded, so none is posted twice. Podiums missed while the bot was down are
    made up for until the next week ends; older ones are dropped.
    """

    def __init__(
        self,
        store: Store,
        scoring: Scoring,
        publisher: Publisher,
        clock: Clock,
        changes: MatchChanges,
    ) -> None:
        self._store, self._scoring, self._publisher = store, scoring, publisher
        self._clock, self._changes = clock, changes
        self._rollovers = RetryQueue("the turn of the week", self._roll_over, about="server")
        self._posts = RetryQueue("a podium", self._post, at_once=CONCURRENT_PODIUMS, about="server")
        self._timer: asyncio.TimerHandle | None = None
        self._seen: datetime | None = None
        """The start of the current week, once all podiums of the week before were queued."""

    def start(self) -> None:
        self._rollovers.enqueue(ALL)

    @property
    def queues(self) -> tuple[RetryQueue, ...]:
        return (self._rollovers, self._posts)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    @property
    def _this_week(self) -> datetime:
        """The start of the current week; a new one counts only once :data:`LATE` has passed."""
        return week_of(self._clock.now() - LATE)

    async def _roll_over(self, _: int) -> None:
        """If a new week has begun, queue last week's podium for every server that wants it."""
        self._sleep()
        this_week = self._this_week
        if this_week == self._seen:
            return
        for _ in range(ROUNDS):
            if not await self._scoring.catch_up():
                break
        due = await self._store.podiums_due(Span.WEEK.key(this_week - WEEK), self._changes.shards)
        for nth, guild_id in enumerate(due):
            self._posts.enqueue_later(guild_id, nth // BATCH_SIZE * BATCH_INTERVAL)
        if self._changes.shards.has_guild(None):  # one of the processes is enough
            await self._store.forget_spans(self._clock.now())
        self._seen = this_week

    def _sleep(self) -> None:
        """Sleep until the week's end, waking now and then to check the time."""
        self.stop()
        now = self._clock.now()
        pause = min(week_after(now - LATE) + LATE - now, LONGEST_SLEEP)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(pause.total_seconds(), self._rollovers.enqueue, ALL)

    async def _post(self, guild_id: int) -> None:
        week_end = self._this_week
        week = Span.WEEK.key(week_end - WEEK)
        channel_id = (await self._store.podiums_due(week, self._changes.shards, guild_id)).get(
            guild_id
        )
        if channel_id is None:  # it is no longer wanted, or was posted
            return
        podium = await self._podium(guild_id, channel_id, week_end)
        if podium.leaders:
            try:
                await self._publisher.post_podium(podium)
            except ChannelGone as fault:
                log.info("cannot post a podium: %s", fault)
            except PostingForbidden as fault:
                if self._clock.now() - week_end < RETRY_WINDOW:
                    raise
                log.info("cannot post a podium: %s", fault)
        await self._store.podium_posted(guild_id, week)

    async def _podium(self, guild_id: int, channel_id: int, week_end: datetime) -> Podium:
        """Return the podium of the week that ended, and give its people their achievements.

        However often this is called, they are dated to the turn of the week.
        """
        began = week_end - WEEK
        async with self._scoring.paused():
            leaders = await self._store.ranking_rows(
                RankingQuery(guild_id, Span.WEEK), began, PLACES
            )
            earned = {each.user_id: await self._earned(each, week_end) for each in leaders}
        return Podium(guild_id, channel_id, began, leaders, earned)

    async def _earned(self, leader: RankingRow, week_end: datetime) -> tuple[str, ...]:
        ids = tuple(earned_on_podium(leader.place))
        await self._store.earn(leader.user_id, ids, week_end)
        has = await self._store.achievements(leader.user_id)
        return tuple(each.id for each in has if each.id in ids and each.at == week_end)
