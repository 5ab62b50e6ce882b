"""The tile turned up for a player of Memory whose time is up."""

from bot.engine.contract import Move
from bot.games.memory.seen import MemorySeen, TurnedBack, TurnUp


def timeout_move(seen: MemorySeen) -> Move:
    """Return the first tile, row by row, that was not yet tried with the one turned up.

    The pips seen on tiles are ignored, because remembering them is the game (MEM-8): running out of
    time must not find a pair. The other players learn little, because it is mostly the same first
    tile again. The round ends, because no two tiles are tried twice and every tile has a partner
    (MEM-I1).
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
