"""What can be planned with square pieces in a hand: laying them, and nothing else.

Whoever has to give a piece, to pass one on, to draw, to keep or to stop is asked. A place is a cell
and a turn, ``n1e2/3``: it is where it is seen from the starter, and a free cell keeps what it has
to match, so a piece that fits there fits for as long as the cell is free.
"""

from bot.domino.square_set import in_order
from bot.engine.planning import Wish
from bot.games.common.pieces import codes
from bot.games.common.planning import wishes_for
from bot.games.squares.moves import lays
from bot.games.squares.observation import SquaresSeen


def wishes(seen: SquaresSeen) -> tuple[Wish, ...]:
    """Return each piece alone and at every place where it fits now, whoever is to act."""
    held = in_order(piece for piece in seen.hand if piece is not seen.chosen)
    return wishes_for(codes(held), lays(held, seen.path))
