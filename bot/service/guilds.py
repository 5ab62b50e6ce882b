"""Servers that have removed the bot: their matches are paused, and go on when it is back."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from bot.engine.errors import Refusal
from bot.model.match import MatchId, Stage
from bot.model.shards import Shards
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

    async def out_of_step(self, is_in: Callable[[int], bool], shards: Shards) -> list[MatchId]:
        """Return the running matches on ``shards`` to pause or resume.

        ``is_in`` returns whether the bot is in a server now.
        """
        left = [each for each in await self.store.guilds_in_play(shards) if not is_in(each)]
        found = list[MatchId]()
        for first in range(0, len(left), _PORTION):
            found += await self.store.ticking_matches(left[first : first + _PORTION])
        stopped = await self.store.stopped_matches(shards)
        return found + [each.match_id for each in stopped if is_in(each.guild_id)]

    async def sync(self, match_id: MatchId, is_in: Callable[[int], bool]) -> None:
        """Pause or resume a match, unless it refuses: is the bot in its server now?"""
        match = await self.store.match(match_id)
        if match is None or match.guild_id is None:
            return
        try:
            await (self.resume if is_in(match.guild_id) else self.pause)(match_id)
        except Refusal as refusal:
            log.info("match %s unchanged: %s", match_id, refusal)

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
