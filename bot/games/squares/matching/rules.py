"""The rules of a round of matching square pieces, with or without drawing."""

from dataclasses import dataclass

from bot.domino.pieces import square
from bot.engine.contract import (
    NATURE,
    NOBODY,
    Actor,
    GameInfo,
    Move,
    Outcome,
    Rng,
    Seat,
    Setup,
    Shuffle,
    Step,
    as_seen_by,
    to_act_alone,
)
from bot.engine.errors import NotYourTurn
from bot.engine.nature import Deal
from bot.games.moves import Draw, Pass
from bot.games.squares.matching import table
from bot.games.squares.matching.deal_sampling import imagine_hands
from bot.games.squares.matching.rounds import PIECES, codes, first
from bot.games.squares.matching.table import MatchingTable
from bot.games.squares.matching.timeout_move import timeout_move
from bot.games.squares.moves import FORCED_DRAW, FORCED_PASS, KEEP, Done, Lay, lays
from bot.games.squares.seen import SquaresSeen, Task


@dataclass(frozen=True, slots=True)
class MatchingRules:
    """The rules of a round."""

    info: GameInfo
    hand_size: int
    drawing: bool
    """True if players draw from the pieces that were not dealt."""

    def start(self, setup: Setup) -> MatchingTable:
        """Return the table before the deal."""
        return MatchingTable(setup, Shuffle(PIECES), first(setup))

    def to_act(self, state: MatchingTable) -> Shuffle | frozenset[Seat]:
        """Return nature's shuffle, the seat whose turn it is, or nobody."""
        if state.awaits is not None:
            return state.awaits
        return NOBODY if state.outcome is not None else to_act_alone(state.turn)

    def legal_moves(self, state: MatchingTable, seat: Seat) -> tuple[Move, ...]:
        """Return every way to lay a piece, else a draw, else a pass (GEN-7, SQB-2, SQD-1).

        A piece drawn under ``drawOne`` can always be kept. Keeping it is never automatic, even if
        it does not fit, because that would reveal to everybody that it does not (SQD-2).
        """
        if state.awaits is not None or state.outcome is not None or seat != state.turn:
            return ()
        if state.drawn is not None:
            return (*lays((state.drawn,), state.path), KEEP)
        ways = lays(state.hands[seat], state.path)
        return ways or ((FORCED_DRAW,) if state.pile else (FORCED_PASS,))

    def apply(self, state: MatchingTable, actor: Actor, move: Move) -> Step[MatchingTable]:
        """Apply a deal, or lay, draw, keep or pass."""
        asked = NATURE if state.awaits is not None else state.turn
        if actor != asked or state.outcome is not None:
            raise NotYourTurn
        match move:
            case Lay():
                return table.lay(state, move)
            case Draw():
                return table.draw(state)
            case Done():
                return table.keep(state)
            case Pass():
                return table.pass_turn(state)
            case Deal(order=order):
                pieces = tuple(square(code) for code in order)
                return table.deal(state, pieces, self.hand_size, drawing=self.drawing)
            case _:
                raise TypeError(f"not a move with matched squares: {move!r}")

    def outcome(self, state: MatchingTable) -> Outcome | None:
        """Return the round's result once it is over, else ``None``."""
        return state.outcome

    def leader(self, state: MatchingTable) -> Seat | None:
        """Return the seat that led the round; ``None`` before the deal."""
        return state.leader

    def piece_locations(self, state: MatchingTable) -> dict[str, tuple[str, ...]]:
        """Return the place of every piece (SQ-I1); before the deal, all are in the stock."""
        hands = {f"hand {seat}": codes(hand) for seat, hand in enumerate(state.hands)}
        return {
            **hands,
            "stock": codes(state.pile) if state.hands else PIECES,
            "stock out": codes(state.aside),
            "path": codes(tuple([laid.piece for laid in state.path.laid])),
        }

    def observe(self, state: MatchingTable, seat: Seat | None) -> SquaresSeen:
        """Return the table, the seat's own hand, the counts of hidden pieces, and the history."""
        asked, mine = self.to_act(state), seat == state.turn
        return SquaresSeen(
            setup=state.setup,
            seat=seat,
            to_act=asked if isinstance(asked, frozenset) else NOBODY,
            legal=() if seat is None else self.legal_moves(state, seat),
            awaits=state.awaits,
            hand=state.hands[seat] if seat is not None and state.hands else (),
            counts=tuple(len(hand) for hand in state.hands),
            pile=len(state.pile),
            aside=len(state.aside),
            path=state.path,
            task=Task.TURN if state.drawn is None else Task.DRAWN,
            turn=state.turn,
            drawn=state.drawn if mine else None,
            way=None,
            chosen=None,
            leader=state.leader,
            earned=(),
            history=as_seen_by(state.history, seat),
            outcome=state.outcome,
        )

    def imagine(self, seen: SquaresSeen, rng: Rng) -> MatchingTable:
        """Return a table that keeps everything seen and deals the hidden pieces at random."""
        if not seen.history:
            return self.start(seen.setup)
        world = imagine_hands(seen, rng)
        return MatchingTable(
            seen.setup,
            seen.awaits,
            seen.turn,
            world.hands,
            world.pile,
            world.aside,
            seen.path,
            seen.leader,
            world.hands[seen.turn][-1] if seen.task is Task.DRAWN else None,
            world.history,
            seen.outcome,
        )

    def timeout_move(self, seen: SquaresSeen) -> Move:
        """Return the play of the most pips, placed where most of the hand fits afterwards."""
        return timeout_move(seen)
