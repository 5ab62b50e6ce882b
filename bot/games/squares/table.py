"""The state of a round of Domino Squares."""

from bot.domino.path import Path
from bot.domino.square import Square
from bot.domino.square_set import SQUARES
from bot.engine.contract import ALONE, Move, Seat
from bot.games.common.state import RoundState
from bot.games.squares.events import Pieces
from bot.games.squares.moves import DRAW, KEEP, PASS, STOP, WAYS, Direction, gifts, lays, passes
from bot.games.squares.observation import Task


class SquaresTable(RoundState):
    """A round at one moment. It is a seat's turn also while others choose a piece to pass on."""

    task: Task = Task.TURN
    hands: tuple[Pieces, ...] = ()
    """The hands by seat, in the order in which the pieces came; empty before the deal."""
    pile: Pieces = SQUARES
    """The pieces that can be drawn, top first."""
    path: Path = Path()
    earned: tuple[int, ...] = ()
    """The points for laying pieces, by seat (SQ-13)."""
    drawn: Square | None = None
    """The piece just drawn by the seat whose turn it is, the last of its hand, if any."""
    way: Direction | None = None
    """The direction in which pieces are being passed, if they are (SQ-22)."""
    chosen: tuple[Square | None, ...] = ()
    """The piece each seat has chosen to pass on; they stay in the hands until all are passed."""

    def acting(self) -> frozenset[Seat]:
        """Return the seats still to choose a piece to pass on, else the seat whose turn it is."""
        if self.task is Task.HAND_ON:
            return frozenset([seat for seat in self.setup.seats if self.chosen[seat] is None])
        return ALONE[self.turn]


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
