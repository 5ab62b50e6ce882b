"""A cache of loaded matches with one lock each; others are replayed from the log.

Another process may change a match while it is locked here: what was refused is attempted again.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache
from structlog.contextvars import bound_contextvars

from bot.engine.errors import Refusal, StaleMove
from bot.engine.record import Entry
from bot.games import game
from bot.model.errors import NoSuchMatch
from bot.model.match import Match, MatchId, Stage
from bot.service.keyed_locks import KeyedLocks
from bot.service.play.loaded_match import LoadedMatch, replayed
from bot.service.ports.faults import Conflict, StoreFault
from bot.service.ports.store import Store

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 5
"""Attempts before a person is told that the table has changed."""


class ChangedMeanwhile(StaleMove):
    """Another process has changed the match since it was read; nothing was written."""


def retried(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Attempt a method again if another process has changed the match meanwhile.

    Each attempt reads the match again, so what makes no sense any more is refused as usual. The
    method must have no effects before its one write.
    """

    @wraps(method)
    async def attempt(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                return await method(*args, **kwargs)
            except ChangedMeanwhile:
                continue
        return await method(*args, **kwargs)

    return attempt


class MatchCache:
    """An LRU cache of loaded matches, with one lock per match.

    If other processes write to the store, a match in memory is used only while its revision is the
    stored one.
    """

    def __init__(
        self, store: Store, uncertain: Callable[[MatchId], None], capacity: int = 4096
    ) -> None:
        """Keep ``capacity`` matches in memory; others are replayed when they are needed.

        ``uncertain`` is called with a match whose store failed and may have committed all the same.
        """
        self._store = store
        self._report_uncertain = uncertain
        self._cached: LRUCache[MatchId, LoadedMatch] = LRUCache(capacity)
        self._locks = KeyedLocks[MatchId]()

    @asynccontextmanager
    async def locked(self, match_id: MatchId) -> AsyncIterator[LoadedMatch]:
        """Lock a match and yield it; it is unlocked when the block ends.

        A refusal leaves the match as it was. When the block fails in any other way, the match is
        dropped from memory: the store knows what was committed.

        Raises :class:`~bot.model.errors.NoSuchMatch`, and :class:`ChangedMeanwhile` when another
        process has changed the match since it was read.
        """
        async with self._locks[match_id]:
            loaded = await self._current(match_id)
            self._cached[match_id] = loaded
            try:
                with bound_contextvars(match=match_id, ply=loaded.match.ply):
                    yield loaded
            except Refusal:
                raise
            except Conflict:
                loaded.is_outdated = True
                raise ChangedMeanwhile from None
            except StoreFault:
                self._cached.pop(match_id, None)
                self._report_uncertain(match_id)
                raise
            except BaseException:
                self._cached.pop(match_id, None)
                raise

    async def keep_new(self, match: Match) -> None:
        """Note that nothing can have been shown of a match that was just opened.

        Somebody may have changed it since it was stored, so it is read again before it is used.
        """
        async with self._locks[match.id]:
            if match.id not in self._cached:
                self._cached[match.id] = LoadedMatch(match, game(match.game), is_outdated=True)

    async def forget(self, match_id: MatchId) -> None:
        """Drop a match from memory, because its stored data was changed without this cache."""
        async with self._locks[match_id]:
            self._cached.pop(match_id, None)

    def forget_all(self) -> None:
        """Drop all matches from memory, with what this process knows to have begun to show."""
        self._cached.clear()

    def peek(self, match_id: MatchId) -> Match | None:
        """Return a match as it is in memory; it may have changed elsewhere, or be changing."""
        known = self._cached.get(match_id)
        return None if known is None else known.match

    def mark_outdated(self, match_id: MatchId) -> None:
        """Read a match again before it is used next."""
        if (loaded := self._cached.get(match_id)) is not None:
            loaded.is_outdated = True

    async def _current(self, match_id: MatchId) -> LoadedMatch:
        known = self._cached.get(match_id)
        if known is None:
            return await self._load(match_id)
        outdated = known.is_outdated or (
            not self._store.is_exclusive
            and await self._store.revision(match_id) != known.match.revision
        )
        if not outdated:
            return known
        self._cached.pop(match_id, None)
        fresh = await self._load(match_id)
        fresh.attempted_version = known.attempted_version
        return fresh

    async def _load(self, match_id: MatchId) -> LoadedMatch:
        match, log = await self._stored(match_id)
        if match.stage is Stage.LOBBY or not match.ply:
            return LoadedMatch(match, game(match.game), attempted_version=match.version)
        makers = await self._store.makers(match_id)
        # A long log takes tens of milliseconds, in which nobody else would be served.
        return await asyncio.to_thread(replayed, match, log, makers)

    async def _stored(self, match_id: MatchId) -> tuple[Match, tuple[Entry, ...]]:
        """Return a match and its log as they were at one moment; raises :class:`Conflict`."""
        for _ in range(TRIES):
            match = await self._store.match(match_id)
            if match is None:
                raise NoSuchMatch
            log = await self._store.log(match_id) if match.ply else ()
            if len(log) == match.ply:
                return match, log
        raise Conflict
