"""The leader and the scoring of a round in the games that only match square pieces.

Laying a piece scores nothing, and commands count as blanks (docs/rules/squares-block.md).
"""

from collections.abc import Mapping

from bot.domino.counting import Sum, unique_lowest
from bot.domino.path import Path
from bot.domino.square_set import SQUARES, in_order
from bot.engine.contract import Outcome, Seat, Setup
from bot.engine.game_info import Option
from bot.engine.seating import left_of
from bot.engine.translatable import N_
from bot.games.common.events import BLOCKED, DOMINO, Credit
from bot.games.common.pieces import codes
from bot.games.squares.events import Pieces, SquaresEnded

Hands = tuple[Pieces, ...]

PIECES = codes(SQUARES)
"""The codes of the pieces to shuffle, in the order of the set."""
TARGET = Option(
    "target",
    "none",
    ("none", 100),
    N_("Points to win the match"),
    limits=(1, 1000),
    labels=(N_("none (one round)"), N_("100")),
)


def target(setup: Setup) -> int | None:
    """Return the points that win the match; ``None`` for a match of one round (SQB-4)."""
    value = setup.options["target"]
    return None if value == "none" else int(value)


def first(setup: Setup) -> Seat:
    """Return the leader: the oldest, later left of the last winner, or of the leader (SQB-4)."""
    previous = setup.previous
    if previous is None:
        return setup.seniority[0]
    before = previous.winners[0] if previous.winners else previous.leader
    return setup.seniority[0] if before is None else left_of(setup.seats, before)


def closing(
    setup: Setup, hands: Hands, path: Path, out: Seat | None
) -> tuple[SquaresEnded, Outcome]:
    """Score a finished round; ``out`` has no pieces left, ``None`` if it is blocked (SQB-3).

    The winner is ``out``, or the seat that alone holds the fewest pips. The winner gets the pips
    of every other hand; nothing is subtracted. If the fewest are shared, nobody wins.
    """
    held = {seat: sum(piece.pips for piece in hands[seat]) for seat in setup.seats}
    over = result(setup, held, out)
    terms = tuple(pips for seat, pips in held.items() if seat not in over.winners)
    given = (Credit(over.winners, Sum(terms)),) if over.winners else ()
    shown = tuple(map(in_order, hands))
    return SquaresEnded(over.reason, over.winners, shown, given, path, out), over


def result(setup: Setup, held: Mapping[Seat, int], out: Seat | None) -> Outcome:
    """Return the result of a round with the pips of each hand (SQB-3)."""
    winner = out if out is not None else unique_lowest(held)
    points = [0] * setup.seat_count
    if winner is not None:
        points[winner] = sum(held.values()) - held[winner]
    winners = () if winner is None else (winner,)
    return Outcome(winners, tuple(points), BLOCKED if out is None else DOMINO)
