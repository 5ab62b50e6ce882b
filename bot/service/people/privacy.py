"""A person's stored data: reported to them, and deleted on request."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bot.engine.errors import Refusal
from bot.model.daily import open_days
from bot.model.errors import StillSeated
from bot.model.match import MatchId, Stage, UserId
from bot.model.privacy import Erasure, OwnMatch, PersonalData
from bot.service.lobby.lobbies import Lobbies
from bot.service.play.match_cache import MatchCache
from bot.service.play.matches import Matches
from bot.service.ports.changes import Change, Subject
from bot.service.ports.clock import Clock
from bot.service.ports.faults import Conflict
from bot.service.ports.store import Store
from bot.service.scores.scoring import Scoring
from bot.service.settings_cache import PreferenceCache

log = logging.getLogger(__name__)

TRIES = 5
"""Attempts to remove a person from tables that they keep joining."""
PAGE = 25
"""Matches fetched at once; small, because others need the event loop, too."""
CONCURRENT_EXPORTS = 2
MOST_MATCHES = 20_000
MOST_MOVES = 120_000
"""More matches and moves than fit in a file of the size that can be sent."""


@dataclass(frozen=True, slots=True)
class Privacy:
    store: Store
    cache: MatchCache
    preferences: PreferenceCache
    lobbies: Lobbies
    matches: Matches
    scoring: Scoring
    clock: Clock
    wait_until_shown: Callable[[MatchId], Awaitable[None]]
    _slots: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(CONCURRENT_EXPORTS))

    async def everything(self, user: UserId) -> PersonalData:
        async with self._slots:
            rows = await self.store.own_rows(user)
            ids = await self.store.own_matches(user)
            played: list[OwnMatch] = []
            moves = moveless = 0
            for start in range(0, min(len(ids), MOST_MATCHES), PAGE):
                page = ids[start : start + PAGE]
                room = moves < MOST_MOVES
                found = await self.store.played(user, page, moves=room)
                moves += sum(len(each.moves) for each in found)
                moveless += 0 if room else len(found)
                played += found
            return PersonalData(rows, played, len(ids), moveless)

    async def erase(self, user: UserId) -> Erasure:
        """Remove a person from all tables, and delete what names them.

        If it is interrupted, a repeated call finishes it. Raises
        :class:`~bot.model.errors.StillSeated` when they join tables faster than they are removed.
        """
        for _ in range(TRIES):
            await self._leave_all(user)
            try:
                return await self._erase(user)
            except Conflict:  # they joined a table meanwhile
                log.info("a person whose data is being deleted joined a table again")
        raise StillSeated

    async def _erase(self, user: UserId) -> Erasure:
        """Delete from the store, then from memory, then again what memory had still written.

        No match is scored meanwhile: that would bring back a rating.
        """
        async with self.scoring.paused():
            changed = await self.store.own_matches(user)
            try:
                gone = await self.store.erase(user, open_days(self.clock.now()))
                changed = gone.changed
            finally:  # also when it is unknown whether it was done
                await self._forget(user, changed)
            more = await self.store.erase(user, open_days(self.clock.now()))
            await self._forget(user, more.changed)
            gone += more
        self.store.changes.announce(Change(Subject.ERASED_PERSON, user))
        log.info("data deleted", extra={"matches": gone.matches, "seats": gone.seats})
        return gone

    async def _forget(self, user: UserId, matches: Sequence[MatchId]) -> None:
        self.preferences.forget(user)
        for match_id in matches:
            await self.cache.forget(match_id)

    async def _leave_all(self, user: UserId) -> None:
        """Make the person leave all tables for good, with retries."""
        left: list[MatchId] = []
        for _ in range(TRIES):
            there = await self.store.open_of(user)
            if not there:
                break
            for match in there:
                with suppress(Refusal):
                    if match.stage is Stage.LOBBY:
                        await self.lobbies.leave(match.id, user)
                    else:
                        await self.matches.leave(match.id, user, for_good=True)
                    left.append(match.id)
        for match_id in await self.store.kept_for(user):
            with suppress(Refusal):
                await self.matches.give_up_return(match_id, user)
                left.append(match_id)
        for match_id in left:
            await self.wait_until_shown(match_id)
