"""A row of face-down pieces that not even its owner has seen, turned over one by one."""

from collections.abc import Iterator
from typing import Generic, Literal

from bot.engine.contract import Value
from bot.games.common.pieces import PieceT


class Row(Value, Generic[PieceT]):
    """The row of a seat. It is turned over from the left; what does not fit goes to the right."""

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
