"""Servers that have removed the bot: their matches are paused, and go on when it is back."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta

from bot.engine.errors import Refusal
from bot.service.model.match import MatchId, Stage
from bot.service.model.shards import Shards
from bot.service.play.conflicts import retried
from bot.service.play.match_cache import MatchCache
from bot.service.play.move_executor import MoveExecutor
from bot.service.ports.store import Store

log = logging.getLogger(__name__)

WAITS = timedelta(days=7)
"""Time that a match waits to go on in a server that the bot is not in."""
_PORTION = 500
"""Servers whose matches are read at a time: a query has a limited number of parameters."""


@dataclass(frozen=True, slots=True)
class Guilds:
    """Stops the clocks of matches that nobody can play, and starts them again.

    Lobbies are left alone: they last for less time than a match would wait. People who play on by
    DM set their match going again; it then lapses like any other, or is paused again the next time
    it cannot be shown.
    """

    store: Store
    cache: MatchCache
    executor: MoveExecutor

    async def sync(self, is_in: Callable[[int], bool], shards: Shards) -> None:
        """Pause or resume the running matches on ``shards``: is the bot in their servers now?"""
        left = [each for each in await self.store.guilds_in_play(shards) if not is_in(each)]
        for first in range(0, len(left), _PORTION):
            portion = left[first : first + _PORTION]
            for match_id in await self.store.ticking_matches(portion):
                await _attempt(self.pause, match_id)
        for match in await self.store.stopped_matches(shards):
            if is_in(match.guild_id):
                await _attempt(self.resume, match.match_id)

    @retried
    async def pause(self, match_id: MatchId) -> None:
        """Stop all clocks of a match; it is closed after :data:`WAITS` at the latest."""
        async with self.cache.locked(match_id) as loaded:
            match, until = loaded.match, self.executor.clock.now() + WAITS
            if match.stage is not Stage.RUNNING or not match.agenda.clocks:
                return
            agenda = self.executor.planner.stopped_agenda(match, until)
            await self.executor.plan(loaded, agenda)
            log.info("match paused", extra={"match": match_id})

    @retried
    async def resume(self, match_id: MatchId) -> None:
        """Start everybody's clock again, and show the table."""
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            if match.stage is not Stage.RUNNING or match.agenda.clocks:
                return
            planner = self.executor.planner
            agenda = await planner.match_agenda(match, loaded.rules, loaded.state, loaded.asked)
            if agenda.clocks:  # else it waits for a computer, and for nobody else
                await self.executor.plan(loaded, agenda, shown=True)
                log.info("match resumed", extra={"match": match_id})


async def _attempt(change: Callable[[MatchId], Awaitable[None]], match_id: MatchId) -> None:
    """Pause or resume a match, unless it refuses."""
    try:
        await change(match_id)
    except Refusal as refusal:
        log.info("match %s unchanged: %s", match_id, refusal)
