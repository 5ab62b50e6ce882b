"""What a domino is worth where it is placed (DDD-11 to DDD-16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.domino.boards import Board
from bot.domino.bone import Bone
from bot.domino.grid import Cell
from bot.engine.contract import Move, Seat
from bot.games.board.moves import Place

BONUS = 3


class Standing(Protocol):
    """What the worth of a domino depends on; a table and what is seen of it have that."""

    @property
    def board(self) -> Board:
        """Its diamonds and its track."""

    @property
    def positions(self) -> tuple[int, ...]:
        """Where the pieces stand, by seat."""

    @property
    def mover(self) -> Seat | None:
        """Whose turn it is."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a domino scores."""

    diamond: int
    """For its player."""
    bonus: tuple[int, ...]
    """By seat."""

    def points(self, mover: Seat | None) -> tuple[int, ...]:
        """By seat."""
        return tuple(
            [
                bonus + self.diamond if seat == mover else bonus
                for seat, bonus in enumerate(self.bonus)
            ]
        )


def counted(
    board: Board, positions: tuple[int, ...], bone: Bone, cells: tuple[Cell, Cell]
) -> Worth:
    """The diamond it covers, twice for a double (DDD-13); a bonus at most once each (DDD-15).

    The bonus looks at where the pieces stand before anything is moved (DDD-14).
    """
    covered = sum([board.diamonds.get(cell, 0) for cell in cells])
    bonus = tuple([BONUS if board.number(at) in {bone.high, bone.low} else 0 for at in positions])
    return Worth(covered * 2 if bone.double else covered, bonus)


def worth(at: Standing, move: Move) -> tuple[int, ...]:
    """What a move scores for every seat, which all can see beforehand; only a placing does."""
    if not isinstance(move, Place):
        return (0,) * len(at.positions)
    return counted(at.board, at.positions, move.bone, (move.first, move.second)).points(at.mover)
