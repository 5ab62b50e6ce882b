from functools import partial

from bot.domino.bone import bone
from bot.engine.rounds import MatchState
from bot.engine.seating import prepare
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.double_double.moves import Place
from bot.games.double_double.table import BoardTable, board_of
from bot.games.double_double.tiling import OnBoard, Tiling
from tests.games import positions
from tests.games.positions import bones, deal

STOCK = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
"""A boneyard for positions in which its bones don't matter."""


def cell(name):
    """Read ``"h8"`` as a column and a row."""
    return "abcdefghijklmno".index(name[0]), int(name[1:]) - 1


def domino(text):
    """Read ``"H8=4 I8=3"``: two squares with their halves."""
    one, other = (part.lower().split("=") for part in text.split())
    halves = sorted([(int(one[1]), cell(one[0])), (int(other[1]), cell(other[0]))])
    (low, second), (high, first) = halves
    if high == low:
        first, second = sorted([first, second], key=lambda each: each[::-1])
    return OnBoard(bone(high, low), first, second)


def code(text):
    return domino(text).code


begun = partial(positions.begun, DOUBLE_DOUBLE)
shuffled = partial(deal, sets=2)


def table(*hands, on=(), stock=STOCK, turn=0, at=(), after=None, pits=(), **options):
    """Return a table in mid-turn, after the draw: hands by seat, dominoes on the board, boneyard,
    positions of the score pieces, and in ``after`` the index of the double to continue from."""
    setup = prepare(DOUBLE_DOUBLE.info, len(hands), options)
    held, pitted = tuple(map(bones, hands)), tuple(map(bones, pits)) or ((),) * len(hands)
    laid, places = tiling(*on, board=board_of(setup)), tuple(at) or (0,) * len(hands)
    state = BoardTable(setup, None, turn, held, bones(stock), pitted, laid, places, after, leader=0)
    return MatchState(setup, 1, state, (0,) * len(hands))


def tiling(*on, board):
    return Tiling(board, tuple(domino(each) for each in on))


def placings(state, seat=0):
    moves = DOUBLE_DOUBLE.legal_moves(state, seat)
    return [move.code for move in moves if isinstance(move, Place)]


def may(state, text, seat=0):
    return code(text) in placings(state, seat)
