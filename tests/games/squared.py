from dataclasses import replace
from functools import partial

from bot.engine.contract import Previous
from bot.engine.replay import play
from bot.engine.rounds import MatchState
from bot.engine.seating import prepare
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.events import SquaresDealt
from bot.games.squares.observation import Task
from bot.games.squares.table import SquaresTable
from tests.games import positions
from tests.games.matching import path, pieces


def table(*hands, on="0-0-6-2", pile="", turn=0, leader=0, earned=(), task=Task.TURN, **more):
    """Return a position: hands by seat, path by the codes of its moves, pile top first. ``scores``
    and ``number`` are of the match; any other name is an option."""
    number, scores = more.pop("number", 1), more.pop("scores", (0,) * len(hands))
    previous = Previous(number - 1, 0, (0,)) if number > 1 else None
    setup = replace(prepare(DOMINO_SQUARES.info, len(hands), more), previous=previous)
    laid, held, pulled = path(on), tuple(pieces(hand) for hand in hands), pieces(pile)
    made, none = earned or (0,) * len(hands), (None,) * len(hands)
    told = (SquaresDealt(held, tuple(map(len, held)), len(pulled), 0, laid.laid[0].piece),)
    state = SquaresTable(
        setup, None, turn, task, held, pulled, laid, made, leader=leader, chosen=none, history=told
    )
    return MatchState(setup, number, state, scores)


begun = partial(positions.begun, DOMINO_SQUARES)


def by(seat, state, code):
    return play(DOMINO_SQUARES, state, seat, code)


step, steps, after, asked, legal = positions.language(DOMINO_SQUARES)[2:]
