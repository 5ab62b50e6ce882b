"""Functions that run a game: find a move by its code, replay a log, play a game to its end.

A log only grows: the moves that were taken back stay in it, and an entry after them says so. The
entry ``back@6`` of a seat returns the match to what it was after the first six entries. So no two
moments of a match have the same length of the log.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic

from bot.engine.chance import answer, lot_result, shuffle_result
from bot.engine.contract import (
    NATURE,
    Actor,
    Event,
    Lot,
    Move,
    Nature,
    Observation,
    Rng,
    S,
    Seat,
    Setup,
    Shuffle,
    Step,
    Value,
)
from bot.engine.errors import IllegalMove, MatchOver, NotYourTurn, shortened
from bot.engine.game_info import WorkedExample
from bot.engine.record import Entry
from bot.engine.rules import Rules
from bot.engine.seating import prepare

_CODE = re.compile(r"back@(0|[1-9]\d{0,8})")


class TakenBack(Event):
    """A seat has taken back its last move, with everything that followed."""

    seat: Seat


def take_back_code(ply: int) -> str:
    return f"back@{ply}"


def returns_to(actor: Actor, code: str) -> int | None:
    """Return the length of the log that an entry returns to; ``None`` for a move."""
    found = None if actor is NATURE else _CODE.fullmatch(code)
    return None if found is None else int(found[1])


def remaining(log: Iterable[Entry]) -> tuple[int, ...]:
    """Return the indexes of the entries not taken back; those that took others back remain."""
    kept: list[int] = []
    for index, (actor, code) in enumerate(log):
        ply = returns_to(actor, code)
        while ply is not None and kept and kept[-1] >= ply:
            kept.pop()
        kept.append(index)
    return tuple(kept)


def kept_moves(log: Iterable[Entry]) -> tuple[int, ...]:
    entries = tuple(log)
    return tuple(each for each in remaining(entries) if returns_to(*entries[each]) is None)


def next_actor(rules: Rules[S, Any], state: S) -> Actor:
    """Return who is to act, the first of several seats; raises :class:`MatchOver`."""
    asked = rules.to_act(state)
    if isinstance(asked, Shuffle | Lot):
        return NATURE
    if not asked:
        raise MatchOver
    return min(asked)


def find(rules: Rules[S, Any], state: S, actor: Actor, code: str) -> Move:
    """Return the legal move with that code; the code is looked up, not parsed.

    Raises :class:`MatchOver`, :class:`NotYourTurn` or :class:`IllegalMove`.
    """
    asked = rules.to_act(state)
    if isinstance(asked, Shuffle | Lot):
        if actor is not NATURE:
            raise NotYourTurn
        return answer(asked, code)
    if not asked:
        raise MatchOver
    if isinstance(actor, Nature) or actor not in asked:
        raise NotYourTurn
    legal = rules.legal_moves(state, actor)
    for move in legal:
        if move.code == code:
            return move
    raise IllegalMove(code=shortened(code), legal=", ".join(move.code for move in legal))


def play(rules: Rules[S, Any], state: S, actor: Actor, code: str) -> Step[S]:
    return rules.apply(state, actor, find(rules, state, actor, code))


class ReplayedMove(Value, Generic[S]):
    """One log entry, applied: the actor, the move, its events and the resulting state."""

    index: int
    actor: Actor
    move: Move
    events: tuple[Event, ...]
    state: S


def replay(
    rules: Rules[S, Any], setup: Setup, log: Iterable[tuple[Actor, str]]
) -> Iterator[ReplayedMove[S]]:
    """Replay a log from the start, ply by ply; raises a refusal at the first illegal one.

    An entry that takes moves back is a ply, too, with the event :class:`TakenBack`.
    """
    entries = tuple(log)
    wanted = {returns_to(*entry) for entry in entries}
    before: dict[int, S] = {}
    """The states that can be returned to, by the length of the log."""
    state = rules.start(setup)
    for index, (actor, code) in enumerate(entries):
        if index in wanted:
            before[index] = state
        ply = returns_to(actor, code)
        if ply is None or isinstance(actor, Nature):
            move = find(rules, state, actor, code)
            step = rules.apply(state, actor, move)
            if actor is NATURE:
                before.clear()  # nobody can take back moves to get another deal
        else:
            move, step = Move(code), _returned(rules, before, actor, ply, code)
            while next(reversed(before)) > ply:
                before.popitem()
        state = step.state
        yield ReplayedMove(index, actor, move, step.events, state)


def replay_kept(
    rules: Rules[S, Any], setup: Setup, log: Iterable[tuple[Actor, str]]
) -> Iterator[ReplayedMove[S]]:
    """Replay a log as :func:`replay` does, but yield only the moves that were not taken back."""
    entries = tuple(log)
    kept = frozenset(kept_moves(entries))
    return (ply for ply in replay(rules, setup, entries) if ply.index in kept)


def _returned(
    rules: Rules[S, Any], before: Mapping[int, S], seat: Seat, ply: int, code: str
) -> Step[S]:
    if ply not in before or not rules.legal_moves(before[ply], seat):
        raise IllegalMove(code=shortened(code), legal="")
    return Step(before[ply], (TakenBack(seat),))


def shown_code(move: Move, actor: Actor, seat: Seat | None) -> str:
    """Return the code as ``seat`` may read it; others' secret codes lose their content."""
    if not move.secret or (seat is not None and actor == seat):
        return move.code
    return move.code.split(" ")[0] if actor is NATURE else "?"


