"""A small language for positions of Blind, and how to read the deal back from them."""

from functools import partial

from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import NOBODY, Actor
from bot.engine.rounds import MatchState
from bot.engine.seating import prepare
from bot.games.blind import BLIND
from bot.games.blind.events import OddLaid, Turned
from bot.games.blind.moves import FROM_LEFT, FROM_RIGHT
from bot.games.blind.table import BlindTable
from bot.games.common.events import Leads
from bot.games.common.row import Row
from tests.games import positions
from tests.games.positions import bones, deal, line
from tests.games.secrecy import rewritten_log

ALL = tuple(each.code for each in DOUBLE_SIX)


def table(*rows, on="", turn=0, scores=(), directions=(), out="", **options):
    """Return a position: rows front first, ``"3-0 | 2-2"`` with turned-over bones after the bar;
    the line is given by the codes of the moves that laid it."""
    setup = prepare(BLIND.info, len(rows), options)
    parts = [row.partition("|") for row in rows]
    state = BlindTable(
        setup,
        awaits=None,
        draws=(),
        lots=(None,) * len(rows),
        leader=turn,
        turn=turn,
        directions=directions or (FROM_LEFT,) * len(rows),
        choosing=NOBODY,
        rows=tuple(Row(bones(unseen), bones(turned)) for unseen, _, turned in parts),
        stock=bones(out),
        layout=line(on),
        history=(Leads(turn, by_lot=True),),
    )
    return MatchState(setup, 1, state, scores or (0,) * len(rows))


def lies(state, seat):
    """Return a row as text, front first: ``"3-0 | 2-2"``."""
    row = state.round.rows[seat]
    parts = (" ".join(each.code for each in part) for part in (row.unseen, row.turned))
    return " | ".join(parts).strip()


begun = partial(positions.begun, BLIND)

LOTS = {2: deal("6-6", "5-5"), 3: deal("6-6", "5-5", "4-4"), 4: deal("6-6", "5-5")}
"""Lots for the lead that seat 0 wins, by number of seats."""


# Reading back the deal of a table.


@rewritten_log.register
def _(state: BlindTable, log: list[tuple[Actor, str]]) -> list[tuple[Actor, str]]:
    """Rewrite only the last shuffle: everybody has seen the bones drawn for the lead before it."""
    shuffles = [at for at, (_, code) in enumerate(log) if code.startswith("deal ")]
    told = []
    for at, (actor, code) in enumerate(log):
        if at == shuffles[-1]:
            told.append((actor, "deal " + " ".join(each.code for each in last_shuffle(state))))
        elif code in {FROM_LEFT, FROM_RIGHT} and isinstance(actor, int):
            told.append((actor, state.directions[actor] or code))
        else:
            told.append((actor, code))
    return told


def last_shuffle(state):
    """Return the order that nature gave last."""
    if state.awaits is not None:
        return [each for each in state.lots if each] + list(state.stock)
    order = []
    for seat, row in enumerate(state.rows):
        turned = [each.bone for each in state.history if isinstance(each, Turned)]
        mine = [each for each in dict.fromkeys(turned) if owner(state, each) == seat]
        mine += [each for each in row.pieces if each not in mine]
        backwards = not state.choosing and state.directions[seat] == FROM_RIGHT
        order += mine[::-1] if backwards else mine
    odd = [each.bone for each in state.history if isinstance(each, OddLaid)]
    return [*order, *odd, *state.stock]


def owner(state, tile):
    """Return the seat that turned a bone over."""
    return next(e.seat for e in state.history if isinstance(e, Turned) and e.bone is tile)
