"""The rules of a round of Domino Squares: pieces score when laid, and some carry commands."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.domino.square import Command
from bot.domino.square_set import SQUARES, square
from bot.engine.chance import ShuffleResult
from bot.engine.contract import Actor, Belief, Event, Move, Nature, Rng, Seat, Setup, Shuffle, Step
from bot.engine.planning import Wish
from bot.engine.seating import left_of
from bot.games.common.events import PointsEvent
from bot.games.common.pieces import Draw, Pass, codes
from bot.games.common.rules import BaseRules, has_turned
from bot.games.squares import table
from bot.games.squares.belief import SquaresBelief
from bot.games.squares.events import Kept, Stopped
from bot.games.squares.moves import (
    DRAW,
    KEEP,
    PASS,
    STOP,
    WAYS,
    Done,
    Give,
    Lay,
    PassDirection,
    PassOn,
    gifts,
    lays,
    passes,
)
from bot.games.squares.observation import SquaresSeen, Task, wishes
from bot.games.squares.piece_bits import BIT
from bot.games.squares.position import SquaresPosition
from bot.games.squares.table import SquaresTable

MEDDLING = frozenset({Command.GIVE, Command.SKIP, Command.ALL_PASS})
"""The commands that affect other players."""


@dataclass(frozen=True, slots=True)
class SquaresRules(BaseRules[SquaresTable, SquaresSeen]):
    def start(self, setup: Setup) -> SquaresTable:
        """Return the table before the deal; the oldest leads, later the winner's left (SQ-10)."""
        before = setup.previous
        leader = setup.seniority[0] if before is None else left_of(setup.seats, before.winners[0])
        return SquaresTable(setup, Shuffle(codes(SQUARES)), leader, leader=leader)

    def moves_of(self, state: SquaresTable, seat: Seat) -> tuple[Move, ...]:
        """Return the moves of a seat that must act; none reveals what fits (SQ-11)."""
        hand = state.hands[seat]
        match state.task:
            case Task.TURN:
                return (*lays(hand, state.path), DRAW if state.pile else PASS)
            case Task.DRAWN:
                return (*lays(hand[-1:], state.path), KEEP)
            case Task.AGAIN:
                return (*lays(hand, state.path), STOP)
            case Task.GIVE:
                return gifts(hand, tuple(each for each in state.setup.seats if each != seat))
            case Task.WAY:
                return WAYS
            case Task.HAND_ON:
                return passes(hand)

    def carry_out(self, state: SquaresTable, actor: Actor, move: Move) -> Step[SquaresTable]:
        match move:
            case Lay():
                return table.lay(state, move)
            case Draw():
                return table.draw(state)
            case Pass():
                return table.pass_turn(state)
            case Done():
                over = Kept if move == KEEP else Stopped
                return table.end_turn(state, over(state.turn))
            case Give():
                return table.give(state, move)
            case PassDirection(way=way):
                return table.call_way(state, way)
            case PassOn(piece=piece) if not isinstance(actor, Nature):
                return table.pass_on(state, actor, piece)
            case ShuffleResult(order=order):
                return table.deal(state, tuple(square(code) for code in order))
            case _:
                raise TypeError(f"not a move of Domino Squares: {move!r}")

    def preference(self, seen: SquaresSeen, move: Move) -> tuple[int, ...]:
        """Prefer the play with the most points, whatever its command; then the least risk."""
        match move:
            case Lay(scores=scores):
                return 1, sum(scores)
            case _:
                return (0, *(-each for each in self.timeout_risk(seen, move)))

    def timeout_risk(self, seen: SquaresSeen, move: Move) -> tuple[int, ...]:
        """Prefer the best-scoring play without side effects, then to draw, pass, keep or stop.

        Never lay a piece automatically if its command would skip a player or move pieces between
        hands, which would also ask the absent player for another choice.
        """
        match move:
            case Lay(piece=piece, scores=scores):
                # The command of a last piece does nothing (SQ-17).
                meddles = piece.command in MEDDLING and len(seen.hand) > 1
                return 2 * meddles, -sum(scores), piece.pips
            case Give(piece=piece, to=to):
                # The fewest pips, to the seat with the fewest pieces, then to the next in turn.
                return piece.pips, seen.counts[to], (to - seen.turn) % len(seen.counts)
            case PassOn(piece=piece):
                return (piece.pips,)
            case PassDirection(way=way):
                return (way != "left",)  # either is a guess, so go with the turn order
            case _:
                return (1,)

    def piece_locations(self, state: SquaresTable) -> dict[str, tuple[str, ...]]:
        """Return the place of every piece (SQ-I1)."""
        hands = {f"hand {seat}": codes(hand) for seat, hand in enumerate(state.hands)}
        path = codes(laid.piece for laid in state.path.laid)
        return {**hands, "stock": codes(state.pile), "path": path}

    def observe(self, state: SquaresTable, seat: Seat | None) -> SquaresSeen:
        """Return the seat's own hand and all public facts (SQ-18, SQ-22, GEN-14)."""
        own = None if seat is None or not state.hands else seat
        return SquaresSeen(
            *self.shared_view(state, seat, tuple(map(len, state.hands))),
            hand=() if own is None else state.hands[own],
            pile=len(state.pile),
            aside=0,
            path=state.path,
            task=state.task,
            turn=state.turn,
            drawn=state.drawn if own == state.turn else None,
            way=state.way,
            chosen=None if own is None else state.chosen[own],
            earned=state.earned,
        )

    def position(self, state: SquaresTable, rng: Rng) -> SquaresPosition:
        return SquaresPosition(state).deal(
            [sum(BIT[piece] for piece in hand) for hand in state.hands],
            [BIT[piece] for piece in state.pile],
            0 if state.drawn is None else BIT[state.drawn],
            [0 if piece is None else BIT[piece] for piece in state.chosen],
        )

    def wishes(self, seen: SquaresSeen) -> tuple[Wish, ...]:
        return wishes(seen)

    def ends_plans(self, before: SquaresSeen, after: SquaresSeen, events: Sequence[Event]) -> bool:
        """Return whether more has happened than points, which nearly every piece makes (SQ-13)."""
        return has_turned(before, after, [e for e in events if not isinstance(e, PointsEvent)])

    def believe(self, seen: SquaresSeen) -> Belief:
        return SquaresBelief(seen)
