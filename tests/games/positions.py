"""A small language for positions: bones by their codes, a line by the moves that laid it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar, cast

from bot.domino.bone import Bone, by_code
from bot.domino.layout import Layout
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import NATURE, Event, Lot, Previous, Rules, Seat, Setup, Shuffle, Step
from bot.engine.replay import play
from bot.engine.rounds import MatchState, Rounds
from bot.engine.seating import prepare
from bot.games.connecting.engine import Connecting
from bot.games.connecting.table import Table

E = TypeVar("E", bound=Event)


def bones(text: str) -> tuple[Bone, ...]:
    """``"6-4 1-0"``."""
    return tuple(by_code(code) for code in text.split())


def line(text: str) -> Layout:
    """``"5-5 5-2@r"``: the codes of the moves, the lead first; no double is a spinner."""
    layout = Layout()
    for code in text.split():
        bone, _, at = code.partition("@")
        layout = layout.lay(by_code(bone), at) if at else layout.lead(by_code(bone))
    return layout


def laid_out(rules: Rounds[Table], setup: Setup, text: str) -> Iterator[Layout]:
    """The same as the game lays it, after each bone: ``"6-6 6-4@u 4-4@u+"``.

    A ``+`` lays a double in the second of two ways.
    """
    game, layout = cast(Connecting, rules.game), rules.start(setup).round.layout
    for code in text.split():
        bone, _, at = code.rstrip("+").partition("@")
        lie = game.doubles(setup, layout)[code.endswith("+")]
        layout = layout.lay(by_code(bone), at, lie) if at else layout.lead(by_code(bone), lie)
        yield layout


def position(
    rules: Rounds[Table],
    *hands: str,
    on: str = "",
    stock: str = "",
    turn: int = 0,
    scores: tuple[int, ...] = (),
    out: tuple[Seat, ...] = (),
    **options: object,
) -> MatchState[Table]:
    """A table in the middle of a round: the hands by seat, the line, and the undealt bones.

    Seats that are ``out`` of the match have the hand ``""``.
    """
    setup = _without(out, prepare(rules.info, len(hands), options))
    table = Table(
        setup,
        awaits=None,
        turn=turn,
        hands=tuple(bones(hand) for hand in hands),
        stock=bones(stock),
        layout=[rules.start(setup).round.layout, *laid_out(rules, setup, on)][-1],
        leader=0,
        earned=(0,) * len(hands),
    )
    return MatchState(setup, 1, table, scores or (0,) * len(hands))


def dealt(
    rules: Rules[Any],
    *hands: str,
    stock: str = "",
    previous: Previous | None = None,
    out: tuple[Seat, ...] = (),
    **options: object,
) -> Any:
    """A round after a deal of these hands and this boneyard, top first; what is left lies below."""
    setup = _without(out, prepare(rules.info, len(hands), options))
    return after(rules, rules.start(replace(setup, previous=previous)), deal(*hands, stock))


def deal(*bones: str) -> str:
    """The code of a shuffle that begins with these bones; what is left follows in its order."""
    first = " ".join(bones).split()
    rest = [bone.code for bone in DOUBLE_SIX if bone.code not in first]
    return "deal " + " ".join([*first, *rest])


def _without(out: tuple[Seat, ...], setup: Setup) -> Setup:
    return replace(setup, seats=tuple(seat for seat in setup.seats if seat not in out))


def steps(rules: Rules[Any], state: Any, *codes: str) -> list[Step[Any]]:
    """The moves with these codes, each by whoever is to act."""
    made: list[Step[Any]] = []
    for code in codes:
        waiting = rules.to_act(state)
        actor = NATURE if isinstance(waiting, Shuffle | Lot) else min(waiting)
        made.append(play(rules, state, actor, code))
        state = made[-1].state
    return made


def step(rules: Rules[Any], state: Any, *codes: str) -> Step[Any]:
    """The last of them."""
    return steps(rules, state, *codes)[-1]


def after(rules: Rules[Any], state: Any, *codes: str) -> Any:
    """The state they lead to."""
    return step(rules, state, *codes).state if codes else state


def told(made: Step[Any], kind: type[E]) -> E:
    """The one event of that kind."""
    (event,) = [event for event in made.events if isinstance(event, kind)]
    return event


def asked(rules: Rules[Any], state: Any) -> Any:
    """Who or what must act: seats, or nature's task."""
    return rules.to_act(state)


def legal(rules: Rules[Any], state: Any, seat: int) -> list[str]:
    """The codes of a seat's moves."""
    return [move.code for move in rules.legal_moves(state, seat)]


def held(state: MatchState[Table], seat: int) -> str:
    """A hand as text."""
    return " ".join(bone.code for bone in state.round.hands[seat])


def ends(state: MatchState[Table]) -> tuple[int, ...]:
    """What the open ends show, the left first."""
    return tuple(opening.pips for opening in state.round.layout.openings)
