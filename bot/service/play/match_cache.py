"""A cache of loaded matches with one lock each; others are replayed from the log."""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache
from structlog.contextvars import bound_contextvars

from bot.engine.chance import MatchRandomness
from bot.engine.choices import Choices, choices_after
from bot.engine.contract import NATURE, Actor, Event, Observation, Rules, Seat, Setup, as_seen_by
from bot.engine.errors import Refusal, StaleMove
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, remaining, replay
from bot.engine.seating import TimeUp, prepare
from bot.games import game
from bot.model.errors import NoSuchMatch
from bot.model.match import Match, MatchId, Stage, UserId
from bot.model.updates import PublicMove, Update
from bot.service.keyed_locks import KeyedLocks
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


@dataclass(slots=True)
class LoadedMatch:
    """A match with its state; use it only while holding its lock."""

    match: Match
    rules: Rules[Any, Any]
    state: Any = None
    nature_moves: int = 0
    turns: Mapping[Seat, int] = field(default_factory=dict)
    """For each seat that is to act, the ply from which on it has had this choice."""
    choices: Choices = ()
    """The past choices of the seat whose moves may be taken back (:attr:`Match.chooser`)."""
    news: tuple[PublicMove, ...] = ()
    is_played: bool = False
    """True if somebody has made a move of their own.

    Read from the log, a computer's move in the place of somebody who left counts as theirs.
    """
    is_outdated: bool = False
    attempted_version: int = 0
    """The newest version that this process, or the one before it, may have begun to show."""
    _observed: tuple[Any, dict[Seat | None, Observation]] = field(
        default_factory=lambda: (None, {}), repr=False
    )

    @property
    def is_maybe_shown(self) -> bool:
        return self.attempted_version > self.match.shown_version

    def observe(self, seat: Seat | None) -> Observation | None:
        if self.state is None:
            return None
        if self._observed[0] is not self.state:
            self._observed = (self.state, {})
        seen = self._observed[1]
        if seat not in seen:
            seen[seat] = self.rules.observe(self.state, seat)
        return seen[seat]

    def update(self) -> Update:
        hands, choosing = {}, {}
        for occupant in self.match.seats:
            seen = self.observe(occupant.seat) if occupant.user_id is not None else None
            if seen is not None and occupant.user_id is not None:
                hands[occupant.user_id] = seen
                if (since := self.choosing_since(occupant.seat)) is not None:
                    choosing[occupant.user_id] = since
        return Update(
            self.match,
            self.observe(None),
            self.news,
            hands,
            self._newly_choosing(),
            choosing,
            late=self._late(),
            can_take_back=self.can_take_back,
        )

    @property
    def can_take_back(self) -> bool:
        seat = self.match.chooser
        if seat is None or not self.match.seats[seat].is_person_playing or not self.choices:
            return False
        return self.match.stage is Stage.RUNNING and not self.choices[-1].has_uncovered

    def choosing_since(self, seat: Seat | None) -> int | None:
        """Return the ply of a person's present choice, which a computer's seat never has."""
        if seat is None or self.match.stage is not Stage.RUNNING:
            return None
        return self.turns.get(seat) if self.match.seats[seat].is_person_playing else None

    def _newly_choosing(self) -> frozenset[UserId]:
        return frozenset(
            occupant.user_id
            for occupant in self.match.seats
            if occupant.user_id is not None
            and self.turns.get(occupant.seat, 0) > self.match.shown_ply
        )

    def _late(self) -> frozenset[Seat]:
        events = (event for news in self.news for event in news.events)
        return frozenset(event.seat for event in events if isinstance(event, TimeUp))


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
        """Note that nothing can have been shown of a new match, which is read again before use."""
        async with self._locks[match.id]:
            if match.id not in self._cached:
                self._cached[match.id] = LoadedMatch(match, game(match.game), is_outdated=True)

    async def forget(self, match_id: MatchId) -> None:
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
        late = await self._store.late_plies(match_id, 0)
        # A long log takes tens of milliseconds, in which nobody else would be served.
        return await asyncio.to_thread(_replayed, match, log, late)

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


def _replayed(match: Match, log: Sequence[Entry], late: Collection[int]) -> LoadedMatch:
    """Return a match as its log leaves it; ``late`` holds the plies of clocks that ran out."""
    loaded = LoadedMatch(match, game(match.game), attempted_version=match.version)
    shown = min(match.shown_ply, len(log))
    of_people = {each.seat for each in match.seats if each.user_id or each.left_by}
    news = []
    for ply in replay(loaded.rules, setup_of(match), log):
        loaded.turns = turns_after(loaded.rules, loaded.state, ply, loaded.turns)
        if match.chooser is not None:
            before, choices = loaded.state, loaded.choices
            loaded.choices = choices_after(loaded.rules, before, ply, choices, match.chooser)
        loaded.state = ply.state
        loaded.nature_moves += ply.actor is NATURE
        is_own = ply.actor in of_people and ply.index not in late and not ply.move.automatic
        loaded.is_played = loaded.is_played or is_own
        if ply.index >= shown:
            events = public_events(ply.actor, ply.events, late=ply.index in late)
            news.append(PublicMove(ply.index, events))
    told = frozenset(remaining(log))
    loaded.news = tuple(each for each in news if each.ply in told)
    return loaded


def public_events(actor: Actor, events: Sequence[Event], *, late: bool) -> tuple[Event, ...]:
    """Return a move's events as spectators see them, after :class:`TimeUp` if it was late."""
    seen = as_seen_by(events, None)
    return (TimeUp(actor), *seen) if late and actor is not NATURE else seen


def turns_after(
    rules: Rules[Any, Any], before: object, ply: ReplayedMove[Any], known: Mapping[Seat, int]
) -> Mapping[Seat, int]:
    """Return for each seat that is to act after ``ply`` since which ply it has had its choice.

    When several seats act at once, a choice stays the same while the others make theirs.
    """
    acting = rules.to_act(ply.state)
    if not isinstance(acting, frozenset):
        return {}

    def same(seat: Seat) -> bool:
        if seat == ply.actor or seat not in known:
            return False
        return rules.legal_moves(before, seat) == rules.legal_moves(ply.state, seat)

    return {seat: known[seat] if same(seat) else ply.index + 1 for seat in acting}


def randomness_of(match: Match) -> MatchRandomness:
    return MatchRandomness(match.secret, match.salts)


def setup_of(match: Match) -> Setup:
    return prepare(game(match.game).info, len(match.seats), match.options)
