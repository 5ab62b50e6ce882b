"""A match, step by step: with nothing hidden once it is over, before that as a seat sees it.

For a finished match, its deals are recomputed from the secret.

A step is one move of a seat, or all of nature's moves in a row.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Generic

from bot.engine.chance import MatchRandomness
from bot.engine.contract import (
    NATURE,
    Event,
    Lot,
    Observation,
    Outcome,
    S,
    Seat,
    Setup,
    Shuffle,
    as_seen_by,
)
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, find, kept_moves, replay_kept
from bot.engine.rounds import RoundScored
from bot.engine.rules import Rules

_HELD = ("hand", "stock", "row")
"""The kinds of places with the pieces that a seat plays from (:meth:`Rules.piece_locations`)."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after one of its steps, with every hand face up if it is over."""

    step: int
    """The index of the step, from 0."""
    steps: int
    ply: int
    """The index of the last log entry of the step."""
    seat: Seat | None
    move: int
    """The number of moves by seats so far, this one included."""
    moves: int
    """The number of moves by seats in the whole match."""
    round: int
    """The round that the step belongs to, from 1."""
    rounds: int
    events: tuple[Event, ...]
    seen: Observation
    """The table afterwards, as a spectator or one seat sees it; after a round's end, the next
    round's table."""
    held: tuple[tuple[str, ...], ...] = ()
    """The codes that each seat holds, face-down pieces of a row included, by seat; none of a match
    that is not over."""
    room: tuple[int, ...] = ()
    """The most pieces that each seat holds at one time in the round, by seat."""


@dataclass(frozen=True, slots=True)
class SoFar:
    """A step of a running match, and where buttons lead from there."""

    now: Moment
    """The match as whoever looks saw it then."""
    ways: tuple[int, ...]
    """The last log entries of the steps that :meth:`Story.ways` has."""
    is_taken_back: bool
    """True if the step that was asked for was taken back since; this is the one before it."""


@dataclass(frozen=True, slots=True)
class _Step(Generic[S]):
    plies: tuple[ReplayedMove[S], ...]
    seat: Seat | None
    move: int
    round: int

    @property
    def state(self) -> S:
        return self.plies[-1].state

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for ply in self.plies for event in ply.events)


class Story(Generic[S]):
    """A whole match, replayed once; its moments are computed on request."""

    def __init__(self, rules: Rules[S, Any], setup: Setup, log: Iterable[Entry]) -> None:
        """Replay the log without what was taken back; raises a refusal at an illegal entry."""
        self._rules, self._setup = rules, setup
        self._steps = tuple(_steps(replay_kept(rules, setup, log)))
        rounds = groupby(self._steps, key=lambda step: step.round)
        self._room = {number: self._most_held(steps) for number, steps in rounds}

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def outcome(self) -> Outcome | None:
        """The result; ``None`` if the match was cancelled."""
        return self._rules.outcome(self._steps[-1].state) if self._steps else None

    def moment(self, step: int) -> Moment:
        """Return the match after a step; raises ``IndexError`` if there is no such step."""
        seen = self.seen_by(None, step)
        now = self._steps[step]
        return replace(seen, events=now.events, held=self._held(now), room=self._room[now.round])

    def seen_by(self, seat: Seat | None, step: int) -> Moment:
        """Return the match after a step as a seat or a spectator saw it, with nothing else in it.

        Raises ``IndexError`` if there is no such step.
        """
        if not 0 <= step < len(self._steps):
            raise IndexError(step)
        now, last = self._steps[step], self._steps[-1]
        return Moment(
            step=step,
            steps=len(self._steps),
            ply=now.plies[-1].index,
            seat=now.seat,
            move=now.move,
            moves=last.move,
            round=now.round,
            rounds=last.round,
            events=as_seen_by(now.events, seat),
            seen=self._rules.observe(now.state, seat),
        )

    @property
    def plies(self) -> Iterator[ReplayedMove[S]]:
        return (ply for step in self._steps for ply in step.plies)

    def before(self, index: int) -> Observation:
        """Return what the seat of log entry ``index`` saw before it, or raise ``IndexError``."""
        state = self._rules.start(self._setup)
        for ply in self.plies:
            if ply.index == index and isinstance(ply.actor, int):
                seen: Observation = self._rules.observe(state, ply.actor)
                return seen
            state = ply.state
        raise IndexError(index)

    def step_of(self, index: int) -> int:
        """Return the step with that log entry; raises ``IndexError`` if there is no such entry."""
        for number, step in enumerate(self._steps):
            if index <= step.plies[-1].index:
                return number
        raise IndexError(index)

    def ways(self, step: int) -> tuple[int, int, int, int]:
        """Return where one can go from a step: a round or a step back, a step or a round on.

        A round begins with its first step; after the last one comes the last step.
        """
        last = len(self._steps) - 1
        firsts = (*self.firsts, last)
        before = max((first for first in firsts if first < step), default=0)
        after = min((first for first in firsts if first > step), default=last)
        return before, max(step - 1, 0), min(step + 1, last), after

    def so_far(self, seat: Seat | None, ply: int | None) -> SoFar:
        """Return the step up to log entry ``ply``, or else the newest one, as a seat saw it."""
        step = len(self._steps) - 1 if ply is None else self.step_until(ply)
        now = self.seen_by(seat, step)
        ways = tuple(self._steps[each].plies[-1].index for each in self.ways(step))
        return SoFar(now, ways, is_taken_back=ply is not None and ply != now.ply)

    def step_until(self, index: int) -> int:
        """Return the last step with no log entry after ``index``; the first if there is none."""
        ends = [step.plies[-1].index for step in self._steps]
        return max(bisect_right(ends, index) - 1, 0)

    @property
    def firsts(self) -> tuple[int, ...]:
        """The index of the first step of every round."""
        rounds = [step.round for step in self._steps]
        return tuple(rounds.index(number) for number in dict.fromkeys(rounds))

    @property
    def ends(self) -> tuple[int, ...]:
        """The index of the last step of every round."""
        return (*(first - 1 for first in self.firsts[1:]), len(self._steps) - 1)

    def _most_held(self, steps: Iterable[_Step[S]]) -> tuple[int, ...]:
        counts = ([len(hand) for hand in self._held(step)] for step in steps)
        return tuple(map(max, zip(*counts, strict=True)))

    def _held(self, step: _Step[S]) -> tuple[tuple[str, ...], ...]:
        return held_by(self._rules, step.state, self._setup.seat_count)


