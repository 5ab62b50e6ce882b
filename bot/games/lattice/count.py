"""How a round of Domino Squares is counted."""

from __future__ import annotations

from dataclasses import replace

from bot.domino.counting import Sum
from bot.domino.pieces import SQUARES
from bot.engine.contract import Event, Outcome, Seat, Step
from bot.games.events import BLOCKED, DOMINO, Credit
from bot.games.lattice.events import Pieces, SquaresEnded
from bot.games.lattice.table import SquaresTable

OUT, ORDINARY, COMMAND = 10, 2, 3
"""What the first one out is given, and for each piece in the hands of the others (SQ-14)."""


def ended(state: SquaresTable, before: tuple[Event, ...], out: Seat | None) -> Step[SquaresTable]:
    """Count the round and show all hands; ``out`` is who has no pieces left (SQ-14, SQ-15)."""
    given = () if out is None else (Credit((out,), Sum(bonus(state.hands, out))),)
    points = tuple(
        made + sum(credit.sum.points for credit in given if seat in credit.seats)
        for seat, made in enumerate(state.earned)
    )
    reason = BLOCKED if out is None else DOMINO
    winners = (_winner(state, points, out),)
    shown = tuple(tuple(sorted(hand, key=SQUARES.index)) for hand in state.hands)
    closing = SquaresEnded(reason, winners, shown, given, state.path, state.earned, out)
    events = (*before, closing)
    over = replace(state, history=state.history + events, outcome=Outcome(winners, points, reason))
    return Step(over, events)


def bonus(hands: tuple[Pieces, ...], out: Seat) -> tuple[int, ...]:
    """Ten, then for every opponent what the ordinary and the command pieces make (SQ-14).

    Pieces with a wild square are ordinary.
    """
    terms = [OUT]
    for seat, hand in enumerate(hands):
        commands = sum(piece.command is not None for piece in hand)
        worth = (ORDINARY * (len(hand) - commands), COMMAND * commands)
        terms += [each for each in worth if each and seat != out]
    return tuple(terms)


def _winner(state: SquaresTable, points: tuple[int, ...], out: Seat | None) -> Seat:
    """The one on whom the next start depends (SQ-10): the most points of the round.

    Among equals the one who is out, else the first one from who began the round.
    """
    if out is not None and state.setup.options["roundWinner"] == "went-out":
        return out
    seats = state.setup.seats
    best = [seat for seat in seats if points[seat] == max(points)]
    if out in best:
        return out
    return min(best, key=lambda seat: (seat - state.leader) % len(seats))
