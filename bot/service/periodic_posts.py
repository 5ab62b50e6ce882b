"""What is posted once in each period, in every server whose managers have chosen a channel."""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping
from datetime import datetime, timedelta

from bot.model.scores import Post
from bot.service.match_changes import MatchChanges
from bot.service.ports.clock import Clock
from bot.service.ports.publisher import ChannelGone, PostingForbidden, ServerLeft
from bot.service.ports.store import Store
from bot.service.retry_queue import ALL, RetryQueue
from bot.service.settings_cache import ServerCache

log = logging.getLogger(__name__)

LATE = timedelta(minutes=1)
"""Time after the turn of a period, so that what belongs to its last seconds is stored."""
LONGEST_SLEEP = timedelta(hours=1)
"""The longest sleep: the machine's time may be set, or stop while its lid is closed."""
CONCURRENT_POSTS = 4
BATCH_SIZE, BATCH_INTERVAL = 60, 10.0
"""Servers handled in one group, and seconds between groups."""


class PeriodicPosts(ABC):
    """Posts something at the beginning of each period.

    What was posted is recorded, so nothing is posted twice. What was missed while the bot was down
    is made up for until the next period begins; what is older is dropped.
    """

    post: Post
    length: timedelta
    """That of a period."""
    retry_window: timedelta
    """Time after the beginning in which somebody may still let the bot into the channel."""

    def __init__(
        self, store: Store, servers: ServerCache, clock: Clock, changes: MatchChanges
    ) -> None:
        self._store, self._servers = store, servers
        self._clock, self._changes = clock, changes
        name = self.post.value
        self._rollovers = RetryQueue(f"the turn of the {name}", self._roll_over, about="server")
        self._posts = RetryQueue(name, self._post, at_once=CONCURRENT_POSTS, about="server")
        self._timer: asyncio.TimerHandle | None = None
        self._seen: datetime | None = None
        """The beginning of the current period, once all of its posts were queued."""

    @abstractmethod
    def beginning(self, at: datetime) -> datetime:
        """Return when the period that contains a time has begun."""

    @abstractmethod
    def key(self, began: datetime) -> str:
        """Return what records that a period's post is done; later periods sort later."""

    @abstractmethod
    async def _publish(self, guild_id: int, channel_id: int, began: datetime) -> None:
        """Post in a channel, unless there is nothing to post."""

    def start(self) -> None:
        """Post what is due now, after a start or for servers that were another process's."""
        self._seen = None
        self._rollovers.enqueue(ALL)

    async def choose_channel(self, guild_id: int, channel_id: int | None) -> None:
        """Save where a server's managers want it; the first time, it begins with the next period.

        If it could not be posted in the channel before, it is tried in the new one.
        """
        last = self.key(self.beginning(self._clock.now()))
        await self._servers.choose_channel(guild_id, self.post, channel_id, last)
        self._posts.enqueue(guild_id)

    @property
    def queues(self) -> tuple[RetryQueue, ...]:
        return (self._rollovers, self._posts)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    @property
    def _current(self) -> datetime:
        """When the current period began; a new one counts only once :data:`LATE` has passed."""
        return self.beginning(self._clock.now() - LATE)

    async def _roll_over(self, _: int) -> None:
        """If a new period has begun, queue its post for every server that wants it."""
        self._sleep()
        began = self._current
        if began == self._seen:
            return
        for nth, guild_id in enumerate(await self._due(began)):
            self._posts.enqueue_later(guild_id, nth // BATCH_SIZE * BATCH_INTERVAL)
        self._seen = began

    async def _due(self, began: datetime, guild_id: int | None = None) -> Mapping[int, int]:
        """Return the channel, by server, where something is to be posted."""
        shards = self._changes.shards
        return await self._store.posts_due(self.post, self.key(began), shards, guild_id)

    def _sleep(self) -> None:
        """Sleep until the period ends, waking now and then to check the time."""
        self.stop()
        pause = min(self._current + self.length + LATE - self._clock.now(), LONGEST_SLEEP)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(pause.total_seconds(), self._rollovers.enqueue, ALL)

    async def _post(self, guild_id: int) -> None:
        began = self._current
        due = await self._due(began, guild_id)
        if guild_id not in due:  # it is no longer wanted, or was posted
            return
        try:
            await self._publish(guild_id, due[guild_id], began)
        except (ChannelGone, ServerLeft) as fault:
            log.info("cannot post the %s: %s", self.post.value, fault)
        except PostingForbidden as fault:
            if self._clock.now() - began < self.retry_window:
                raise
            log.info("cannot post the %s: %s", self.post.value, fault)
        await self._store.post_done(self.post, guild_id, self.key(began))
