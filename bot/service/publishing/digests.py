"""Digests: once a day, at an hour of their own, people are told what waits for them."""

import asyncio
import logging
from dataclasses import replace
from datetime import datetime, timedelta

from bot.model.calls import Digest
from bot.service.match_changes import MatchChanges
from bot.service.ports.clock import Clock
from bot.service.ports.publisher import Publisher, PublishFailed
from bot.service.ports.store import Store
from bot.service.publishing.calls import CLAIM_LASTS
from bot.service.retry_queue import ALL, RetryQueue
from bot.service.settings_cache import PreferenceCache

log = logging.getLogger(__name__)

LONGEST_SLEEP = timedelta(hours=1)
"""The longest sleep: the machine's time may be set, or stop while its lid is closed."""
CHECK_INTERVAL = timedelta(minutes=1)
"""The same if other processes use the store, where people may choose an hour that comes sooner."""
APART = timedelta(hours=6)
"""The least time between two digests, of which the first was late."""


class Digests:
    """Sends each digest once, and none to those for whom nothing waits.

    It is sent by whoever owns DMs. As with calls, it is claimed before that and settled afterwards.
    One that was due while the bot was down is sent late, instead of the next if that is near.
    """

    def __init__(
        self,
        store: Store,
        preferences: PreferenceCache,
        publisher: Publisher,
        clock: Clock,
        changes: MatchChanges,
    ) -> None:
        self._store, self._preferences, self._publisher = store, preferences, publisher
        self._clock, self._changes = clock, changes
        self.queue = RetryQueue("digests", self._send_due, about="look")
        self._timer: asyncio.TimerHandle | None = None

    def look(self) -> None:
        """Send what is due, and sleep until the next one is; again once somebody has chosen one."""
        self.queue.enqueue(ALL)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    async def _send_due(self, _: int) -> None:
        self._sleep_until(None)
        if not self._changes.owns(None):
            return
        now, failure = self._clock.now(), None
        for digest in await self._store.digests_due(now):
            try:
                await self._send(digest)
            except PublishFailed as fault:  # others get theirs first
                failure = fault
        self._sleep_until(await self._store.next_digest(now))
        if failure is not None:
            raise failure

    def _sleep_until(self, at: datetime | None) -> None:
        self.stop()
        longest = LONGEST_SLEEP if self._store.is_exclusive else CHECK_INTERVAL
        pause = longest if at is None else min(at - self._clock.now(), longest)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(pause.total_seconds(), 0), self.look)

    async def _send(self, digest: Digest) -> None:
        user, now = digest.user_id, self._clock.now()
        self._preferences.forget(user)  # what another process has changed counts at once
        settings = (await self._preferences.player_settings([user]))[user]
        wanted = settings.preferences.digest_time
        if wanted is None:  # they have just chosen none
            return
        waiting = () if settings.away_until(now) else await self._store.waiting_for(user)
        claim = digest.claimed_at or now
        if now - claim > CLAIM_LASTS:
            log.info("not repeating a digest that may have been sent")
        elif waiting:
            if not await self._store.claim_digest(digest, claim):
                return  # another process sends it, or they have chosen another hour
            token = f"digest {user} {digest.due_at.isoformat()}"
            try:
                await self._publisher.send_digest(user, settings, waiting, token)
            except PublishFailed:
                await self._store.claim_digest(replace(digest, claimed_at=claim), None)
                raise
        await self._store.settle_digest(digest, wanted.next(self._clock.now() + APART))
