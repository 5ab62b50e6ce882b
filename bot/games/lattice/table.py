"""A table of Domino Squares at one moment."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.domino.path import Path
from bot.domino.pieces import SQUARES
from bot.domino.square import Square
from bot.engine.contract import NOBODY, Event, Move, Outcome, Seat, Setup, Shuffle, to_act_alone
from bot.games.lattice.events import Pieces
from bot.games.lattice.moves import DRAW, KEEP, PASS, STOP, WAYS, Hand, gifts, lays, passes
from bot.games.lattice.seen import Task


@dataclass(frozen=True, slots=True)
class SquaresTable:
    """A round at one moment."""

    setup: Setup
    awaits: Shuffle | None
    """What nature is asked for, if anything."""
    leader: Seat
    """Who begins (SQ-10)."""
    turn: Seat
    """Whose turn it is, also while others choose what to pass on."""
    task: Task = Task.TURN
    hands: tuple[Pieces, ...] = ()
    """By seat, in the order in which the pieces came; nothing before the deal."""
    pile: Pieces = SQUARES
    """What can be drawn, top first."""
    path: Path = field(default_factory=Path)
    earned: tuple[int, ...] = ()
    """Points made by laying pieces, by seat (SQ-13)."""
    drawn: Square | None = None
    """Just drawn by the seat on turn, and the last of its hand."""
    way: Hand | None = None
    """The way in which pieces are being passed (SQ-22)."""
    chosen: tuple[Square | None, ...] = ()
    """What each seat has chosen to pass on; until all are handed over they stay in the hands."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


def acting(state: SquaresTable) -> Shuffle | frozenset[Seat]:
    """Nature, all who have not chosen what to pass on, the seat whose turn it is, or nobody."""
    if state.awaits is not None:
        return state.awaits
    if state.outcome is not None:
        return NOBODY
    if state.task is Task.HAND_ON:
        return frozenset([seat for seat in state.setup.seats if state.chosen[seat] is None])
    return to_act_alone(state.turn)


def possible(state: SquaresTable, seat: Seat) -> tuple[Move, ...]:
    """What a seat that is to act may do. Nothing is forced and nothing happens by itself (SQ-11).

    Whether a piece fits is never told by what the game asks for.
    """
    hand = state.hands[seat]
    match state.task:
        case Task.TURN:
            return (*lays(hand, state.path), DRAW if state.pile else PASS)
        case Task.DRAWN:
            return (*lays(hand[-1:], state.path), KEEP)
        case Task.AGAIN:
            return (*lays(hand, state.path), STOP)
        case Task.GIVE:
            return gifts(hand, tuple(each for each in state.setup.seats if each != seat))
        case Task.WAY:
            return WAYS
        case Task.HAND_ON:
            return passes(hand)
