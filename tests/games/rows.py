from functools import partial

from bot.domino.bone import DOUBLE_SIX
from bot.engine.contract import NOBODY
from bot.engine.rounds import MatchState
from bot.engine.seating import prepare
from bot.games.blind import BLIND
from bot.games.blind.moves import FROM_LEFT
from bot.games.blind.table import BlindTable
from bot.games.common.events import Leads
from bot.games.common.pieces import Row
from tests.games import positions
from tests.games.positions import bones, deal, line

ALL = tuple(each.code for each in DOUBLE_SIX)


def table(*rows, on="", turn=0, scores=(), directions=(), out="", **options):
    """Return a position: rows front first, ``"3-0 | 2-2"`` with turned-over bones after the bar;
    the line is given by the codes of the moves that laid it."""
    setup = prepare(BLIND.info, len(rows), options)
    parts = [row.partition("|") for row in rows]
    lying = tuple(Row(bones(unseen), bones(turned)) for unseen, _, turned in parts)
    lots, ways = (None,) * len(rows), directions or (FROM_LEFT,) * len(rows)
    laid, aside, led = line(on), bones(out), (Leads(turn, by_lot=True),)
    state = BlindTable(
        setup, None, turn, (), lots, ways, NOBODY, lying, aside, laid, leader=turn, history=led
    )
    return MatchState(setup, 1, state, scores or (0,) * len(rows))


def lies(state, seat):
    row = state.round.rows[seat]
    parts = (" ".join(each.code for each in part) for part in (row.unseen, row.turned))
    return " | ".join(parts).strip()


begun = partial(positions.begun, BLIND)

LOTS = {2: deal("6-6", "5-5"), 3: deal("6-6", "5-5", "4-4"), 4: deal("6-6", "5-5")}
"""Lots for the lead that seat 0 wins, by number of seats."""
