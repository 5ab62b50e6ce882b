"""The state of a round of Domino Squares."""

from dataclasses import dataclass, field

from bot.domino.path import Path
from bot.domino.pieces import SQUARES
from bot.domino.square import Square
from bot.engine.contract import NOBODY, Event, Move, Outcome, Seat, Setup, Shuffle, to_act_alone
from bot.games.squares.events import Pieces
from bot.games.squares.moves import DRAW, KEEP, PASS, STOP, WAYS, Hand, gifts, lays, passes
from bot.games.squares.seen import Task


@dataclass(frozen=True, slots=True)
class SquaresTable:
    """A round at one moment."""

    setup: Setup
    awaits: Shuffle | None
    """The task for nature, if any."""
    leader: Seat
    """The seat that leads (SQ-10)."""
    turn: Seat
    """The seat whose turn it is, also while others choose a piece to pass on."""
    task: Task = Task.TURN
    hands: tuple[Pieces, ...] = ()
    """The hands by seat, in the order in which the pieces came; empty before the deal."""
    pile: Pieces = SQUARES
    """The pieces that can be drawn, top first."""
    path: Path = field(default_factory=Path)
    earned: tuple[int, ...] = ()
    """The points for laying pieces, by seat (SQ-13)."""
    drawn: Square | None = None
    """The piece just drawn by the seat whose turn it is, the last of its hand, if any."""
    way: Hand | None = None
    """The direction in which pieces are being passed, if they are (SQ-22)."""
    chosen: tuple[Square | None, ...] = ()
    """The piece each seat has chosen to pass on; they stay in the hands until all are passed."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


def acting(state: SquaresTable) -> Shuffle | frozenset[Seat]:
    """Return nature's shuffle, the seats still to choose a piece, the seat on turn, or nobody."""
    if state.awaits is not None:
        return state.awaits
    if state.outcome is not None:
        return NOBODY
    if state.task is Task.HAND_ON:
        return frozenset([seat for seat in state.setup.seats if state.chosen[seat] is None])
    return to_act_alone(state.turn)


def possible(state: SquaresTable, seat: Seat) -> tuple[Move, ...]:
    """Return the moves of a seat that must act. None is forced or automatic (SQ-11).

    So the game never reveals whether a piece fits.
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
