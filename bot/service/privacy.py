"""What is stored of a person: told to them, and deleted when they say so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bot.engine.errors import Refusal
from bot.service.errors import StillSeated
from bot.service.live import Keeper
from bot.service.matches import Matches
from bot.service.people import People
from bot.service.ports import (
    Conflict,
    Erasure,
    Holdings,
    MatchId,
    Played,
    Row,
    Stage,
    Store,
    UserId,
)
from bot.service.scoring import Scoring
from bot.service.tables import Tables

log = logging.getLogger(__name__)

TRIES = 5
"""So often somebody is taken from tables where they sat down meanwhile."""
PAGE = 25
"""Matches that are asked for at once: others want the loop, too."""
AT_ONCE = 2
"""People who are told everything at the same time."""
MOST_MATCHES = 20_000
MOST_MOVES = 120_000
"""More than a file of the size that can be sent would hold."""


@dataclass(frozen=True, slots=True)
class Told:
    """Everything about one person."""

    rows: Mapping[str, Sequence[Row]]
    """What has to do with no match, by what it is."""
    played: Sequence[Played]
    """Matches, the newest first."""
    matches: int
    """How many matches there are; of very many the oldest are not among them."""
    moveless: int = 0
    """So many of the oldest come without their moves."""


@dataclass(frozen=True, slots=True)
class Privacy:
    """Tells people what is stored about them, and deletes it."""

    store: Store
    keeper: Keeper
    people: People
    tables: Tables
    matches: Matches
    scoring: Scoring
    shown: Callable[[MatchId], Awaitable[None]]
    """Waits a little until a match is shown as it is."""
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def holdings(self, user: UserId) -> Holdings:
        """How much is stored about somebody."""
        return await self.store.holdings(user)

    async def everything(self, user: UserId) -> Told:
        """All of it, as far as it can be sent."""
        async with self._places:
            return await self._everything(user)

    async def _everything(self, user: UserId) -> Told:
        rows = await self.store.own_rows(user)
        ids = await self.store.own_matches(user)
        played: list[Played] = []
        moves = moveless = 0
        for start in range(0, min(len(ids), MOST_MATCHES), PAGE):
            page = ids[start : start + PAGE]
            room = moves < MOST_MOVES
            found = await self.store.played(user, page, moves=room)
            moves += sum(len(each.moves) for each in found)
            moveless += 0 if room else len(found)
            played += found
        return Told(rows, played, len(ids), moveless)

    async def erase(self, user: UserId) -> Erasure:
        """Take somebody from all tables, and delete what names them.

        Whatever it is interrupted at, to ask again finishes it. Raises
        :class:`~bot.service.errors.StillSeated` when they sit down faster than they are taken away.
        """
        for _ in range(TRIES):
            await self._leave_all(user)
            try:
                return await self._erase(user)
            except Conflict:  # they sat down meanwhile
                log.info("somebody sat down whose data was to be deleted")
        raise StillSeated

    async def _erase(self, user: UserId) -> Erasure:
        """Out of the store, then out of memory, and once more what memory had still written.

        Nothing is scored meanwhile: that would give back a rating.
        """
        async with self.scoring.paused():
            changed = await self.store.own_matches(user)
            try:
                gone = await self.store.erase(user)
                changed = gone.changed
            finally:  # also when nobody knows whether it was done
                self.people.forget(user)
                for match_id in changed:
                    await self.keeper.forget(match_id)
            gone += await self.store.erase(user)
            self.people.forget(user)
        log.info("data deleted", extra={"matches": gone.matches, "seats": gone.seats})
        return gone

    async def _leave_all(self, user: UserId) -> None:
        """As ``/leave`` does; a table that has changed meanwhile is left at the next look."""
        left: list[MatchId] = []
        for _ in range(TRIES):
            there = await self.store.open_of(user)
            if not there:
                break
            for match in there:
                work = self.tables.leave if match.stage is Stage.LOBBY else self.matches.leave
                with suppress(Refusal):
                    await work(match.id, user)
                    left.append(match.id)
        for match_id in left:
            await self.shown(match_id)
