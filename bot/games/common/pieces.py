"""Small functions over tuples of pieces and over tuples by seat."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from bot.engine.contract import Seat, Setup

PieceT = TypeVar("PieceT")


class Piece(Protocol):
    """Anything that is spelled by a code."""

    @property
    def code(self) -> str:
        """The spelling."""


def codes(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple([each.code for each in pieces])


def without(hand: tuple[PieceT, ...], piece: PieceT) -> tuple[PieceT, ...]:
    rest = list(hand)
    rest.remove(piece)
    return tuple(rest)


def replaced(values: tuple[PieceT, ...], seat: Seat, value: PieceT) -> tuple[PieceT, ...]:
    after = list(values)
    after[seat] = value
    return tuple(after)


def own_only(values: tuple[PieceT | None, ...], seat: Seat | None) -> tuple[PieceT | None, ...]:
    """Return ``values`` with ``None`` for all seats but one; a spectator sees none."""
    return tuple([value if owner == seat else None for owner, value in enumerate(values)])


def dealt_hands(
    setup: Setup, pieces: tuple[PieceT, ...], size: int
) -> tuple[tuple[PieceT, ...], ...]:
    """Return the hands dealt from the front, by seat; a seat that does not play has none."""
    dealt = {seat: pieces[at * size : (at + 1) * size] for at, seat in enumerate(setup.seats)}
    return tuple([dealt.get(seat, ()) for seat in range(setup.seat_count)])
