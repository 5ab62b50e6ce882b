"""A game of Double Double Dominoes to try out its futures, without events or history."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from bot.domino.board import Board
from bot.domino.bone import Bone
from bot.engine.contract import Move, Outcome, Rng, Seat, Setup
from bot.engine.seating import left_of
from bot.games.double_double.events import BONEYARD, NO_PLACE, TARGET
from bot.games.double_double.moves import Discard, Place, Stop, legal_moves
from bot.games.double_double.playout_policy import (
    NUMBERS,
    OpenWays,
    Placing,
    Squares,
    best_at_double,
    best_placing,
    gains,
    squares,
)
from bot.games.double_double.table import BONUS, HAND, BoardSeen, BoardTable, result, target
from bot.games.double_double.tiling import OnBoard, Tiling

_BEYOND = 256
"""More than any position that a piece can reach."""


@dataclass(frozen=True, slots=True)
class _Game:
    """What never changes in a game."""

    setup: Setup
    board: Board
    squares: Squares
    numbers: tuple[int, ...]
    """The number under a piece at each position, :data:`NUMBERS` where there is none."""
    goal: int


class BoardPosition:
    __slots__ = (
        "_after",
        "_game",
        "_hands",
        "_laid",
        "_positions",
        "_reason",
        "_stock",
        "_tiled",
        "_turn",
        "_ways",
    )

    def __init__(self, at: BoardTable | BoardSeen, laid: tuple[OnBoard, ...], turn: Seat) -> None:
        """Begin with the bones ``laid``, before anybody is dealt theirs (:meth:`dealt`)."""
        whole = squares(at.board)
        self._game = _Game(at.setup, at.board, whole, _numbers(at.board), target(at.setup))
        self._laid: list[Placing] = [
            (each.bone, whole.numbers[each.first], whole.numbers[each.second]) for each in laid
        ]
        self._ways = OpenWays.around(at.board, laid)
        self._hands: list[list[Bone]] = []
        self._stock: list[Bone] = []
        self._positions = list(at.positions)
        self._turn, self._after = turn, at.after
        self._reason = None if at.outcome is None else at.outcome.reason
        self._tiled: Tiling | None = None
        """The board as the rules see it, if it was needed since the last bone was placed."""

    @classmethod
    def of(cls, state: BoardTable) -> "BoardPosition":
        begun = cls(state, state.tiling.laid, state.turn)
        return begun.dealt(state.hands, reversed(state.stock))

    def dealt(self, hands: Iterable[Iterable[Bone]], stock: Iterable[Bone]) -> "BoardPosition":
        """Return a copy with these hands and this boneyard, whose last bone is drawn first."""
        other = object.__new__(BoardPosition)
        other._game, other._laid, other._ways = self._game, self._laid[:], self._ways.copy()
        other._hands, other._stock = [list(hand) for hand in hands], list(stock)
        other._positions, other._turn = self._positions[:], self._turn
        other._after, other._reason, other._tiled = self._after, self._reason, None
        return other

    def copy(self) -> "BoardPosition":
        return self.dealt(self._hands, self._stock)

    @property
    def seat(self) -> Seat | None:
        return self._turn if self._reason is None else None

    @property
    def earned(self) -> Sequence[int]:
        return self._positions

    def moves(self) -> Sequence[Move]:
        if self._reason is not None:
            return ()
        return legal_moves(tuple(self._hands[self._turn]), self._tiling, self._after)

    @property
    def _tiling(self) -> Tiling:
        if self._tiled is None:
            at = self._game.squares.cells
            laid = [OnBoard(bone, at[first], at[second]) for bone, first, second in self._laid]
            self._tiled = Tiling(self._game.board, tuple(laid))
        return self._tiled

    def push(self, move: Move) -> None:
        match move:
            case Place(bone=bone, first=first, second=second):
                at = self._game.squares.numbers
                self._place((bone, at[first], at[second]))
            case Discard(bone=bone):
                self._hands[self._turn].remove(bone)
                self._finish()
            case Stop():
                self._finish()
            case _:
                raise TypeError(f"not a move on a board: {move!r}")

    def _place(self, placing: Placing) -> None:
        """Place a bone; after a double, the turn may go on (DDD-8)."""
        bone, first, second = placing
        hand = self._hands[self._turn]
        self._move_pieces(
            bone, self._game.squares.diamonds[first] + self._game.squares.diamonds[second]
        )
        hand.remove(bone)
        self._laid.append(placing)
        self._tiled = None
        opened = self._ways.lay(bone.high, bone.low, first, second)
        if max(self._positions) >= self._game.goal:
            self._end(TARGET)
        elif not opened and not self._ways.any_open and not self._tiling.spots:  # no bridges either
            self._end(NO_PLACE)
        elif bone.double and hand:
            self._after = len(self._laid) - 1
        else:
            self._finish()

    def _move_pieces(self, bone: Bone, diamond: int) -> None:
        """Move the pieces as :func:`~bot.games.double_double.table.counted` tells (DDD-11)."""
        high, low, positions, numbers = bone.high, bone.low, self._positions, self._game.numbers
        for seat, at in enumerate(positions):
            number = numbers[at]
            if number in (high, low):
                positions[seat] = at + BONUS
        positions[self._turn] += diamond * 2 if high == low else diamond

    def _finish(self) -> None:
        """End a turn by drawing up to three; the next begins with a draw (DDD-10, DDD-4)."""
        self._after = None
        hand, stock = self._hands[self._turn], self._stock
        while stock and len(hand) < HAND:
            hand.append(stock.pop())
        if not stock:
            self._end(BONEYARD)
            return
        self._turn = left_of(self._game.setup.seats, self._turn)
        self._hands[self._turn].append(stock.pop())

    def _end(self, reason: str) -> None:
        self._reason, self._after = reason, None

    def outcome(self) -> Outcome | None:
        return None if self._reason is None else self._result(self._reason)

    def _result(self, reason: str) -> Outcome:
        dots = [sum([bone.pips for bone in hand]) for hand in self._hands]
        return result(self._positions, dots, reason)

    def play_out(self, rng: Rng) -> Outcome:
        """Play on by the policy of :mod:`~bot.games.double_double.playout_policy`.

        It leaves nothing to chance but the boneyard, so equal positions have equal futures, and
        the futures of two moves in one world differ only by what follows from the moves.
        """
        while self._reason is None:
            self._play()
        return self._result(self._reason)

    def _play(self) -> None:
        """Make the move of the policy; where only bridges or the pit are left, the first move."""
        hand, numbers = self._hands[self._turn], self._game.numbers
        gain = gains([numbers[at] for at in self._positions], self._turn)
        if self._after is not None:
            following = best_at_double(self._laid[self._after], hand, gain, self._ways)
            if following is None:
                self._finish()
            else:
                self._place(following)
            return
        best = best_placing(hand, gain, self._ways)
        if best is None:
            self.push(self.moves()[0])
        else:
            self._place(best)


@cache
def _numbers(board: Board) -> tuple[int, ...]:
    found = [board.number(position) for position in range(_BEYOND)]
    return tuple([NUMBERS if number is None else number for number in found])
