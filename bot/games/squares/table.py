"""The state of a round of Domino Squares, its moves and its scoring."""

from msgspec.structs import replace

from bot.domino.counting import Sum
from bot.domino.path import Path
from bot.domino.square import Square
from bot.domino.square_set import SQUARES, in_order
from bot.engine.contract import ALONE, Event, Outcome, Seat, Setup, Step
from bot.games.common.events import BLOCKED, DOMINO, Credit, with_credits
from bot.games.common.rules import RoundState
from bot.games.squares.events import Pieces, SquaresEnded
from bot.games.squares.moves import Direction
from bot.games.squares.observation import Task

OUT, ORDINARY, COMMAND = 10, 2, 3
"""The points for going out, and per ordinary and command piece in others' hands (SQ-14)."""


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
        if self.task is Task.HAND_ON:
            return frozenset([seat for seat in self.setup.seats if self.chosen[seat] is None])
        return ALONE[self.turn]


def ended(state: SquaresTable, before: tuple[Event, ...], out: Seat | None) -> Step[SquaresTable]:
    """Score the round and show all hands; ``out`` is the seat without pieces (SQ-14, SQ-15)."""
    given = () if out is None else (Credit((out,), Sum(bonus(state.hands, out))),)
    points = with_credits(state.earned, given)
    over = result(state.setup, state.leader, points, out)
    shown = tuple(map(in_order, state.hands))
    closing = SquaresEnded(over.reason, over.winners, shown, given, state.path, out, state.earned)
    events = (*before, closing)
    after = replace(state, outcome=over, history=state.history + events)
    return Step(after, events)


def result(setup: Setup, leader: Seat | None, points: tuple[int, ...], out: Seat | None) -> Outcome:
    """Return the result of a round that ended with these points; ``out`` has no pieces left."""
    reason = BLOCKED if out is None else DOMINO
    return Outcome((_winner(setup, leader, points, out),), points, reason)


def bonus(hands: tuple[Pieces, ...], out: Seat) -> tuple[int, ...]:
    """Return the terms of the bonus: 10, then each opponent's ordinary and command pieces (SQ-14).

    Pieces with a wild square count as ordinary; terms of 0 are left out.
    """
    terms = [OUT]
    for seat, hand in enumerate(hands):
        commands = sum(piece.command is not None for piece in hand)
        worth = (ORDINARY * (len(hand) - commands), COMMAND * commands)
        terms += [each for each in worth if each and seat != out]
    return tuple(terms)


def _winner(setup: Setup, leader: Seat | None, points: tuple[int, ...], out: Seat | None) -> Seat:
    """Return the round's winner, who decides the next leader (SQ-10): the most points.

    A tie goes to the seat that went out, else to the first tied seat clockwise from the leader.
    With the option ``roundWinner`` set to ``went-out``, the seat that went out always wins.
    """
    if out is not None and setup.options["roundWinner"] == "went-out":
        return out
    seats = setup.seats
    best = [seat for seat in seats if points[seat] == max(points)]
    if out in best:
        return out
    return min(best, key=lambda seat: (seat - (leader or 0)) % len(seats))
