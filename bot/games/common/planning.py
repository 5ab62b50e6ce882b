"""Wishes for pieces that are laid at places: the code of each play is that of its wish."""

from collections.abc import Iterable

from bot.engine.contract import Move
from bot.engine.planning import Wish

MOST = "most"
"""The place at which a piece makes the most points."""


def wishes_for(held: Iterable[str], plays: Iterable[Move]) -> tuple[Wish, ...]:
    """Return a wish for each piece held, for where it scores most, and for each of its ``plays``.

    A play is spelled as its piece and a place, ``6-4@h8i8``, and means the same for as long as it
    is possible.
    """
    ways: dict[str, list[Wish]] = {piece: [] for piece in held}
    for play in plays:
        wish = Wish.of(play.code)
        ways[wish.piece].append(wish)
    return tuple(
        each for piece, found in ways.items() for each in (Wish(piece), Wish(piece, MOST), *found)
    )
