"""Pieces as tuples, tuples by seat, rows, and the moves that several families share."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Literal, Protocol, TypeVar

from bot.engine.contract import Move, Seat, Setup, Value


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """A knock, when nothing can be played or drawn."""


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """A draw of the boneyard's top bone."""


PieceT = TypeVar("PieceT")


class Piece(Protocol):
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


class Row(Value, Generic[PieceT]):
    """A seat's row of face-down pieces that not even its owner has seen.

    It is turned over from the left; what does not fit goes to the right.
    """

    unseen: tuple[PieceT, ...] = ()
    """The pieces not turned over yet, from left to right."""
    turned: tuple[PieceT, ...] = ()
    """The pieces that did not fit, to the right of all others."""

    @property
    def pieces(self) -> tuple[PieceT, ...]:
        return self.unseen + self.turned

    @property
    def seen(self) -> tuple[PieceT | None, ...]:
        return (None,) * len(self.unseen) + self.turned

    def split(self, end: Literal["left", "right"] = "left") -> "tuple[PieceT, Row[PieceT]]":
        unseen, turned = self.unseen, self.turned
        match end:
            case "left" if unseen:
                return unseen[0], Row(unseen[1:], turned)
            case "left":
                return turned[0], Row((), turned[1:])
            case "right" if turned:
                return turned[-1], Row(unseen, turned[:-1])
            case "right":
                return unseen[-1], Row(unseen[:-1], ())

    def put_back(self, piece: PieceT) -> "Row[PieceT]":
        """Return the row with a piece that did not fit at its right end."""
        return Row(self.unseen, (*self.turned, piece))


def imagined_row(seen: tuple[PieceT | None, ...], hidden: Iterator[PieceT]) -> Row[PieceT]:
    """Return a row that looks as ``seen``, its unseen pieces being the next of ``hidden``."""
    turned = tuple([piece for piece in seen if piece is not None])
    return Row(tuple([next(hidden) for _ in range(len(seen) - len(turned))]), turned)
