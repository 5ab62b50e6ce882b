"""A match of several rounds: a game that wraps another game.

The inner game plays one round; a :class:`~bot.engine.match_formats.MatchFormat` decides who goes on
to the next round and when the match ends. The inner game gets the previous round from
``setup.previous``.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol

from msgspec.structs import replace

from bot.engine.contract import (
    NOBODY,
    Actor,
    Belief,
    Event,
    Lot,
    Move,
    Outcome,
    Position,
    Previous,
    Rng,
    S,
    Seat,
    SeenT,
    Setup,
    Shuffle,
    Step,
    Value,
)
from bot.engine.game_info import GameInfo
from bot.engine.match_formats import MatchFormat
from bot.engine.planning import Wish
from bot.engine.rules import Rules
from bot.engine.seating import check_allowed


class RoundScored(Event):
    number: int
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    eliminated: tuple[Seat, ...] = ()
    """The seats that play no further round of the match."""
    goal: int | None = None
    lasted: tuple[int, ...] = ()
    """The last round that each seat took part in; empty if all take part in this one."""
    rounds: int | None = None
    counted: bool = True


class MatchEnded(Event):
    winners: tuple[Seat, ...]
    totals: tuple[int, ...]
    reason: str


class MatchState(Value, Generic[S]):
    """A match at one moment: the current round and the scores before it."""

    setup: Setup
    number: int
    """The number of the round, from 1."""
    round: S
    totals: tuple[int, ...]
    outcome: Outcome | None = None
    lasted: tuple[int, ...] = ()
    """The last round that each seat took part in; empty if all take part in this one."""
    tally: int = 0
    """The sum of the tallies of the earlier rounds."""


@dataclass(frozen=True, slots=True)
class MatchSeen(Generic[SeenT]):
    """A match as one seat sees it; scores are public (GEN-14).

    ``goal``, ``rounds`` and ``counted`` are those of :class:`MatchLength`, here and in events.
    """

    setup: Setup
    seat: Seat | None
    to_act: frozenset[Seat]
    legal: tuple[Move, ...]
    number: int
    round: SeenT
    """The inner game's observation."""
    totals: tuple[int, ...]
    goal: int | None
    outcome: Outcome | None
    lasted: tuple[int, ...] = ()
    rounds: int | None = None
    counted: bool = True
    tally: int = 0

    @property
    def is_guess(self) -> bool:
        return self.round.is_guess


class RoundRules(Rules[S, SeenT], Protocol[S, SeenT]):
    """A game that can be one round: it reports its leader, on which the next lead may depend."""

    def leader(self, state: S) -> Seat | None:
        """Return the seat that led the round; ``None`` until that is known."""


