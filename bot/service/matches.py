"""A match under way: moves, looks at the table, leaving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.engine.contract import GameInfo, Observation, Outcome, Rules, Seat
from bot.engine.errors import MatchOver, StaleMove
from bot.engine.replay import find
from bot.service.errors import NoMatchHere, NotSeated, NotStarted, TableClosed
from bot.service.follow import Course, awaited
from bot.service.live import Keeper, Live, chance_of
from bot.service.ports import (
    Awaits,
    Clock,
    Match,
    MatchId,
    News,
    Occupant,
    Place,
    Stage,
    Store,
    Update,
    UserId,
)

USUAL = "steady"
"""The computer that sits down when nobody says which."""


@dataclass(frozen=True, slots=True)
class Look:
    """A match as one person sees it."""

    match: Match
    seen: Observation | None
    """``None`` in a lobby."""
    news: tuple[News, ...] = ()
    """What the person's own move led to."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A computer's turn."""

    seat: Seat
    level: str
    ply: int
    rules: Rules[Any]
    seen: Observation


@dataclass(frozen=True, slots=True)
class Matches:
    """The running matches. ``changed`` is told of every match that is to be shown anew."""

    store: Store
    keeper: Keeper
    clock: Clock
    changed: Callable[[Match], None]

    async def play(self, match_id: MatchId, user: UserId, ply: int | None, code: str) -> Look:
        """Make a move for a person, and what follows from it, in one transaction.

        ``ply`` is the log's length at the table the person saw; ``None`` means the present one.
        Where several choose at once, what the others have chosen since makes no move stale.
        Raises :class:`~bot.engine.errors.StaleMove` when the table has gone on since, and the
        refusals of :func:`bot.engine.replay.find`.
        """
        async with self.keeper.hold(match_id) as live:
            _running(live)
            seat = live.match.seat_of(user)
            if seat is None:
                raise NotSeated
            if ply is not None and not _still_asked(live, seat, ply):
                raise StaleMove
            news = await self._move(live, seat, code)
            return Look(live.match, live.observe(seat), news)

    async def play_for_computer(self, match_id: MatchId, turn: Turn, code: str) -> None:
        """Make a computer's move, unless the table has gone on while it thought."""
        async with self.keeper.hold(match_id) as live:
            if live.match.stage is Stage.RUNNING and live.match.ply == turn.ply:
                await self._move(live, turn.seat, code)

    async def computers_turn(self, match_id: MatchId) -> Turn | None:
        """The computer that the table waits for, if it does."""
        async with self.keeper.hold(match_id) as live:
            if live.match.stage is not Stage.RUNNING:
                return None
            asked = live.rules.to_act(live.state)
            for seat in sorted(asked) if isinstance(asked, frozenset) else ():
                level = live.match.seats[seat].level
                seen = live.observe(seat)
                if level is not None and seen is not None:
                    return Turn(seat, level, live.match.ply, live.rules, seen)
            return None

    async def look(self, match_id: MatchId, user: UserId) -> Look:
        """The match as that person sees it; as a spectator does, who has no seat."""
        async with self.keeper.hold(match_id) as live:
            return Look(live.match, live.observe(live.match.seat_of(user)))

    async def update(self, match_id: MatchId) -> Update:
        """All that may be shown of the match now."""
        async with self.keeper.hold(match_id) as live:
            return live.update()

    async def here(self, channel_id: int) -> Match:
        """The open match of a channel; raises :class:`~bot.service.errors.NoMatchHere`."""
        match = await self.store.open_in(channel_id)
        if match is None:
            raise NoMatchHere
        return match

    async def leave(self, match_id: MatchId, user: UserId) -> Match:
        """Give the seat to a computer; when no person is left, the match is closed."""
        async with self.keeper.hold(match_id) as live:
            _running(live)
            match = live.match
            seat = match.seat_of(user)
            if seat is None:
                raise NotSeated
            gone = Occupant(seat, level=USUAL, salt=match.seats[seat].salt, left_by=user)
            seats = (*match.seats[:seat], gone, *match.seats[seat + 1 :])
            after = replace(match, seats=seats, version=match.version + 1)
            if after.people:
                after = replace(after, awaits=awaited(live.rules, live.state, after))
                await self.store.take_seat(match_id, gone, after.awaits)
            else:
                after = replace(after, stage=Stage.CLOSED, awaits=Awaits.NOBODY)
                await self.store.take_seat(match_id, gone, after.awaits, self.clock.now())
            live.match = after
            self.changed(after)
            return after

    async def _move(self, live: Live, seat: Seat, code: str) -> tuple[News, ...]:
        """Look the move up, carry it out with what follows, commit, and only then tell."""
        match = live.match
        move = find(live.rules, live.state, seat, code)
        course = Course(
            live.rules,
            chance_of(match),
            live.state,
            match.ply,
            live.chances,
            asked=live.asked,
        )
        course.make(seat, move)
        course.go_on()
        awaits = awaited(live.rules, course.state, match)
        outcome = live.rules.outcome(course.state)
        await self.store.append(
            match.id,
            match.ply,
            entries=course.entries,
            awaits=awaits,
            at=self.clock.now(),
            places=None if outcome is None else places(match, outcome, live.rules.info),
        )
        live.match = replace(
            match,
            ply=course.ply,
            version=match.version + 1,
            awaits=awaits,
            stage=match.stage if outcome is None else Stage.OVER,
        )
        live.state, live.chances, live.asked = course.state, course.chances, course.asked
        live.news += (*course.news,)
        self.changed(live.match)
        return tuple(course.news)


def places(match: Match, outcome: Outcome, info: GameInfo) -> Sequence[Place]:
    """What everybody came to: winners, then who was in it longest, then by points.

    Who left comes after who stayed.
    """
    better = 1 if info.penalties else -1

    def rank(occupant: Occupant) -> tuple[bool, bool, int, int]:
        seat = occupant.seat
        lasted = outcome.lasted[seat] if outcome.lasted else 0
        points = better * outcome.points[seat]
        return (occupant.left_by is not None, seat not in outcome.winners, -lasted, points)

    ranks = sorted(map(rank, match.seats))
    return [
        Place(
            seat=occupant.seat,
            user_id=occupant.user_id or occupant.left_by,
            place=ranks.index(rank(occupant)) + 1,
            points=0 if info.penalties else outcome.points[occupant.seat],
            won=occupant.seat in outcome.winners and occupant.left_by is None,
            tally=outcome.tally if len(match.seats) == 1 else None,
        )
        for occupant in match.seats
    ]


def _still_asked(live: Live, seat: Seat, ply: int) -> bool:
    """Whether what the seat could choose at that ply is what it can choose now."""
    return live.asked.get(seat, live.match.ply) <= ply <= live.match.ply


def _running(live: Live) -> None:
    match live.match.stage:
        case Stage.RUNNING:
            return
        case Stage.LOBBY:
            raise NotStarted
        case Stage.OVER:
            raise MatchOver
        case Stage.CLOSED:
            raise TableClosed
