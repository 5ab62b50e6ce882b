"""A round of Domino Squares to try out its futures: its moves, and the policy of its playouts."""

from collections.abc import Sequence

from bot.engine.contract import Move, Outcome, Rng
from bot.games.common.moves import Draw, Pass
from bot.games.squares.effects import SquaresEffects
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
from bot.games.squares.observation import Task
from bot.games.squares.open_spots import most_points
from bot.games.squares.piece_bits import BIT, Bits, each_bit, pieces_in
from bot.games.squares.table import SquaresTable

TURN, DRAWN, AGAIN, GIVE, WAY, HAND_ON = Task


class SquaresPosition(SquaresEffects):
    """A round of Domino Squares."""

    __slots__ = ()

    def moves(self) -> Sequence[Move]:
        """Return the legal moves of :attr:`seat`, as :func:`bot.games.squares.table.possible`."""
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
        """Carry out a legal move of :attr:`seat`."""
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
                others = len(self._left) - 1
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


def position(state: SquaresTable) -> SquaresPosition:
    """Return a state as a position."""
    return SquaresPosition(state).deal(
        [sum(BIT[piece] for piece in hand) for hand in state.hands],
        [BIT[piece] for piece in state.pile],
        0 if state.drawn is None else BIT[state.drawn],
        [0 if piece is None else BIT[piece] for piece in state.chosen],
    )
