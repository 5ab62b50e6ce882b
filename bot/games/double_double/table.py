"""The state of Double Double Dominoes, and the points for placing a bone (DDD-11 to DDD-16)."""

from collections.abc import Sequence

from bot.domino.board import BOARDS, Board
from bot.domino.bone import DOUBLE_SIX, Bone
from bot.domino.grid import Cell
from bot.engine.contract import Move, Outcome, Seat, Setup, Value
from bot.games.common.rules import RoundState
from bot.games.double_double.moves import Place
from bot.games.double_double.observation import BoardSeen
from bot.games.double_double.tiling import Tiling

HAND = 3
"""The number of bones dealt to everybody and refilled after a turn (DDD-2, DDD-10)."""
_TARGETS = {2: 100, 3: 75, 4: 50, 5: 75, 6: 50}

Hands = tuple[tuple[Bone, ...], ...]


class BoardTable(RoundState):
    """The game at one moment."""

    hands: Hands
    """The hands, by seat; empty before the deal."""
    stock: tuple[Bone, ...]
    """The boneyard, top first."""
    pits: Hands
    """The bones that each seat put into the pit, in order, by seat."""
    tiling: Tiling
    positions: tuple[int, ...]
    after: int | None = None
    """The index of the double that the next bone must touch (DDD-8)."""

    @property
    def board(self) -> Board:
        return self.tiling.board

    @property
    def mover(self) -> Seat:
        return self.turn


def board_of(setup: Setup) -> Board:
    return BOARDS[str(setup.options["board"])]


def dominoes(setup: Setup) -> tuple[Bone, ...]:
    """Return two double-six sets, three for 5 or 6 seats, or the number in the options (DDD-1)."""
    sets = setup.options["sets"]
    count = (3 if setup.seat_count > 4 else 2) if sets == "auto" else int(sets)
    return tuple(each for each in DOUBLE_SIX for _ in range(count))


def target(setup: Setup) -> int:
    """Return the position that ends the game (DDD-17)."""
    return _TARGETS[setup.seat_count]


def result(positions: Sequence[int], dots: Sequence[int], reason: str) -> Outcome:
    """Return the result: the most points win, then the most pips in hand; ties share (DDD-20)."""
    standing = list(zip(positions, dots, strict=True))
    best = max(standing)
    winners = tuple([seat for seat, each in enumerate(standing) if each == best])
    return Outcome(winners, tuple(positions), reason)


def lowest(hand: tuple[Bone, ...]) -> Bone:
    """Return the bone with the fewest pips, then the lower high half (DDD-3)."""
    return min(hand, key=dots_first)


def dots_first(bone: Bone) -> tuple[int, int]:
    return bone.pips, bone.index


BONUS = 3
"""The points for a score piece on a number that is placed (DDD-14)."""


class MoveValue(Value):
    """The points for placing a bone."""

    diamond: int
    bonus: tuple[int, ...]

    def points(self, mover: Seat | None) -> tuple[int, ...]:
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
