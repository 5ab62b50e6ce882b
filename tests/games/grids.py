from functools import partial
from itertools import islice

from bot.domino.bone import DOUBLE_SIX
from bot.engine.rounds import MatchState
from bot.engine.seating import prepare
from bot.games.common.events import Leads
from bot.games.memory import MEMORY
from bot.games.memory.events import GridLaid, TurnedUp
from bot.games.memory.moves import place_name, rows
from bot.games.memory.table import MemoryTable
from tests.games import positions
from tests.games.positions import bones, deal

ALL = tuple(each.code for each in DOUBLE_SIX)


begun, after = partial(positions.begun, MEMORY), partial(positions.after, MEMORY)


def laid(*first, seats=2, turn=0, **options):
    """Return a grid that begins with these tiles, column by column from a1 on; ``turn`` begins."""
    sets = int(options.get("tiles", 28)) // 28
    state = after(begun(seats, **options), deal(*first, sets=sets))
    return after(state, f"lot {turn}") if seats > 1 else state


def late(tiles, *, piles=(0, 0), attempts=None, turn=0, scores=(), **options):
    """Return a late position: ``tiles`` are left, from a1 on, and each seat has that many pairs."""
    setup = prepare(MEMORY.info, len(piles), options)
    left = bones(tiles)
    gone = [tile for tile in DOUBLE_SIX if tile not in left]
    taken = iter(paired(gone))
    grid, shown = left + (None,) * len(gone), frozenset(range(len(left), len(DOUBLE_SIX)))
    pairs = tuple(tuple(islice(taken, number)) for number in piles)
    turned = (TurnedUp(0, at, names()[at], tile) for at, tile in enumerate(gone, len(left)))
    told = (GridLaid(len(DOUBLE_SIX)), Leads(0, by_lot=True), *turned)
    state = MemoryTable(
        setup, None, turn, grid, shown, None, pairs, attempts or piles, leader=0, history=told
    )
    return MatchState(setup, 1, state, scores or (0,) * len(piles))


def pair(text):
    one, other = bones(text)
    return one, other


def paired(tiles):
    pairs, rest = [], list(tiles)
    while rest:
        one = rest.pop(0)
        other = next(tile for tile in rest if tile.pips + one.pips == 12)
        rest.remove(other)
        pairs.append((one, other))
    return pairs


def names(tiles=28):
    return [place_name(at, rows(tiles)) for at in range(tiles)]


def known(seen):
    """Return the tiles, by place, that were turned up and are still there, from the history."""
    told = {each.place: each.bone for each in seen.history if isinstance(each, TurnedUp)}
    return {at: tile for at, tile in told.items() if seen.left[at]}
