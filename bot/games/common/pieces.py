"""Pieces as tuples, tuples by seat, and the moves that several families share."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from bot.engine.contract import Move, Seat, Setup


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """A knock, when nothing can be played or drawn."""


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """A draw of the boneyard's top bone."""


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
