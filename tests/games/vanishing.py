from functools import partial

from bot.domino.bone import DOUBLE_SIX
from bot.engine.rounds import MatchState
from bot.engine.seating import prepare
from bot.games.solitaire import SOLITAIRE
from bot.games.solitaire.events import RowLaid
from bot.games.solitaire.rules import SolitaireTable
from tests.games import positions
from tests.games.positions import bones

begun = partial(positions.begun, SOLITAIRE, 1)


def table(row, stock="", **options):
    """Return a position: the row and the face-down stock, next bone first; the rest is removed."""
    setup = prepare(SOLITAIRE.info, 1, options)
    here = bones(row) + bones(stock)
    gone = tuple(each for each in DOUBLE_SIX if each not in here)
    history = (RowLaid(bones(row)[:3], len(DOUBLE_SIX) - 3),)
    state = SolitaireTable(setup, None, 0, bones(row), bones(stock), gone, history=history)
    return MatchState(setup, 1, state, (0,))


def row(state):
    return " ".join(each.code for each in state.round.row)


step, steps, after, asked = positions.language(SOLITAIRE)[2:6]


def legal(state):
    return positions.legal(SOLITAIRE, state, 0)
