from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast

from bot.domino.bone import DOUBLE_SIX, Bone, by_code
from bot.domino.layout import Layout
from bot.engine.contract import NATURE, Event, Lot, Previous, Seat, Setup, Shuffle, Step
from bot.engine.replay import play
from bot.engine.rounds import MatchState, Rounds, RoundScored
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games.common.events import RoundEndEvent
from bot.games.connecting.events import Dealt
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.rules import Connecting
from bot.games.connecting.table import LineTable

E = TypeVar("E", bound=Event)

SIXES = "6-6 6-5 6-4 6-3 6-2 6-1 6-0"
FIVES = "5-5 5-4 5-3 5-2 5-1 5-0 4-4"
THREES = "3-3 3-2 3-1 3-0 2-2 2-1 2-0"
REST = "4-3 4-2 4-1 4-0 1-1 1-0 0-0"
"""The hands of four, which have all bones of a set."""


def bones(text: str) -> tuple[Bone, ...]:
    return tuple(by_code(code) for code in text.split())


def line(text: str) -> Layout:
    """Read a line, ``"5-5 5-2@r"``: codes of moves, the lead first; no double is a spinner."""
    layout = Layout()
    for code in text.split():
        bone, _, at = code.partition("@")
        layout = layout.lay(by_code(bone), at) if at else layout.lead(by_code(bone))
    return layout


def laid_out(rules: Rounds[LineTable, TableSeen], setup: Setup, text: str) -> Iterator[Layout]:
    """Yield the line as the game lays it, after each bone: ``"6-6 6-4@u 4-4@u+"``. A ``+`` lays a
    double in the second of two ways."""
    game, layout = cast(Connecting, rules.game), rules.start(setup).round.layout
    for code in text.split():
        bone, _, at = code.rstrip("+").partition("@")
        lie = game.doubles(setup, layout.ends)[code.endswith("+")]
        layout = layout.lay(by_code(bone), at, lie) if at else layout.lead(by_code(bone), lie)
        yield layout


def position(
    rules: Rounds[LineTable, TableSeen],
    *hands: str,
    on: str = "",
    stock: str = "",
    turn: int = 0,
    scores: tuple[int, ...] = (),
    out: tuple[Seat, ...] = (),
    **options: object,
) -> MatchState[LineTable]:
    """Return a table in mid-round: the hands by seat, the line, and the undealt bones. Seats that
    are ``out`` of the match have the hand ``""``."""
    setup = _without(out, prepare(rules.info, len(hands), options))
    if scores:
        setup = replace(setup, previous=Previous(0, None, (), totals=scores))
    layout = [rules.start(setup).round.layout, *laid_out(rules, setup, on)][-1]
    held, none = tuple(map(bones, hands)), (0,) * len(hands)
    table = LineTable(setup, None, turn, held, bones(stock), layout, leader=0, earned=none)
    return MatchState(setup, 1, table, scores or none)


def dealt(
    rules: Rules[Any, Any],
    *hands: str,
    stock: str = "",
    previous: Previous | None = None,
    out: tuple[Seat, ...] = (),
    **options: object,
) -> Any:
    """Deal these hands and this boneyard, top first, with all other bones below it."""
    setup = _without(out, prepare(rules.info, len(hands), options))
    return after(rules, rules.start(replace(setup, previous=previous)), deal(*hands, stock))


def deal(*bones: str, sets: int = 1) -> str:
    first = " ".join(bones).split()
    rest = Counter({bone.code: sets for bone in DOUBLE_SIX})
    rest.subtract(first)
    return " ".join(["deal", *first, *rest.elements()])


def begun(
    rules: Rules[Any, Any],
    seats: int,
    previous: Previous | None = None,
    seniority: tuple[Seat, ...] | None = None,
    **options: object,
) -> Any:
    setup = prepare(rules.info, seats, options, seniority=seniority)
    return rules.start(replace(setup, previous=previous))


def _without(out: tuple[Seat, ...], setup: Setup) -> Setup:
    return replace(setup, seats=tuple(seat for seat in setup.seats if seat not in out))


def steps(rules: Rules[Any, Any], state: Any, *codes: str) -> list[Step[Any]]:
    made: list[Step[Any]] = []
    for code in codes:
        waiting = rules.to_act(state)
        actor = NATURE if isinstance(waiting, Shuffle | Lot) else min(waiting)
        made.append(play(rules, state, actor, code))
        state = made[-1].state
    return made


def step(rules: Rules[Any, Any], state: Any, *codes: str) -> Step[Any]:
    return steps(rules, state, *codes)[-1]


def after(rules: Rules[Any, Any], state: Any, *codes: str) -> Any:
    return step(rules, state, *codes).state if codes else state


def told(made: Step[Any], kind: type[E]) -> E:
    """Return the only event of that kind."""
    (event,) = [event for event in made.events if isinstance(event, kind)]
    return event


def asked(rules: Rules[Any, Any], state: Any) -> Any:
    return rules.to_act(state)


def legal(rules: Rules[Any, Any], state: Any, seat: int) -> list[str]:
    return [move.code for move in rules.legal_moves(state, seat)]


def held(state: MatchState[LineTable], seat: int) -> str:
    return " ".join(bone.code for bone in state.round.hands[seat])


def ends(state: MatchState[LineTable]) -> tuple[int, ...]:
    return tuple(opening.pips for opening in state.round.layout.openings)


def result(made: Step[Any]) -> tuple[str, tuple[Seat, ...], tuple[int, ...]]:
    """Return a round's result: the reason, its winners, and the points of all seats."""
    scored = told(made, RoundScored)
    (ended,) = [event for event in made.events if isinstance(event, RoundEndEvent)]
    return ended.reason, scored.winners, scored.points


def bones_dealt(rules: Rules[Any, Any], seats: int, **options: object) -> tuple[set[int], int, int]:
    """Return the possible sizes of a hand, and how many bones can be drawn or are out of play."""
    state = rules.start(prepare(rules.info, seats, options))
    order = asked(rules, state).pieces
    dealt_ = told(step(rules, state, " ".join(["deal", *order])), Dealt)
    hands = [" ".join(map(str, hand or ())) for hand in dealt_.hands]
    assert " ".join(hands).split() == list(order[: sum(dealt_.counts)])
    return set(dealt_.counts), dealt_.boneyard, dealt_.aside


def lead(
    rules: Rounds[LineTable, TableSeen],
    *hands: str,
    previous: Previous | None = None,
    **options: Any,
) -> tuple[Any, list[str]]:
    """Return who leads after this deal (or nature's lot), and the codes of the possible leads."""
    state = dealt(rules.game, *hands, previous=previous, **options)
    leader = asked(rules.game, state)
    return leader, [] if isinstance(leader, Shuffle | Lot) else legal(rules.game, state, *leader)


def language(rules: Rules[Any, Any]) -> tuple[Callable[..., Any], ...]:
    """Return ``position, dealt, step, steps, after, asked, legal`` for one game."""
    verbs: tuple[Callable[..., Any], ...] = (position, dealt, step, steps, after, asked, legal)
    return tuple(partial(verb, rules) for verb in verbs)
