"""Waiting until the channel shows what is committed in a match."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from bot.model.match import MatchId
from bot.service.play.match_cache import MatchCache
from bot.service.retry_queue import RetryQueue

PATIENCE = 6.0
"""Seconds to wait: enough for three computers in a row that move before the table is posted."""
PARTING = 3.0
"""Seconds that a deletion of data waits for each table to show that the person has left."""


@dataclass(frozen=True, slots=True)
class ShowingWaits:
    """Lets what comes after a table wait for it."""

    cache: MatchCache
    queue: RetryQueue
    """Runs the jobs that show matches."""
    owns: Callable[[int | None], bool]
    """Returns whether this process posts in a server."""

    async def wait(self, match_id: MatchId) -> None:
        """Wait until the channel shows what is committed in a match now.

        It waits no longer than :data:`PATIENCE`, for no second try if showing fails, and not at all
        for what another process posts.
        """
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
        if not self.owns(match.guild_id):
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not await self._is_shown(match_id, match.version):
                    if not await self.queue.next_end(match_id):
                        return

    async def wait_for_job(self, match_id: MatchId) -> None:
        """Wait until a job that shows a match has ended, no longer than :data:`PARTING`."""
        await self.queue.wait_idle(match_id, PARTING)

    async def _is_shown(self, match_id: MatchId, version: int) -> bool:
        async with self.cache.locked(match_id) as loaded:
            return loaded.match.shown_version >= version
