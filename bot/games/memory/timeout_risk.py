"""The tile turned up for a player of Memory whose time is up."""

from bot.engine.contract import Move
from bot.games.memory.events import TurnedBack
from bot.games.memory.moves import TurnUp
from bot.games.memory.observation import MemorySeen


def risk(seen: MemorySeen, move: Move) -> tuple[int, ...]:
    """Prefer the first tile, column by column, that was not yet tried with the one turned up.

    The pips seen on tiles are ignored, because remembering them is the game (MEM-8): running out of
    time must not find a pair. The other players learn little, because it is mostly the same first
    tile again. The round ends, because no two tiles are tried twice and every tile has a partner
    (MEM-I1).
    """
    if not isinstance(move, TurnUp):
        return ()
    tried = any(
        isinstance(event, TurnedBack) and move.place in event.places and up in event.places
        for up, _ in seen.up
        for event in seen.history
    )
    return tried, move.place
