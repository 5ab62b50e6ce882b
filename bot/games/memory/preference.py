"""What a plain player of Memory likes at first sight."""

from bot.engine.contract import Move
from bot.games.memory.belief import shown_tiles
from bot.games.memory.moves import TurnUp
from bot.games.memory.observation import MemorySeen
from bot.games.memory.table import make_pair

_PAIR, _UNSEEN, _SEEN = 2, 1, 0


def preference(seen: MemorySeen, move: Move) -> tuple[int, ...]:
    """Prefer a tile that makes a pair as far as is known, then one that nobody has seen.

    It makes a pair with the tile that is face up; if none is, with any known tile.
    """
    if not isinstance(move, TurnUp):
        return ()
    shown = shown_tiles(seen)
    tile = shown.get(move.place)
    if tile is None:
        return (_UNSEEN,)
    known = {at: each for at, each in shown.items() if seen.left[at]}
    others = seen.up or known.items()
    fits = any(at != move.place and make_pair(tile.pips, each.pips) for at, each in others)
    return (_PAIR if fits else _SEEN,)
