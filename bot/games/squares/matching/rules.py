"""The rules of a round of matching square pieces, with or without drawing."""

from dataclasses import dataclass

from bot.domino.square_set import SQUARES, square
from bot.engine.chance import ShuffleResult
from bot.engine.contract import Actor, Belief, Move, Rng, Seat, Setup, Shuffle, Step
from bot.engine.planning import Wish
from bot.games.common.events import Passed
from bot.games.common.pieces import Draw, Pass, codes
from bot.games.common.rules import BaseRules
from bot.games.squares.events import Kept
from bot.games.squares.matching import table
from bot.games.squares.matching.belief import MatchingBelief
from bot.games.squares.matching.position import MatchingPosition
from bot.games.squares.matching.table import PIECES, MatchingTable, first
from bot.games.squares.moves import FORCED_DRAW, FORCED_PASS, KEEP, Done, Lay, lays
from bot.games.squares.observation import SquaresSeen, Task, wishes
from bot.games.squares.piece_bits import BIT, bits

_PIECE_WORTH = 2
"""The pips that it is worth if one piece fewer fits that others may hold."""


@dataclass(frozen=True, slots=True)
class MatchingRules(BaseRules[MatchingTable, SquaresSeen]):
    drawing: bool
    """True if players draw from the pieces that were not dealt."""

    def start(self, setup: Setup) -> MatchingTable:
        return MatchingTable(setup, Shuffle(PIECES), first(setup))

    def moves_of(self, state: MatchingTable, seat: Seat) -> tuple[Move, ...]:
        """Return every way to lay a piece, else a draw, else a pass (GEN-7, SQB-2, SQD-1).

        A piece drawn under ``drawOne`` can always be kept. Keeping it is never automatic, even if
        it does not fit, because that would reveal to everybody that it does not (SQD-2).
        """
        if state.drawn is not None:
            return (*lays((state.drawn,), state.path), KEEP)
        ways = lays(state.hands[seat], state.path)
        return ways or ((FORCED_DRAW,) if state.pile else (FORCED_PASS,))

    def carry_out(self, state: MatchingTable, actor: Actor, move: Move) -> Step[MatchingTable]:
        match move:
            case Lay():
                return table.lay(state, move)
            case Draw():
                return table.draw(state)
            case Done():
                return table.end_turn(state, Kept(state.turn))
            case Pass():
                return table.end_turn(state, Passed(state.turn))
            case ShuffleResult(order=order):
                pieces = tuple(square(code) for code in order)
                size = int(state.setup.options[table.PIECES_EACH])
                return table.deal(state, pieces, size, drawing=self.drawing)
            case _:
                raise TypeError(f"not a move with matched squares: {move!r}")

    def preference(self, seen: SquaresSeen, move: Move) -> tuple[int, ...]:
        """Prefer the play of a piece with many pips where few unseen pieces fit afterwards.

        Others who can't play keep their pips (SQB-3) or have to draw (SQD-1). A piece just drawn is
        laid rather than kept (SQD-2).
        """
        match move:
            case Lay(piece=piece, cell=cell, turn=turn):
                path = seen.path.lay(piece, cell, turn)
                known = {*seen.hand, *(laid.piece for laid in path.laid)}
                unseen = [each for each in SQUARES if each not in known]
                return 1, piece.pips - _PIECE_WORTH * sum(map(path.fits, unseen))
            case _:
                return (0,)

    def timeout_risk(self, seen: SquaresSeen, move: Move) -> tuple[int, ...]:
        """Prefer the play of the most pips, since pips held at the end go to the winner (SQB-3).

        The piece is laid where the most pieces of the hand fit afterwards. A piece just drawn is
        laid rather than kept (SQD-2).
        """
        match move:
            case Lay(piece=piece, cell=cell, turn=turn):
                path = seen.path.lay(piece, cell, turn)
                fitting = sum(path.fits(each) for each in seen.hand if each is not piece)
                return 0, -piece.pips, -fitting
            case _:
                return (1,)

    def piece_locations(self, state: MatchingTable) -> dict[str, tuple[str, ...]]:
        """Return the place of every piece (SQ-I1); before the deal, all are in the stock."""
        hands = {f"hand {seat}": codes(hand) for seat, hand in enumerate(state.hands)}
        return {
            **hands,
            "stock": codes(state.pile) if state.hands else PIECES,
            "stock out": codes(state.aside),
            "path": codes(laid.piece for laid in state.path.laid),
        }

    def observe(self, state: MatchingTable, seat: Seat | None) -> SquaresSeen:
        return SquaresSeen(
            *self.shared_view(state, seat, tuple(map(len, state.hands))),
            hand=state.hands[seat] if seat is not None and state.hands else (),
            pile=len(state.pile),
            aside=len(state.aside),
            path=state.path,
            task=Task.TURN if state.drawn is None else Task.DRAWN,
            turn=state.turn,
            drawn=state.drawn if seat == state.turn else None,
            way=None,
            chosen=None,
            earned=(),
        )

    def position(self, state: MatchingTable, rng: Rng) -> MatchingPosition:
        return MatchingPosition(state).deal(
            list(map(bits, state.hands)),
            [BIT[piece] for piece in state.pile],
            0 if state.drawn is None else BIT[state.drawn],
        )

    def wishes(self, seen: SquaresSeen) -> tuple[Wish, ...]:
        return wishes(seen)

    def believe(self, seen: SquaresSeen) -> Belief:
        return MatchingBelief(seen)
