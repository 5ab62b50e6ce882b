"""A small language for positions of Memory, and how its deal is read back from them."""

from functools import partial
from itertools import islice

from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Actor
from bot.engine.rounds import MatchState
from bot.engine.seating import prepare
from bot.games.events import Leads
from bot.games.memory import MEMORY, GridLaid, TurnedUp, columns, place_name
from bot.games.memory.table import MemoryTable
from tests.games import positions
from tests.games.positions import bones, deal, deal_again
from tests.games.secrecy import rewritten_log

ALL = tuple(each.code for each in DOUBLE_SIX)


begun, after = partial(positions.begun, MEMORY), partial(positions.after, MEMORY)


def laid(*first, seats=2, turn=0, **options):
    """A grid that begins with these tiles, row by row from a1 on; ``turn`` begins."""
    sets = int(options.get("tiles", 28)) // 28
    state = after(begun(seats, **options), deal(*first, sets=sets))
    return after(state, f"lot {turn}") if seats > 1 else state


def late(tiles, *, piles=(0, 0), attempts=None, turn=0, scores=(), **options):
    """The end of a grid: the tiles that are left lie from a1 on; each seat has so many pairs."""
    setup = prepare(MEMORY.info, len(piles), options)
    left = bones(tiles)
    gone = [tile for tile in DOUBLE_SIX if tile not in left]
    taken = iter(paired(gone))
    state = MemoryTable(
        setup,
        awaits=None,
        grid=left + (None,) * len(gone),
        shown=frozenset(range(len(left), len(DOUBLE_SIX))),
        up=None,
        turn=turn,
        leader=0,
        pairs=tuple(tuple(islice(taken, number)) for number in piles),
        attempts=attempts or piles,
        history=(
            GridLaid(len(DOUBLE_SIX)),
            Leads(0, by_lot=True),
            *(TurnedUp(0, at, names()[at], tile) for at, tile in enumerate(gone, len(left))),
        ),
    )
    return MatchState(setup, 1, state, scores or (0,) * len(piles))


def pair(text):
    """``"6-6 0-0"``."""
    one, other = bones(text)
    return one, other


def paired(tiles):
    """Pairs of twelve pips out of these tiles."""
    pairs, rest = [], list(tiles)
    while rest:
        one = rest.pop(0)
        other = next(tile for tile in rest if tile.pips + one.pips == 12)
        rest.remove(other)
        pairs.append((one, other))
    return pairs


def names(tiles=28):
    """The names of all places, row by row."""
    return [place_name(at, columns(tiles)) for at in range(tiles)]


def known(seen):
    """Where which tile lies that has been turned up and still lies there, out of the history."""
    told = {each.place: each.bone for each in seen.history if isinstance(each, TurnedUp)}
    return {at: tile for at, tile in told.items() if seen.left[at]}


@rewritten_log.register
def _(state: MemoryTable, log: list[tuple[Actor, str]]) -> list[tuple[Actor, str]]:
    """The tiles that still lie, and those that were taken where they were turned up."""
    if not state.grid:
        return log
    shown = {each.place: each.bone for each in state.history if isinstance(each, TurnedUp)}
    order = [tile or shown[at] for at, tile in enumerate(state.grid)]
    return deal_again(log, order)
