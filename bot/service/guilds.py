"""Servers that have removed the bot: their matches are paused, and go on when it is back."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from bot.engine.errors import Refusal
from bot.model.match import CloseReason, MatchId, Stage
from bot.service.match_changes import MatchChanges
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.matches import Matches
from bot.service.play.move_executor import MoveExecutor
from bot.service.ports.faults import StoreFault
from bot.service.ports.store import Store
from bot.service.retry_queue import ALL, RetryQueue

log = logging.getLogger(__name__)

WAITS = timedelta(days=7)
_PORTION = 500
"""Servers whose matches are read at a time: a query has a limited number of parameters."""


@dataclass(slots=True)
class Guilds:
    """Stops the clocks of matches that nobody can play, and starts them again.

    Lobbies are left alone: they last for less time than a match would wait. People who play on by
    DM set their match going again; it then lapses like any other, or is paused again the next time
    it cannot be shown.
    """

    store: Store
    cache: MatchCache
    executor: MoveExecutor
    changes: MatchChanges
    matches: Matches
    _is_in: Callable[[int], bool] = lambda _: True
    """Returns whether the bot is in a server now."""
    queue: RetryQueue = field(init=False)

    def __post_init__(self) -> None:
        self.queue = RetryQueue("servers", self._sync)

    def sync_soon(self, is_in: Callable[[int], bool]) -> None:
        """Pause or resume matches; ``is_in(guild_id)`` says whether the bot is in that server."""
        self._is_in = is_in
        self.queue.enqueue(ALL)

    async def channel_deleted(self, channel_id: int) -> None:
        """Close its match; errors are only logged, as the next post finds the channel deleted."""
        try:
            match = await self.store.open_in(channel_id)
            if match is not None:
                await self.matches.close_unplayable(match.id, CloseReason.CHANNEL_DELETED)
        except (Refusal, StoreFault) as error:
            log.warning("cannot close the match of deleted channel %s: %s", channel_id, error)

    async def _sync(self, key: int) -> None:
        """Pause or resume a match, or each for which the bot's servers have changed."""
        if key != ALL:
            await self._sync_match(key)
            return
        for match_id in await self._out_of_step():
            self.queue.enqueue(match_id)

    async def _out_of_step(self) -> list[MatchId]:
        """Return the running matches of ours to pause or resume."""
        is_in, shards = self._is_in, self.changes.shards
        left = [each for each in await self.store.guilds_in_play(shards) if not is_in(each)]
        found = list[MatchId]()
        for first in range(0, len(left), _PORTION):
            found += await self.store.ticking_matches(left[first : first + _PORTION])
        stopped = await self.store.stopped_matches(shards)
        return found + [each.match_id for each in stopped if is_in(each.guild_id)]

    async def _sync_match(self, match_id: MatchId) -> None:
        match = await self.store.match(match_id)
        if match is None or match.guild_id is None:
            return
        try:
            await (self.resume if self._is_in(match.guild_id) else self.pause)(match_id)
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
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
            if match.stage is not Stage.RUNNING or match.agenda.clocks:
                return
            planner = self.executor.planner
            agenda = await planner.match_agenda(match, loaded.rules, loaded.state, loaded.turns)
            if agenda.clocks:  # else it waits for a computer, and for nobody else
                await self.executor.plan(loaded, agenda, shown=True)
                log.info("match resumed", extra={"match": match_id})
