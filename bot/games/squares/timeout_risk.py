"""The move that Domino Squares makes for a player whose time is up."""

from bot.domino.square import Command
from bot.engine.contract import Move
from bot.games.squares.moves import Give, Lay, PassDirection, PassOn
from bot.games.squares.observation import SquaresSeen

MEDDLING = frozenset({Command.GIVE, Command.SKIP, Command.ALL_PASS})
"""The commands that affect other players."""


def risk(seen: SquaresSeen, move: Move) -> tuple[int, ...]:
    """Prefer the best-scoring play without side effects, then to draw, pass, keep or stop.

    Never lay a piece automatically if its command would skip a player or move pieces between
    hands, which would also ask the absent player for another choice.
    """
    match move:
        case Lay(piece=piece, scores=scores):
            meddles = piece.command in MEDDLING and len(seen.hand) > 1  # not for the last (SQ-17)
            return 2 * meddles, -sum(scores), piece.pips
        case Give(piece=piece, to=to):
            # Give the fewest pips, to the seat with the fewest pieces, then to the next in turn.
            return piece.pips, seen.counts[to], (to - seen.turn) % len(seen.counts)
        case PassOn(piece=piece):
            return (piece.pips,)
        case PassDirection(way=way):
            return (way != "left",)  # either is a guess, so go with the turn order
        case _:
            return (1,)
