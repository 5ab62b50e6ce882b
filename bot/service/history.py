"""Past moves: finished matches with proof of their shuffles, and running ones as a seat sees them.

The whole story of a match leaves this module only when the match is over.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from bot.engine.chance import commitment
from bot.engine.errors import Refusal
from bot.engine.record import Entry, Record, Source
from bot.engine.rules import Rules
from bot.engine.story import DealCheck, SoFar, Story, check_shuffles, lots_drawn
from bot.games import game
from bot.model.errors import (
    AnimationUnderWay,
    BrokenLog,
    NothingToReplay,
    NotOver,
    NotToBeSeen,
    OlderRules,
    UnfinishedHere,
)
from bot.model.match import Match, MatchId, Stage, UserId
from bot.model.scores import EndedMatch
from bot.service.play.loaded_match import info_of, randomness_of, setup_of
from bot.service.ports.store import Store

MAX_STORIES = 16
"""Stories kept in memory, half a megabyte each at most; others are replayed again."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The person who wants to look back, and where they ask."""

    user_id: UserId
    guild_id: int | None
    channel_id: int
    sees: Callable[[int], bool] = lambda _: True
    """Says whether they may see the channel with that id in the server."""

    def is_where(self, match: Match) -> bool:
        here = match.guild_id is not None and match.guild_id == self.guild_id
        return here and (match.channel_id == self.channel_id or self.sees(match.channel_id))


@dataclass(frozen=True, slots=True)
class Finished:
    match: Match
    story: Story[Any]


@dataclass(frozen=True, slots=True)
class MatchVerification:
    """The secret and salts of a finished match, and every deal computed again from them."""

    match: Match
    source: Source
    deals: tuple[DealCheck, ...]
    """All deals, or those up to the first that differs from the log."""
    is_whole: bool
    """True if the rules allow everything in the log between them."""

    @property
    def holds(self) -> bool:
        """Return whether every deal in the log is the one that follows from secret and salts."""
        return self.is_whole and all(deal.agrees for deal in self.deals)


class MatchHistory:
    def __init__(self, store: Store, kept: int = MAX_STORIES) -> None:
        self._store = store
        self._stories: LRUCache[tuple[MatchId, int], Story[Any]] = LRUCache(kept)
        """By match and length of its log."""
        self.drawing = asyncio.Lock()
        """Held while an animation is drawn: one at a time, because drawing keeps a core busy."""
        self._drawing_for: set[UserId] = set()

    # Finding a match, and access to it.

    async def last(self, who: Viewer) -> MatchId:
        """Return the match that ended last in the channel, else the person's own last one.

        Raises :class:`UnfinishedHere`.
        """
        here = await self._store.last_ended_in(who.channel_id)
        if here is not None:
            return here
        own = await self._store.history(who.user_id, 1)
        if not own:
            raise UnfinishedHere
        return own[0].match_id

    async def visible(self, match_id: MatchId, who: Viewer) -> Match:
        """Return a match, over or not, that was played where this person sees it, or by them.

        Raises :class:`NotToBeSeen`, as for one that does not exist.
        """
        match = await self._store.match(match_id)
        if match is None:
            raise NotToBeSeen
        if who.is_where(match):
            return match
        if who.user_id in _people(match, await self._store.ended(match_id)):
            return match
        raise NotToBeSeen

    async def finished(self, match_id: MatchId, who: Viewer) -> Match:
        """Return the match, if it is over and this person may see it.

        Raises :class:`NotToBeSeen`, :class:`NotOver` and :class:`NothingToReplay`.
        """
        match = await self.visible(match_id, who)
        if match.is_open:
            raise NotOver
        if match.stage is Stage.CLOSED and await self._store.ended(match_id) is None:
            raise NothingToReplay
        return match

    # The contents of a match.

    async def open_story(self, match_id: MatchId, who: Viewer) -> Finished:
        match = await self.finished(match_id, who)
        story = await self._story(match)
        if not len(story) or not story.moment(len(story) - 1).moves:
            raise NothingToReplay
        return Finished(match, story)

    async def so_far(self, match: Match, who: Viewer, ply: int | None) -> SoFar:
        """Return the step of a running match up to log entry ``ply``, or else its newest one.

        ``match`` is one that is :meth:`visible` to them.
        """
        return (await self._story(match)).so_far(match.seat_of(who.user_id), ply)

    async def _story(self, match: Match) -> Story[Any]:
        key = match.id, match.ply
        if (story := self._stories.get(key)) is None:
            log = (await self._store.log(match.id))[: match.ply]
            story = self._stories[key] = await asyncio.to_thread(_story_of, match, log)
        return story

    async def proof(self, match_id: MatchId, who: Viewer) -> MatchVerification:
        match = await self.finished(match_id, who)
        log = await self._store.log(match_id)
        return await asyncio.to_thread(_proof_of, match, log)

    async def record(self, match_id: MatchId, who: Viewer) -> Record:
        proof = await self.proof(match_id, who)
        match, log = proof.match, await self._store.log(match_id)
        game_and_seats = match.game, match.rules, len(match.seats), match.options
        preset = info_of(match).preset
        return Record(*game_and_seats, log, chance=proof.source, preset=preset)

    @contextmanager
    def drawing_animation(self, who: Viewer) -> Iterator[None]:
        """Allow a person one animation at a time; raises :class:`AnimationUnderWay`."""
        if who.user_id in self._drawing_for:
            raise AnimationUnderWay
        self._drawing_for.add(who.user_id)
        try:
            yield
        finally:
            self._drawing_for.discard(who.user_id)


def _people(match: Match, ended: EndedMatch | None) -> set[UserId | None]:
    """Return everybody who has sat there; the set may contain ``None``, too."""
    seated = {user for each in match.seats for user in (each.user_id, each.left_by)}
    return seated | {each.user_id for each in (ended.seats if ended else ())}


def _rules(match: Match) -> Rules[Any, Any]:
    rules = game(match.game)
    if rules.info.rules != match.rules:
        raise OlderRules
    return rules


def _story_of(match: Match, log: tuple[Entry, ...]) -> Story[Any]:
    rules = _rules(match)
    try:
        return Story(rules, setup_of(match), log)
    except Refusal:
        raise BrokenLog from None


def _proof_of(match: Match, log: tuple[Entry, ...]) -> MatchVerification:
    found: list[DealCheck] = []
    is_whole = True
    try:
        # Deals found before a refusal stay in the list.
        found.extend(check_shuffles(_rules(match), setup_of(match), log, randomness_of(match)))
    except OlderRules:
        raise
    except Refusal:
        is_whole = False
    source = Source(commitment(match.secret), match.secret.hex(), match.salts, lots_drawn(found))
    return MatchVerification(match, source, tuple(found), is_whole)