def held_by(rules: Rules[Any, Any], state: object, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the codes that each seat plays from, hidden ones too, so only for finished matches."""
    places = rules.piece_locations(state)
    return tuple(
        tuple(code for kind in _HELD for code in places.get(f"{kind} {seat}", ()))
        for seat in range(seats)
    )


def _steps(plies: Iterable[ReplayedMove[S]]) -> Iterator[_Step[S]]:
    """Yield the steps of a match; consecutive plies of nature make one step."""
    moves = ended = 0
    for by_nature, group in groupby(plies, key=lambda ply: ply.actor is NATURE):
        together = list(group)
        parts: Sequence[Sequence[ReplayedMove[S]]] = (
            [together] if by_nature else [[ply] for ply in together]
        )
        for part in parts:
            moves += not by_nature
            actor = part[0].actor
            seat = actor if isinstance(actor, int) else None
            yield _Step(tuple(part), seat, moves, ended + 1)
            ended += sum(isinstance(e, RoundScored) for ply in part for e in ply.events)


@dataclass(frozen=True, slots=True)
class DealCheck:
    """One of nature's moves, recomputed, and the log entry it is compared with."""

    ordinal: int
    """The number of the move among nature's, from 0."""
    asked: Shuffle | Lot
    code: str
    """The code recomputed from secret and salts."""
    logged: str
    held: tuple[tuple[str, ...], ...]
    """The codes that each seat holds after the recomputed move, by seat."""

    @property
    def agrees(self) -> bool:
        return self.code == self.logged


def check_shuffles(
    rules: Rules[Any, Any], setup: Setup, log: Iterable[Entry], chance: MatchRandomness
) -> Iterator[DealCheck]:
    """Yield nature's moves recomputed, up to the first that differs; raises the log's refusals."""
    state, ordinal, entries = rules.start(setup), 0, tuple(log)
    for actor, code in (entries[index] for index in kept_moves(entries)):
        asked = rules.to_act(state)
        if actor is NATURE and isinstance(asked, Shuffle | Lot):
            answer = chance.answer(asked, ordinal)
            dealt = rules.apply(state, NATURE, answer).state
            deal = DealCheck(
                ordinal, asked, answer.code, code, held_by(rules, dealt, setup.seat_count)
            )
            yield deal
            if not deal.agrees:
                return
            state, ordinal = dealt, ordinal + 1
        else:
            state = rules.apply(state, actor, find(rules, state, actor, code)).state


def lots_drawn(found: Iterable[DealCheck]) -> tuple[tuple[Seat, ...], ...]:
    return tuple(deal.asked.seats for deal in found if isinstance(deal.asked, Lot))