Policy = Callable[[S, Seat, tuple[Move, ...]], Move]
"""A function that picks a move in a playout, given the state, the seat and its legal moves."""


def playout(
    rules: Rules[S, Any], state: S, rng: Rng, choose: Policy[S] | None = None
) -> Iterator[tuple[Actor, Move, Step[S]]]:
    """Play from ``state`` to the end, at random unless ``choose`` picks; yields each move."""
    while True:
        asked = rules.to_act(state)
        actor: Actor
        if not isinstance(asked, frozenset):
            actor, move = NATURE, by_chance(asked, rng)
        elif asked:
            actor = min(asked)
            legal = rules.legal_moves(state, actor)
            if choose is not None:
                move = choose(state, actor, legal)
            else:
                move = legal[0] if len(legal) == 1 else legal[int(rng.random() * len(legal))]
        else:
            return
        step = rules.apply(state, actor, move)
        state = step.state
        yield actor, move, step


def after_nature(rules: Rules[S, Any], state: S, rng: Rng) -> S:
    """Return the state in which all shuffles and lots that come next are answered at random."""
    while isinstance(asked := rules.to_act(state), Shuffle | Lot):
        state = rules.apply(state, NATURE, by_chance(asked, rng)).state
    return state


def by_chance(asked: Shuffle | Lot, rng: Rng) -> Move:
    match asked:
        case Shuffle(pieces):
            order = list(pieces)
            rng.shuffle(order)
            return shuffle_result(tuple(order))
        case Lot(seats):
            return lot_result(seats[rng.randrange(len(seats))])


class ExamplePosition(Value):
    seen: Observation
    """The view of the seat to move; that of a spectator if the round is over."""
    public: Observation
    events: tuple[Event, ...]


def example_position(rules: Rules[Any, Any], example: WorkedExample) -> ExamplePosition:
    """Return where an example's log leads; raises a refusal at the first illegal entry."""
    state = rules.start(prepare(rules.info, example.seats))
    events: tuple[Event, ...] = ()
    for entry in example.log.split("; "):
        asked = rules.to_act(state)
        code = _whole_deal(entry, asked.pieces) if isinstance(asked, Shuffle) else entry
        step = play(rules, state, next_actor(rules, state), code)
        state, events = step.state, step.events
    to_act = rules.to_act(state)
    seat: Seat | None = min(to_act, default=None) if isinstance(to_act, frozenset) else None
    seen = rules.observe(state, seat)
    public = seen if rules.info.open_play else rules.observe(state, None)
    return ExamplePosition(seen, public, events)


def _whole_deal(entry: str, pieces: tuple[str, ...]) -> str:
    rest = list(pieces)
    for named in entry.split(" ")[1:]:
        if named in rest:
            rest.remove(named)
    return " ".join((entry, *rest))
