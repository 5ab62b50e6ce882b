"""Random worlds of hidden square pieces that agree with the public history.

A player who draws or passes shows that nothing in hand fits at either end. So a piece that would
have fitted cannot have been in that hand, unless it came later. Each place of the deal therefore
accepts only some pieces; a world puts every hidden piece into a place that accepts it.
"""

from functools import lru_cache

from bot.domino.path import Path
from bot.domino.square import Square
from bot.domino.square_set import SQUARES
from bot.games.common.deal_constraints import Slots
from bot.games.common.events import Passed
from bot.games.squares.events import DrewPiece, PieceLaid, SquaresDealt, SquaresEnded
from bot.games.squares.observation import SquaresSeen


def read(seen: SquaresSeen) -> Slots[Square]:
    facts, path = Slots[Square](), Path()
    for when, event in enumerate(seen.history):
        match event:
            case SquaresDealt(hands, counts, starter=starter):
                facts.deal(hands, counts, when)
                path = path.start(starter)
            case DrewPiece(seat, piece):
                facts.lack(seat, _fitting(path), when)
                facts.draw(seat, piece, when)
            case Passed(seat):
                facts.lack(seat, _fitting(path), when)
            case PieceLaid(seat, piece, cell, turn):
                facts.played[piece] = (seat, when)
                path = path.lay(piece, cell, turn)
            case SquaresEnded(hands=hands):
                facts.show(hands)
            case _:
                pass
    facts.leave(seen.pile + seen.aside)
    return facts


@lru_cache(maxsize=256)
def _fitting(path: Path) -> frozenset[Square]:
    """Return the pieces that can be laid; a player who draws or passes holds none of them."""
    return frozenset([piece for piece in SQUARES if path.fits(piece)])
