"""Scores ended matches, each once: ratings, rankings, achievements."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import takewhile

from bot.engine.contract import Actor, Event, Seat
from bot.engine.record import Entry
from bot.engine.replay import replay_kept
from bot.engine.rounds import RoundScored
from bot.games import game
from bot.model.match import Match, MatchId
from bot.model.scores import OVERALL, EndedMatch, Score, ScoredSeat, SeatResult
from bot.scores.achievements.catalogue import earned_in
from bot.scores.achievements.participation import Participation
from bot.scores.span import day_of
from bot.service.play.loaded_match import setup_of
from bot.service.ports.faults import Conflict, StoreFault
from bot.service.ports.store import Store
from bot.service.retry_queue import ALL, RetryQueue
from bot.service.scores.match_share import share_of
from bot.service.scores.rating_changes import changes, weights_of

log = logging.getLogger(__name__)

BEFORE = 20
"""If at most this many earlier matches are unscored, they are scored before one that people wait
for. A longer backlog is left to the background job."""
REST = 1.0
"""Seconds between two batches of leftover matches to score."""
TRIES = 5
"""Attempts to score a match while the data it depends on keeps changing."""


@dataclass(frozen=True, slots=True)
class ScoringEvents:
    """The events of a match, nothing hidden; empty if it cannot be replayed any more."""

    events: tuple[Event, ...] = ()
    helped: frozenset[Actor] = frozenset()
    """The seats for which the clock has made a move."""

    def rounds(self, seat: Seat) -> tuple[int, ...]:
        """Return the seat's points of each round, if points are counted."""
        return tuple(each.points[seat] for each in self._scored if each.counted)

    @property
    def totals(self) -> tuple[int, ...]:
        """Everybody's points after the last round that was played to its end."""
        return self._scored[-1].totals if self._scored else ()

    @property
    def _scored(self) -> list[RoundScored]:
        return [each for each in self.events if isinstance(each, RoundScored)]


@dataclass(slots=True)
class Scoring:
    """Turns results into scores.

    Matches are scored one after another in the order in which they ended, so that no two change the
    same rating at once. Scores are saved in one transaction; a match whose process died before that
    is scored with the next one, or at the next start.
    """

    store: Store
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _unscorable: set[MatchId] = field(default_factory=set)
    queue: RetryQueue = field(init=False)

    def __post_init__(self) -> None:
        self.queue = RetryQueue("scoring", self._score_leftovers)

    async def _score_leftovers(self, _: int) -> None:
        """Score some leftover matches at a time, so that others can use the store in between."""
        if await self.catch_up():
            self.queue.enqueue_again(ALL, REST)

    async def of(self, match_id: MatchId) -> tuple[ScoredSeat, ...]:
        """Return the scores of a match, by seat, scoring it first; empty if it has no results."""
        async with self._turn:
            ended = await self.store.ended(match_id)
            if ended is None:
                return ()
            if not ended.is_scored:
                await self._catch_up_to(match_id)
                await self._attempt(match_id)
        return await self.store.scored(match_id)

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        async with self._turn:
            yield

    async def catch_up(self, limit: int = 20) -> bool:
        """Score some leftover matches; return whether there may be more."""
        limit += len(self._unscorable)
        left = await self.store.unscored(limit)
        for match_id in left:
            async with self._turn:
                await self._attempt(match_id)
        return len(left) == limit

    async def _catch_up_to(self, match_id: MatchId) -> None:
        """Score the matches that ended before this one, unless that is a whole backlog."""
        left = await self.store.unscored(BEFORE + 1)
        if len(left) <= BEFORE:
            for each in takewhile(lambda each: each != match_id, left):
                await self._attempt(each)

    async def _attempt(self, match_id: MatchId) -> None:
        """Score a match; log a failure, so that it holds up neither its result nor others."""
        if match_id in self._unscorable:
            return
        try:
            await self._score(match_id)
        except StoreFault:
            raise
        except Exception:
            self._unscorable.add(match_id)
            log.exception("cannot score match %s", match_id)

    async def _score(self, match_id: MatchId) -> None:
        """Compute and save the scores of a match, unless that was done.

        Another process may be faster, with this match or another of the same people, or somebody's
        data is deleted meanwhile. Then it is retried, and :class:`Conflict` is raised after
        :data:`TRIES` attempts.
        """
        for _ in range(TRIES):
            ended, match = await self.store.ended(match_id), await self.store.match(match_id)
            if ended is None or match is None or ended.is_scored:
                return
            scores = await self._worked_out(ended, match)
            with suppress(Conflict):
                await self.store.score(match_id, ended.at, scores)
                log.info("match scored", extra={"match": match_id})
                return
        raise Conflict

    async def _worked_out(self, ended: EndedMatch, match: Match) -> Sequence[Score]:
        users = [each.user_id for each in ended.seats if each.user_id is not None]
        before = (ended.at, ended.match_id)
        weights = weights_of(ended, await self.store.meetings(users, day_of(ended.at), before))
        ratings = await self.store.ratings(users, (OVERALL, ended.game))
        share = share_of(match)
        overall, in_game = (
            changes(ended, name, ratings, weights, share) for name in (OVERALL, ended.game)
        )
        story = await self._story(match)
        return [
            Score(
                seat=each.seat,
                user_id=each.user_id,
                rounds=story.rounds(each.seat),
                weight=weights[each.seat],
                share=share,
                overall=overall.get(each.seat),
                in_game=in_game.get(each.seat),
                earned=await self._earned(each, ended, match, story),
                is_hinted=ended.is_hinted,
            )
            for each in ended.seats
        ]

    async def _story(self, match: Match) -> ScoringEvents:
        """Replay the match; return an empty story if it does not follow today's rules."""
        entries = await self.store.log(match.id)
        late = await self.store.late_plies(match.id, 0)
        try:
            return await asyncio.to_thread(_events_of, match, entries, late)
        except Exception as error:  # noqa: BLE001 - its results count all the same
            log.warning("cannot replay match %s: %s", match.id, error)
            return ScoringEvents()

    async def _earned(
        self, result: SeatResult, ended: EndedMatch, match: Match, story: ScoringEvents
    ) -> tuple[str, ...]:
        if result.user_id is None:
            return ()
        career = await self.store.career(result.user_id, (ended.at, ended.match_id))
        part = Participation(
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
            aided=ended.is_aided,
            helped=result.seat in story.helped,
            totals=story.totals,
            computers={each.seat: each.level for each in ended.seats if each.level is not None},
            pace=match.pace.value,
            lasted=ended.at - match.created_at,
            events=story.events,
            career=career,
            avenged=await self._avenged(result, match),
        )
        try:
            return tuple(earned_in(part))
        except Exception:  # a faulty condition must not hold up anybody's result
            log.exception("achievement check failed for match %s", ended.match_id)
            return ()

    async def _avenged(self, result: SeatResult, match: Match) -> bool:
        if not result.won or match.rematch_of is None:
            return False
        before = await self.store.ended(match.rematch_of)
        seats = before.seats if before is not None else ()
        lost = (each for each in seats if not each.won and not each.left)
        return any(each.user_id == result.user_id for each in lost)


def _events_of(match: Match, entries: Sequence[Entry], late: Collection[int]) -> ScoringEvents:
    plies = tuple(replay_kept(game(match.game), setup_of(match), entries))
    events = tuple(event for ply in plies for event in ply.events)
    return ScoringEvents(events, frozenset(ply.actor for ply in plies if ply.index in late))
