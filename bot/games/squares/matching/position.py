"""Positions of the games of matching squares: the effects of the moves, carried out in place.

What fits is in the tables of :mod:`bot.games.squares.piece_bits`, and the result of a round is that
of :mod:`bot.games.squares.matching.table`.
"""

from collections.abc import Sequence

from bot.engine.contract import Move, Outcome, Rng, Seat
from bot.engine.seating import left_of
from bot.games.common.pieces import Draw
from bot.games.squares.matching.table import MatchingTable, result
from bot.games.squares.moves import FORCED_DRAW, FORCED_PASS, KEEP, Lay
from bot.games.squares.observation import SquaresSeen
from bot.games.squares.piece_bits import Bits, OpenSpots, each_bit, most_pips, pieces_in, tables


class MatchingPosition:
    """A round of matching squares; pieces are bits (:mod:`bot.games.squares.piece_bits`)."""

    __slots__ = (
        "_drawn",
        "_draws_one",
        "_left_neighbour",
        "_next",
        "_outcome",
        "_pile",
        "_setup",
        "_spots",
        "_turn",
        "hands",
    )

    hands: list[Bits]

    def __init__(self, table: MatchingTable | SquaresSeen) -> None:
        """Begin with what everybody sees of a table; :meth:`deal` adds the rest."""
        self._setup, self._turn = table.setup, table.turn
        seats = table.setup.seats
        self._left_neighbour = tuple(left_of(seats, seat) for seat in range(table.setup.seat_count))
        self._spots = OpenSpots(table.path)
        self._draws_one = table.setup.options.get("drawOne") == "on"
        self._outcome = table.outcome
        self.hands = []
        self._pile: tuple[Bits, ...] = ()
        self._next = 0
        self._drawn = 0

    def deal(self, hands: list[Bits], pile: Sequence[Bits], drawn: Bits) -> "MatchingPosition":
        """Add what is hidden: the pile, top first, and a piece to be laid or kept, or 0 (SQD-2)."""
        self.hands, self._pile, self._next, self._drawn = hands, tuple(pile), 0, drawn
        return self

    def copy(self) -> "MatchingPosition":
        other = object.__new__(MatchingPosition)
        other._setup, other._left_neighbour, other._turn = (
            self._setup,
            self._left_neighbour,
            self._turn,
        )
        other._spots, other._outcome = self._spots.copy(), self._outcome
        other.hands, other._pile, other._next = self.hands[:], self._pile, self._next
        other._draws_one, other._drawn = self._draws_one, self._drawn
        return other

    @property
    def seat(self) -> Seat | None:
        return None if self._outcome is not None else self._turn

    @property
    def earned(self) -> Sequence[int]:
        return ()

    def outcome(self) -> Outcome | None:
        return self._outcome

    def fits(self, hand: Bits) -> bool:
        return bool(hand & self._spots.fitting)

    def moves(self) -> Sequence[Move]:
        """Return the legal moves of :attr:`seat` (SQB-2, SQD-1, SQD-2)."""
        if self._outcome is not None:
            return ()
        if self._drawn:
            return (*self._spots.moves(pieces_in(self._drawn)), KEEP)
        ways = self._spots.moves(pieces_in(self.hands[self._turn] & self._spots.fitting))
        return ways or (FORCED_DRAW if self._next < len(self._pile) else FORCED_PASS,)

    def push(self, move: Move) -> None:
        match move:
            case Lay():
                spot, way = self._spots.found(move)
                self._spots.lay(spot, way)
                self._laid(way[1])
            case Draw():
                self._draw()
            case _:
                self._turn_over()

    def play_out(self, rng: Rng) -> Outcome:
        """Play to the end: the piece with the most pips that fits, in any way."""
        hands, spots = self.hands, self._spots
        while self._outcome is None:
            playable = (self._drawn or hands[self._turn]) & spots.fitting
            if playable:
                spot, way = most_pips(spots, playable, rng)
                spots.lay(spot, way)
                self._laid(way[1])
            elif not self._drawn and self._next < len(self._pile):
                self._draw()
            else:
                self._turn_over()
        return self._outcome

    def _laid(self, piece: Bits) -> None:
        seat = self._turn
        self.hands[seat] ^= piece
        self._drawn, self._turn = 0, self._left_neighbour[seat]
        if not self.hands[seat]:
            self._end(seat)
        else:
            self._end_if_blocked()

    def _draw(self) -> None:
        """Draw one piece; with ``drawOne``, it must then be laid or kept (SQD-1, SQD-2)."""
        piece = self._pile[self._next]
        self._next += 1
        self.hands[self._turn] |= piece
        self._drawn = piece if self._draws_one else 0
        self._end_if_blocked()

    def _turn_over(self) -> None:
        """Keep the piece just drawn, or pass (SQB-2, SQD-1, SQD-2)."""
        self._drawn, self._turn = 0, self._left_neighbour[self._turn]

    def _end_if_blocked(self) -> None:
        """End the round if nobody can lay a piece and nothing can be drawn (GEN-9)."""
        if self._next == len(self._pile) and not any(
            hand & self._spots.fitting for hand in self.hands
        ):
            self._end(None)

    def _end(self, out: Seat | None) -> None:
        worth = tables().pips
        held = {
            seat: sum([worth[bit] for bit in each_bit(self.hands[seat])])
            for seat in self._setup.seats
        }
        self._drawn, self._outcome = 0, result(self._setup, held, out)
