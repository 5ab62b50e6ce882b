"""What follows from a match that has ended: ratings, rankings, achievements, each once."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.engine.contract import Actor, Event, Seat
from bot.engine.replay import Ply, replay
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.scores.achievements import earned_in
from bot.scores.deed import Deed
from bot.scores.rating import FRESH, computer, rated
from bot.scores.repeats import weight
from bot.scores.span import day_of
from bot.service.live import setup_of
from bot.service.ports import (
    OVERALL,
    Change,
    Conflict,
    Ended,
    Match,
    MatchId,
    Meetings,
    Rating,
    Rival,
    Score,
    Scored,
    SeatResult,
    Store,
    UserId,
)

log = logging.getLogger(__name__)

Ratings = Mapping[tuple[UserId, str], Rating]


@dataclass(frozen=True, slots=True)
class Scoring:
    """Makes results into scores.

    One match after another, so that no two change the same rating at once. What is worked out is
    kept in one transaction; a match whose process died before that is scored when it is next asked
    for, or at the next start.
    """

    store: Store
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def of(self, match_id: MatchId) -> tuple[Scored, ...]:
        """What came of a match for each seat; nothing where it has no results."""
        async with self._turn:
            ended = await self.store.ended(match_id)
            if ended is None:
                return ()
            if not ended.is_scored:
                await self._score(ended)
        return await self.store.scored(match_id)

    async def catch_up(self, limit: int = 20) -> bool:
        """Score some matches that were left over; tells whether there may be more."""
        left = await self.store.unscored(limit)
        for match_id in left:
            await self.of(match_id)
        return len(left) == limit

    async def _score(self, ended: Ended) -> None:
        match = await self.store.match(ended.match_id)
        if match is None:
            return
        before = (ended.at, ended.match_id)
        users = [each.user_id for each in ended.seats if each.user_id is not None]
        met = await self.store.meetings(users, day_of(ended.at), before)
        weights = {each.seat: _weight(each, ended, met) for each in ended.seats}
        ratings = await self.store.ratings(users, (OVERALL, ended.game))
        overall, in_game = (
            _changes(ended, name, ratings, weights) for name in (OVERALL, ended.game)
        )
        plies, late = await self._story(match)
        events = tuple(event for ply in plies for event in ply.events)
        helped = frozenset(ply.actor for ply in plies if ply.index in late)
        scores = [
            Score(
                seat=each.seat,
                user_id=each.user_id,
                rounds=_rounds(events, each.seat),
                weight=weights[each.seat],
                overall=overall.get(each.seat),
                in_game=in_game.get(each.seat),
                earned=await self._earned(each, ended, match, events, helped),
            )
            for each in ended.seats
        ]
        try:
            await self.store.score(ended.match_id, ended.at, scores)
        except Conflict:  # another process was faster
            return
        log.info("match scored", extra={"match": ended.match_id})

    async def _story(self, match: Match) -> tuple[Sequence[Ply[Any]], frozenset[int]]:
        """All that happened in a match, and which moves the clock has made."""
        entries = await self.store.log(match.id)
        late = await self.store.late(match.id, 0)
        return tuple(replay(game(match.game), setup_of(match), entries)), late

    async def _earned(
        self,
        result: SeatResult,
        ended: Ended,
        match: Match,
        events: tuple[Event, ...],
        helped: frozenset[Actor],
    ) -> tuple[str, ...]:
        if result.user_id is None:
            return ()
        career = await self.store.career(result.user_id, (ended.at, ended.match_id))
        final = next((each for each in reversed(events) if isinstance(each, RoundScored)), None)
        deed = Deed(
            game=ended.game,
            options=setup_of(match).options,
            seat=result.seat,
            seats=len(ended.seats),
            partners=frozenset(
                each.seat
                for each in ended.seats
                if each.side == result.side and each.seat != result.seat
            ),
            place=result.place,
            won=result.won,
            left=result.left,
            helped=result.seat in helped,
            totals=final.totals if final else (),
            computers={each.seat: each.level for each in ended.seats if each.level is not None},
            pace=match.pace.value,
            lasted=ended.at - match.created_at,
            events=events,
            career=career,
            avenged=await self._avenged(result, match),
        )
        return tuple(earned_in(deed))

    async def _avenged(self, result: SeatResult, match: Match) -> bool:
        """Whether this was a rematch, won, of a match that was lost."""
        if not result.won or match.rematch_of is None:
            return False
        before = await self.store.ended(match.rematch_of)
        seats = () if before is None else before.seats
        return any(each.user_id == result.user_id and not each.won for each in seats)


def _weight(result: SeatResult, ended: Ended, met: Meetings) -> float:
    """How much the match counts for whoever sits there."""
    if result.user_id is None:
        return 1.0
    rivals = (_rival(each) for each in ended.seats if each.side != result.side)
    return weight(met.between(result.user_id, rival) for rival in rivals if rival is not None)


def _rival(result: SeatResult) -> Rival | None:
    return result.level if result.user_id is None else result.user_id


def _changes(
    ended: Ended, name: str, ratings: Ratings, weights: Mapping[Seat, float]
) -> dict[Seat, Change]:
    """How the ratings over all games, or in one, change for the people of a match.

    Who left has lost, also where their partner went on and won.
    """
    sides = _sides(ended)
    if len(sides) < 2:  # played alone
        return {}
    before = [[_rating(each, name, ratings) for each in side] for side in sides]
    shares = [[weights[each.seat] for each in side] for side in sides]
    stayed = [min(_standing(each, side) for each in side) for side in sides]
    after = rated(before, stayed, shares)
    last = max(each.place for each in ended.seats) + 1
    changes = {}
    for at, side in enumerate(sides):
        lost = after
        if any(each.left for each in side):
            places = [last if nth == at else place for nth, place in enumerate(stayed)]
            lost = rated(before, places, shares)
        for nth, each in enumerate(side):
            if each.user_id is not None:
                new = (lost if each.left else after)[at][nth]
                changes[each.seat] = Change(before[at][nth], new)
    return changes


def _sides(ended: Ended) -> list[list[SeatResult]]:
    sides: dict[int, list[SeatResult]] = {}
    for each in ended.seats:
        sides.setdefault(each.side, []).append(each)
    return list(sides.values())


def _standing(result: SeatResult, side: Sequence[SeatResult]) -> int:
    """The place of somebody's side: that of those who stayed, where anybody did."""
    return min((each.place for each in side if not each.left), default=result.place)


def _rating(result: SeatResult, name: str, ratings: Ratings) -> Rating:
    if result.user_id is not None:
        return ratings.get((result.user_id, name), FRESH)
    return FRESH if result.level is None else computer(result.level)


def _rounds(events: Sequence[Event], seat: Seat) -> tuple[int, ...]:
    """The points of each round, where points are counted."""
    scored = (each for each in events if isinstance(each, RoundScored) and each.counted)
    return tuple(each.points[seat] for each in scored)
