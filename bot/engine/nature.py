"""Nature's moves: a shuffle is logged as the whole order, a lot as the seat it picked.

Hands are dealt from the front of a shuffle in seat order; the rest, top first, is the boneyard. So
one logged shuffle fixes every later draw.
"""

from collections import Counter
from dataclasses import dataclass

from bot.engine.contract import Lot, Move, Seat, Shuffle
from bot.engine.errors import IllegalMove, shortened


@dataclass(frozen=True, slots=True)
class ShuffleResult(Move):
    """The pieces of a :class:`Shuffle` in order; nobody sees its code until the match is over."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LotResult(Move):
    """The seat that a :class:`Lot` picked."""

    seat: Seat


def shuffle_result(order: tuple[str, ...]) -> ShuffleResult:
    """Return the answer to a shuffle."""
    return ShuffleResult("deal " + " ".join(order), order=order, secret=True)


def lot_result(seat: Seat) -> LotResult:
    """Return the answer to a lot."""
    return LotResult(f"lot {seat}", seat=seat)


def answer(asked: Shuffle | Lot, code: str) -> Move:
    """Return nature's move with that code; raises :class:`IllegalMove` if it is no valid answer."""
    match asked:
        case Shuffle(pieces):
            dealt = shuffle_result(tuple(code.split(" ")[1:]))
            if dealt.code == code and Counter(dealt.order) == Counter(pieces):
                return dealt
            wanted = f"deal and {len(pieces)} pieces, each once"
        case Lot(seats):
            for seat in seats:
                if code == f"lot {seat}":
                    return lot_result(seat)
            wanted = ", ".join(f"lot {seat}" for seat in seats)
    raise IllegalMove(code=shortened(code), legal=wanted)
