"""Matches in memory: one lock each, the state at hand, replayed from the log when it is not."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakValueDictionary

from structlog.contextvars import bound_contextvars

from bot.engine.chance import Chance
from bot.engine.contract import NATURE, Observation, Rules, Seat, Setup
from bot.engine.errors import MatchOver, Refusal, StaleMove
from bot.engine.replay import replay
from bot.engine.seating import prepare
from bot.engine.time_up import TimeUp
from bot.games import game
from bot.service.errors import NoSuchMatch, NotStarted, TableClosed
from bot.service.follow import Ply, asked_since, told
from bot.service.ports import (
    Conflict,
    Match,
    MatchId,
    News,
    Stage,
    Store,
    StoreFault,
    Update,
    UserId,
)


@dataclass(slots=True)
class Live:
    """A match with its state; only to be touched under its lock."""

    match: Match
    rules: Rules[Any]
    state: Any = None
    """``None`` in a lobby."""
    chances: int = 0
    """How often nature has answered."""
    asked: Mapping[Seat, int] = field(default_factory=dict)
    """For each seat that is to act, the ply from which on it has had this choice."""
    news: tuple[News, ...] = ()
    """What happened since the table was last shown."""
    begun: int = 0
    """The newest version that somebody may have begun to show: the process before us, too."""

    @property
    def is_doubtful(self) -> bool:
        """Whether something may have been shown that nobody has noted."""
        return self.begun > self.match.shown_version

    def observe(self, seat: Seat | None) -> Observation | None:
        """What ``seat`` (``None``: a spectator) may know; ``None`` in a lobby."""
        if self.state is None:
            return None
        seen: Observation = self.rules.observe(self.state, seat)
        return seen

    def update(self) -> Update:
        """All that may be shown of it now."""
        hands = {}
        for occupant in self.match.seats:
            seen = self.observe(occupant.seat) if occupant.user_id is not None else None
            if seen is not None and occupant.user_id is not None:
                hands[occupant.user_id] = seen
        asked, late = self._newly_asked(), self._late()
        return Update(self.match, self.observe(None), self.news, hands, asked, late=late)

    def _newly_asked(self) -> frozenset[UserId]:
        """People whose turn to choose has come since the table was last shown."""
        return frozenset(
            occupant.user_id
            for occupant in self.match.seats
            if occupant.user_id is not None
            and self.asked.get(occupant.seat, 0) > self.match.shown_ply
        )

    def _late(self) -> frozenset[Seat]:
        """Seats whose time was up since the table was last shown."""
        events = (event for news in self.news for event in news.events)
        return frozenset(event.seat for event in events if isinstance(event, TimeUp))


class Keeper:
    """Lends matches out, one borrower at a time."""

    def __init__(
        self,
        store: Store,
        capacity: int = 4096,
        unsure: Callable[[MatchId], None] = lambda _: None,
    ) -> None:
        """``capacity`` matches are kept at hand; others are replayed when they are needed.

        ``unsure`` is told of a match whose store failed and may have committed all the same.
        """
        self._store = store
        self._unsure = unsure
        self._capacity = capacity
        self._at_hand: OrderedDict[MatchId, Live] = OrderedDict()
        self._locks: WeakValueDictionary[MatchId, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def hold(self, match_id: MatchId) -> AsyncIterator[Live]:
        """The match, alone, until the block ends.

        A refusal leaves the match as it was. When the block fails in any other way, what is in
        memory is forgotten: the store knows what was committed.

        Raises :class:`~bot.service.errors.NoSuchMatch`, and :class:`~bot.engine.errors.StaleMove`
        when another process has changed the match meanwhile.
        """
        lock = self._locks.setdefault(match_id, asyncio.Lock())
        async with lock:
            live = self._at_hand.get(match_id) or await self._load(match_id)
            self._keep(live)
            try:
                with bound_contextvars(match=match_id, ply=live.match.ply):
                    yield live
            except Refusal:
                raise
            except Conflict:
                self._at_hand.pop(match_id, None)
                raise StaleMove from None
            except StoreFault:
                self._at_hand.pop(match_id, None)
                self._unsure(match_id)
                raise
            except BaseException:
                self._at_hand.pop(match_id, None)
                raise

    async def forget(self, match_id: MatchId) -> None:
        """What is stored of a match was changed past its lender: read it anew."""
        async with self._locks.setdefault(match_id, asyncio.Lock()):
            self._at_hand.pop(match_id, None)

    def _keep(self, live: Live) -> None:
        self._at_hand[live.match.id] = live
        self._at_hand.move_to_end(live.match.id)
        while len(self._at_hand) > self._capacity:
            self._at_hand.popitem(last=False)

    async def _load(self, match_id: MatchId) -> Live:
        match = await self._store.match(match_id)
        if match is None:
            raise NoSuchMatch
        live = Live(match, game(match.game), begun=match.version)
        if match.stage is Stage.LOBBY or not match.ply:
            return live
        log = await self._store.log(match_id)
        shown = min(match.shown_ply, len(log))
        late = await self._store.late(match_id, shown) if shown < len(log) else frozenset()
        live.match = replace(match, ply=len(log))
        news = []
        for ply in replay(live.rules, setup_of(match), log):
            now = Ply(ply.index + 1, ply.actor, ply.state)
            live.asked = asked_since(live.rules, live.state, now, live.asked)
            live.state = ply.state
            live.chances += ply.actor is NATURE
            if ply.index >= shown:
                events = told(ply.actor, ply.events, late=ply.index in late)
                news.append(News(ply.index, events))
        live.news = tuple(news)
        return live


def chance_of(match: Match) -> Chance:
    """Where nature's answers come from."""
    return Chance(match.secret, match.salts)


def setup_of(match: Match) -> Setup:
    """The agreement that the match is played under."""
    return prepare(game(match.game).info, len(match.seats), match.options)


def running(live: Live) -> None:
    """Raise the refusal that fits unless the match is under way."""
    match live.match.stage:
        case Stage.RUNNING:
            return
        case Stage.LOBBY:
            raise NotStarted
        case Stage.OVER:
            raise MatchOver
        case Stage.CLOSED:
            raise TableClosed
