"""What is done at a table of Domino Squares for a player whose time is up."""

from __future__ import annotations

from bot.domino.square import Command
from bot.engine.contract import Move
from bot.games.lattice.moves import Give, Lay, PassOn, Way
from bot.games.lattice.seen import SquaresSeen

MEDDLING = frozenset({Command.GIVE, Command.SKIP, Command.ALL_PASS})
"""Commands that happen to others, too."""


def safest(seen: SquaresSeen) -> Move:
    """Points, if they can be had quietly; else drawing, passing, keeping or stopping.

    A piece is laid for nobody whose command would take a turn from somebody, or set hands moving,
    and ask the one who is away what to do with them.
    """
    return min(seen.legal, key=lambda move: _risk(seen, move))


def _risk(seen: SquaresSeen, move: Move) -> tuple[int, ...]:
    match move:
        case Lay(piece=piece, scores=scores):
            meddles = piece.command in MEDDLING and len(seen.hand) > 1  # not on a last one (SQ-17)
            return 2 * meddles, -sum(scores), piece.pips
        case Give(piece=piece, to=to):
            # The fewest numbers to score with; to whoever is next to being out, or next in turn.
            return piece.pips, seen.counts[to], (to - seen.turn) % len(seen.counts)
        case PassOn(piece=piece):
            return (piece.pips,)
        case Way(way=way):
            return (way != "left",)  # a guess either way, so as the turns go
        case _:
            return (1,)