@dataclass(frozen=True, slots=True)
class Rounds(Generic[S, SeenT]):
    """The rules of a match of rounds, themselves a game."""

    game: RoundRules[S, SeenT]
    match_format: MatchFormat

    @property
    def info(self) -> GameInfo:
        return self.game.info

    def start(self, setup: Setup) -> MatchState[S]:
        """Return the match before the first deal; raises the refusals of :func:`check_allowed`."""
        check_allowed(self.info, setup)
        return MatchState(setup, 1, self.game.start(setup), (0,) * setup.seat_count)

    def to_act(self, state: MatchState[S]) -> Shuffle | Lot | frozenset[Seat]:
        return NOBODY if state.outcome else self.game.to_act(state.round)

    def legal_moves(self, state: MatchState[S], seat: Seat) -> tuple[Move, ...]:
        return () if state.outcome else self.game.legal_moves(state.round, seat)

    def apply(self, state: MatchState[S], actor: Actor, move: Move) -> Step[MatchState[S]]:
        step = self.game.apply(state.round, actor, move)
        result = self.game.outcome(step.state)
        if result is None:
            return Step(replace(state, round=step.state), step.events)
        return self._close(state, step, result)

    def _close(self, state: MatchState[S], step: Step[S], result: Outcome) -> Step[MatchState[S]]:
        setup, terms = state.setup, self.match_format.terms(state.setup)
        totals = self.match_format.totals(setup, state.totals, result)
        outcome = self.match_format.verdict(setup, totals, result)
        survivors = self.match_format.survivors(setup, totals)
        staying = {*survivors, *(outcome.winners if outcome else ())}
        scored = RoundScored(
            state.number,
            result.winners,
            result.points,
            totals,
            tuple([seat for seat in setup.seats if seat not in staying]),
            terms.goal,
            state.lasted,
            terms.rounds,
            terms.counted,
        )
        events = (*step.events, scored)
        tally = state.tally + (result.tally or 0)
        if outcome is not None:
            ended = MatchEnded(outcome.winners, totals, outcome.reason)
            tallied = None if result.tally is None else tally
            outcome = replace(outcome, lasted=state.lasted, tally=tallied)
            over = replace(state, round=step.state, totals=totals, outcome=outcome)
            return Step(over, (*events, ended))
        number, leader = state.number + 1, self.game.leader(step.state)
        decided = result.winners, result.decider, result.carried
        previous = Previous(state.number, leader, *decided, totals)
        following = dataclasses.replace(setup, seats=survivors, previous=previous)
        before = state.lasted or (state.number,) * setup.seat_count
        lasted = tuple([number if seat in survivors else last for seat, last in enumerate(before)])
        fresh = self.game.start(following)
        return Step(MatchState(following, number, fresh, totals, None, lasted, tally), events)

    def observe(self, state: MatchState[S], seat: Seat | None) -> MatchSeen[SeenT]:
        seen, terms = self.game.observe(state.round, seat), self.match_format.terms(state.setup)
        return MatchSeen(
            state.setup,
            seat,
            NOBODY if state.outcome else seen.to_act,
            () if state.outcome else seen.legal,
            state.number,
            seen,
            state.totals,
            terms.goal,
            state.outcome,
            state.lasted,
            terms.rounds,
            terms.counted,
            state.tally,
        )

    def timeout_move(self, seen: MatchSeen[SeenT]) -> Move:
        return self.game.timeout_move(seen.round)

    def position(self, state: MatchState[S], rng: Rng) -> Position:
        return self.game.position(state.round, rng)

    def believe(self, seen: MatchSeen[SeenT]) -> Belief:
        return self.game.believe(seen.round)

    def preference(self, seen: MatchSeen[SeenT], move: Move) -> tuple[int, ...]:
        return self.game.preference(seen.round, move)

    def recalled(self, seen: MatchSeen[SeenT], span: int) -> MatchSeen[SeenT]:
        round_ = self.game.recalled(seen.round, span)
        return seen if round_ is seen.round else dataclasses.replace(seen, round=round_)

    def win_chances(self, seen: MatchSeen[SeenT], result: Outcome) -> tuple[float, ...]:
        totals = self.match_format.totals(seen.setup, seen.totals, result)
        return self.match_format.win_chances(seen.setup, totals, result)

    def wishes(self, seen: MatchSeen[SeenT]) -> tuple[Wish, ...]:
        return () if seen.outcome else self.game.wishes(seen.round)

    def granted(self, seen: MatchSeen[SeenT], wish: Wish) -> tuple[Move, ...]:
        return () if seen.outcome else self.game.granted(seen.round, wish)

    def ends_plans(
        self, before: MatchSeen[SeenT], after: MatchSeen[SeenT], events: Sequence[Event]
    ) -> bool:
        """Return whether plans end: the round has ended, or the game says so."""
        is_new = before.number != after.number
        return is_new or self.game.ends_plans(before.round, after.round, events)

    def outcome(self, state: MatchState[S]) -> Outcome | None:
        return state.outcome

    def piece_locations(self, state: MatchState[S]) -> Mapping[str, tuple[str, ...]]:
        return self.game.piece_locations(state.round)
