"""The points for placing a bone (DDD-11 to DDD-16)."""

from bot.domino.board import Board
from bot.domino.bone import Bone
from bot.domino.grid import Cell
from bot.engine.contract import Move, Seat
from bot.engine.value import Value
from bot.games.double_double.moves import Place
from bot.games.double_double.observation import BoardSeen
from bot.games.double_double.table import BoardTable

BONUS = 3


class MoveValue(Value):
    """The points for placing a bone."""

    diamond: int
    """The points for its player alone."""
    bonus: tuple[int, ...]
    """The bonus of each seat, by seat."""

    def points(self, mover: Seat | None) -> tuple[int, ...]:
        """Return the points of each seat, by seat."""
        return tuple(
            [
                bonus + self.diamond if seat == mover else bonus
                for seat, bonus in enumerate(self.bonus)
            ]
        )


def counted(
    board: Board, positions: tuple[int, ...], bone: Bone, cells: tuple[Cell, Cell]
) -> MoveValue:
    """Return the diamond covered, twice for a double (DDD-13), and one bonus each at most (DDD-15).

    The bonus depends on the positions of the pieces before any of them moves (DDD-14).
    """
    covered = sum([board.diamonds.get(cell, 0) for cell in cells])
    bonus = tuple([BONUS if board.number(at) in {bone.high, bone.low} else 0 for at in positions])
    return MoveValue(covered * 2 if bone.double else covered, bonus)


def move_value(at: BoardTable | BoardSeen, move: Move) -> tuple[int, ...]:
    """Return the points of a move for every seat, known to all in advance; 0 unless it places."""
    if not isinstance(move, Place):
        return (0,) * len(at.positions)
    return counted(at.board, at.positions, move.bone, (move.first, move.second)).points(at.mover)
