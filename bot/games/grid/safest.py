"""What is turned up for a player of Memory whose time is up."""

from __future__ import annotations

from bot.engine.contract import Move
from bot.games.grid.seen import MemorySeen, TurnedBack, TurnUp


def safest(seen: MemorySeen) -> Move:
    """The first tile of the grid, row by row, that was not turned up in vain with the one that is.

    What the tiles showed is remembered for nobody, since that is the game (MEM-8): running out of
    time must not find a pair. It shows the others little, as the first tile mostly is the same
    again. And it comes to an end: no two are tried twice, and every tile has a partner (MEM-I1).
    """
    tried = {
        place
        for event in seen.history
        if isinstance(event, TurnedBack)
        for up, _ in seen.up
        if up in event.places
        for place in event.places
    }
    turns = [move for move in seen.legal if isinstance(move, TurnUp)]
    return min(turns, key=lambda turn: (turn.place in tried, turn.place))
