"""Matches that are over, looked back on: who may, the whole story, and proof of the shuffles."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bot.engine.chance import commitment
from bot.engine.contract import Rules
from bot.engine.errors import Refusal
from bot.engine.proof import Deal, deals, lots
from bot.engine.record import Entry, Record, Source
from bot.engine.story import Story
from bot.games import game
from bot.service.errors import (
    BrokenLog,
    FilmUnderWay,
    NothingToReplay,
    NotOver,
    NotToBeSeen,
    OlderRules,
    UnfinishedHere,
)
from bot.service.live import chance_of, setup_of
from bot.service.ports import Ended, Match, MatchId, Stage, Store, UserId

KEPT = 16
"""So many stories, of half a megabyte at most, are kept in memory; others are replayed anew."""


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Who would look back, and where they ask."""

    user_id: UserId
    guild_id: int | None
    channel_id: int
    sees: Callable[[int], bool] = lambda _: True
    """Whether they may see a channel of that server."""

    def is_where(self, match: Match) -> bool:
        """Whether they ask in the server of a match, and may see its channel."""
        here = match.guild_id is not None and match.guild_id == self.guild_id
        return here and (match.channel_id == self.channel_id or self.sees(match.channel_id))


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over, and all that happened in it."""

    match: Match
    story: Story[Any]


@dataclass(frozen=True, slots=True)
class Proof:
    """What the shuffles of a finished match followed from, and every deal worked out anew."""

    match: Match
    source: Source
    deals: tuple[Deal, ...]
    """Up to the first that the log tells otherwise, if there is one."""
    is_whole: bool
    """Whether the rules allow all that the log tells between them."""

    @property
    def holds(self) -> bool:
        """Whether every deal in the log is the one that follows from secret and salts."""
        return self.is_whole and all(deal.agrees for deal in self.deals)


class Lookback:
    """Finds finished matches for those who may see them."""

    def __init__(self, store: Store, kept: int = KEPT) -> None:
        self._store = store
        self._kept = kept
        self._stories: OrderedDict[MatchId, Story[Any]] = OrderedDict()
        self._filming = asyncio.Lock()
        self._waiting: set[UserId] = set()

    # Which match, and who may see it.

    async def last(self, who: Onlooker) -> MatchId:
        """The match that ended last in the channel, else the last of the person's own.

        Raises :class:`~bot.service.errors.UnfinishedHere`.
        """
        here = await self._store.last_ended_in(who.channel_id)
        if here is not None:
            return here
        own = await self._store.history(who.user_id, 1)
        if not own:
            raise UnfinishedHere
        return own[0].match_id

    async def visible(self, match_id: MatchId, who: Onlooker) -> Match:
        """A match that this person may know of, over or not: played where they see it, or by them.

        Any other is refused like one that does not exist.
        """
        match = await self._store.match(match_id)
        if match is None:
            raise NotToBeSeen
        if who.is_where(match):
            return match
        if who.user_id in _people(match, await self._store.ended(match_id)):
            return match
        raise NotToBeSeen

    async def finished(self, match_id: MatchId, who: Onlooker) -> Match:
        """The match, if it is over and this person may see it.

        Raises :class:`~bot.service.errors.NotToBeSeen`, :class:`~bot.service.errors.NotOver` and
        :class:`~bot.service.errors.NothingToReplay`.
        """
        match = await self.visible(match_id, who)
        if match.is_open:
            raise NotOver
        if match.stage is Stage.CLOSED and await self._store.ended(match_id) is None:
            raise NothingToReplay
        return match

    # What there is to see.

    async def look(self, match_id: MatchId, who: Onlooker) -> Finished:
        """A finished match with its story; replayed off the event loop."""
        match = await self.finished(match_id, who)
        story = self._stories.get(match_id)
        if story is None:
            log = await self._store.log(match_id)
            story = await asyncio.to_thread(_told, match, log)
        if not len(story):
            raise NothingToReplay
        self._stories[match_id] = story
        self._stories.move_to_end(match_id)
        while len(self._stories) > self._kept:
            self._stories.popitem(last=False)
        return Finished(match, story)

    async def proof(self, match_id: MatchId, who: Onlooker) -> Proof:
        """The deals of a finished match, worked out anew from its secret and salts."""
        match = await self.finished(match_id, who)
        log = await self._store.log(match_id)
        return await asyncio.to_thread(_proved, match, log)

    async def record(self, match_id: MatchId, who: Onlooker) -> Record:
        """A finished match as its record, with what its shuffles followed from."""
        proof = await self.proof(match_id, who)
        match, log = proof.match, await self._store.log(match_id)
        return Record(
            match.game, match.rules, len(match.seats), match.options, log, chance=proof.source
        )

    @asynccontextmanager
    async def filming(self, who: Onlooker) -> AsyncIterator[None]:
        """Make a film: one at a time, and one for a person at a time.

        Raises :class:`~bot.service.errors.FilmUnderWay`.
        """
        if who.user_id in self._waiting:
            raise FilmUnderWay
        self._waiting.add(who.user_id)
        try:
            async with self._filming:
                yield
        finally:
            self._waiting.discard(who.user_id)


def _people(match: Match, ended: Ended | None) -> set[UserId | None]:
    """Everybody who has sat there."""
    seated = {user for each in match.seats for user in (each.user_id, each.left_by)}
    return seated | {each.user_id for each in (ended.seats if ended else ())}


def _rules(match: Match) -> Rules[Any]:
    rules = game(match.game)
    if rules.info.rules != match.rules:
        raise OlderRules
    return rules


def _told(match: Match, log: tuple[Entry, ...]) -> Story[Any]:
    rules = _rules(match)
    try:
        return Story(rules, setup_of(match), log)
    except Refusal:
        raise BrokenLog from None


def _proved(match: Match, log: tuple[Entry, ...]) -> Proof:
    found: list[Deal] = []
    is_whole = True
    try:
        # What was found before a refusal stays in the list.
        found.extend(deals(_rules(match), setup_of(match), log, chance_of(match)))
    except OlderRules:
        raise
    except Refusal:
        is_whole = False
    source = Source(commitment(match.secret), match.secret.hex(), match.salts, lots(found))
    return Proof(match, source, tuple(found), is_whole)
