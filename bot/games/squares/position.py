"""A round of Domino Squares to try out its futures, without events: its moves and its playouts.

What fits and what it scores is looked up in the tables of :mod:`bot.games.squares.piece_bits`.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Self

from bot.domino.square import Command
from bot.engine.contract import Move, Outcome, Rng, Seat
from bot.engine.seating import left_of, right_of
from bot.games.common.events import Passed
from bot.games.common.pieces import Draw, Pass
from bot.games.squares.moves import (
    DRAW,
    KEEP,
    PASS,
    STOP,
    WAYS,
    Give,
    Lay,
    PassDirection,
    PassOn,
    gifts,
    passes,
)
from bot.games.squares.observation import SquaresSeen, Task
from bot.games.squares.piece_bits import (
    BIT,
    Bits,
    OpenSpot,
    OpenSpots,
    Way,
    each_bit,
    most_points,
    pieces_in,
    tables,
)
from bot.games.squares.table import COMMAND, ORDINARY, OUT, SquaresTable, result

TURN, DRAWN, AGAIN, GIVE, WAY, HAND_ON = Task


class SquaresPosition:
    """A round of Domino Squares, which every move changes; pieces are bits."""

    __slots__ = (
        "_chosen",
        "_drawn",
        "_earned",
        "_first",
        "_left_neighbour",
        "_next",
        "_outcome",
        "_passes",
        "_pile",
        "_spots",
        "_table",
        "_task",
        "_turn",
        "_way",
        "hands",
    )

    hands: list[Bits]
    """The hands by seat; a piece chosen to be passed on is still in its hand."""

    def __init__(self, table: SquaresTable | SquaresSeen, first: Seat | None = None) -> None:
        """Begin with what everybody sees; :meth:`deal` adds the rest. ``first`` passes on first."""
        self._table, self._first = table, first
        self._left_neighbour = tuple(left_of(table.setup.seats, seat) for seat in table.setup.seats)
        self._spots = OpenSpots(table.path)
        self._turn, self._task, self._way = table.turn, table.task, table.way
        self._earned = list(table.earned)
        self._passes = len(
            list(takewhile(lambda event: isinstance(event, Passed), reversed(table.history)))
        )
        self._outcome = table.outcome
        self.hands = []
        self._pile: tuple[Bits, ...] = ()
        self._next = 0
        self._drawn = 0
        self._chosen: list[Bits] = []

    def deal(
        self, hands: list[Bits], pile: Sequence[Bits], drawn: Bits, chosen: list[Bits]
    ) -> Self:
        """Add what is hidden: the pile, top first, the piece just drawn and those chosen, or 0."""
        self.hands, self._pile, self._next = hands, tuple(pile), 0
        self._drawn, self._chosen = drawn, chosen
        return self

    def copy(self) -> Self:
        other = object.__new__(type(self))
        other._table, other._first, other._left_neighbour = (
            self._table,
            self._first,
            self._left_neighbour,
        )
        other._spots = self._spots.copy()
        other._turn, other._task, other._way = self._turn, self._task, self._way
        other._earned, other._passes = self._earned[:], self._passes
        other._outcome = self._outcome
        other.hands, other._pile, other._next = self.hands[:], self._pile, self._next
        other._drawn, other._chosen = self._drawn, self._chosen[:]
        return other

    @property
    def earned(self) -> Sequence[int]:
        return self._earned

    def outcome(self) -> Outcome | None:
        return self._outcome

    @property
    def seat(self) -> Seat | None:
        if self._outcome is not None:
            return None
        if self._task is not HAND_ON:
            return self._turn
        if self._first is not None and not self._chosen[self._first]:
            return self._first
        return self._chosen.index(0)

    def _pile_left(self) -> int:
        return len(self._pile) - self._next

    def _lay(self, spot: OpenSpot, way: Way) -> None:
        """Lay a piece and score it, then carry out its command (SQ-13, SQ-17)."""
        seat, piece = self._turn, way[1]
        self._spots.lay(spot, way)
        self._earned[seat] += way[0]
        hand = self.hands[seat] = self.hands[seat] ^ piece
        self._drawn, self._passes, self._task = 0, 0, TURN
        command = tables().command.get(piece)
        if not hand and not (command is Command.DRAW and self._draws_on()):
            self._end(seat)
        elif command is None:
            self._turn = self._left_neighbour[seat]
        else:
            self._carry_out(command)

    def _draws_on(self) -> bool:
        """Return whether the command to draw on a last piece still leads to a draw (SQ-17)."""
        resolved = self._table.setup.options["lastCommand"] == "resolved-first"
        return resolved and self._pile_left() > 0

    def _carry_out(self, command: Command) -> None:
        match command:
            case Command.GIVE:
                self._task = GIVE
            case Command.DRAW if self._pile_left():
                self._draw()
            case Command.SKIP:
                self._turn = self._left_neighbour[self._left_neighbour[self._turn]]
            case Command.AGAIN:
                self._task = AGAIN
            case Command.ALL_PASS:
                self._task = WAY
            case _:
                self._turn = self._left_neighbour[self._turn]

    def _draw(self) -> None:
        """Draw the top piece of the pile, which may be laid or kept (SQ-11, SQ-19)."""
        self._drawn = self._pile[self._next]
        self._next += 1
        self.hands[self._turn] |= self._drawn
        self._passes, self._task = 0, DRAWN

    def _knock(self) -> None:
        """Pass; passes of all in succession end the round (SQ-12, SQ-15)."""
        self._passes += 1
        if self._passes >= len(self._left_neighbour):
            self._end(None)
        else:
            self._turn = self._left_neighbour[self._turn]

    def _turn_over(self) -> None:
        """Keep the piece just drawn, or stop after playing again (SQ-11, SQ-19, SQ-21)."""
        self._drawn, self._task = 0, TURN
        self._turn = self._left_neighbour[self._turn]

    def _give(self, piece: Bits, to: Seat) -> None:
        """Give a piece to an opponent; a player who gives the last one is out (SQ-18)."""
        hands, seat = self.hands, self._turn
        hands[seat] ^= piece
        hands[to] |= piece
        if hands[seat]:
            self._turn_over()
        else:
            self._end(seat)

    def _pass_on(self, piece: Bits) -> None:
        """Record a seat's choice; the last one passes all pieces at once (SQ-22)."""
        chosen = self._chosen
        chosen[self.seat or 0] = piece
        if 0 in chosen:
            return
        seats = self._table.setup.seats
        giver = right_of if self._way == "left" else left_of
        for seat in seats:
            self.hands[seat] ^= chosen[seat] | chosen[giver(seats, seat)]
        self._way, self._chosen = None, [0] * len(chosen)
        self._turn_over()

    def _end(self, out: Seat | None) -> None:
        """Score the round (SQ-14, SQ-15)."""
        points = self._earned[:]
        if out is not None:
            held, commands = sum(self.hands), tables().commands
            points[out] += OUT + ORDINARY * (held & ~commands).bit_count()
            points[out] += COMMAND * (held & commands).bit_count()
        self._outcome = result(self._table.setup, self._table.leader, tuple(points), out)

    def moves(self) -> Sequence[Move]:
        seat = self.seat
        if seat is None:
            return ()
        hand = pieces_in(self.hands[seat])
        match self._task:
            case Task.TURN:
                return (*self._spots.moves(hand), DRAW if self._pile_left() else PASS)
            case Task.DRAWN:
                return (*self._spots.moves(pieces_in(self._drawn)), KEEP)
            case Task.AGAIN:
                return (*self._spots.moves(hand), STOP)
            case Task.GIVE:
                return gifts(hand, tuple(each for each in self._table.setup.seats if each != seat))
            case Task.WAY:
                return WAYS
            case Task.HAND_ON:
                return passes(hand)

    def push(self, move: Move) -> None:
        match move:
            case Lay():
                self._lay(*self._spots.found(move))
            case Draw():
                self._draw()
            case Pass():
                self._knock()
            case Give(piece=piece, to=to):
                self._give(BIT[piece], to)
            case PassDirection(way=way):
                self._way, self._task = way, HAND_ON
            case PassOn(piece=piece):
                self._pass_on(BIT[piece])
            case _:
                self._turn_over()

    def play_out(self, rng: Rng) -> Outcome:
        """Play to the end: the piece with the most points, or else a draw; commands at random."""
        hands, spots = self.hands, self._spots
        while self._outcome is None:
            task = self._task
            if task is TURN or task is DRAWN or task is AGAIN:
                playable = spots.fitting & (self._drawn if task is DRAWN else hands[self._turn])
                if playable:
                    self._lay(*most_points(spots, playable, rng))
                elif task is not TURN:
                    self._turn_over()
                elif self._next < len(self._pile):
                    self._draw()
                else:
                    self._knock()
            elif task is GIVE:
                others = len(self._left_neighbour) - 1
                to = (self._turn + 1 + int(rng.random() * others)) % (others + 1)
                self._give(_any(hands[self._turn], rng), to)
            elif task is WAY:
                self._way, self._task = WAYS[int(rng.random() * len(WAYS))].way, HAND_ON
            else:
                self._pass_on(_any(hands[self.seat or 0], rng))
        return self._outcome


def _any(hand: Bits, rng: Rng) -> Bits:
    held = each_bit(hand)
    return held[int(rng.random() * len(held))]
