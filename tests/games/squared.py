"""A small language for positions of Domino Squares, and how its deal is read back from them."""

from __future__ import annotations

import re
from functools import partial

from bot.domino.pieces import SQUARES, square
from bot.engine.contract import Actor
from bot.games._squares_events import AllPassed, DrewPiece, Gave, SquaresDealt
from bot.games._squares_table import SquaresTable
from bot.games.squares import DOMINO_SQUARES
from tests.games import positions
from tests.games.secrecy import retold

ALL = tuple(piece.code for piece in SQUARES)


def pieces(text):
    """``"0-0-1-3 w-1-2-3"``."""
    return tuple(square(code) for code in text.split())


steps = partial(positions.steps, DOMINO_SQUARES)
step = partial(positions.step, DOMINO_SQUARES)
after = partial(positions.after, DOMINO_SQUARES)
asked = partial(positions.asked, DOMINO_SQUARES)
legal = partial(positions.legal, DOMINO_SQUARES)

_GIFT = re.compile(r"(.+)@(\d)")


@retold.register
def _(state: SquaresTable, log: list[tuple[Actor, str]]) -> list[tuple[Actor, str]]:
    """The deal in the order of hands, starter, draws and pile; and what was handed over."""
    if not state.history:
        return log
    given = iter([each for each in state.history if isinstance(each, Gave)])
    passed = iter([*(e.gave for e in state.history if isinstance(e, AllPassed)), state.chosen])
    round_, told, waiting = next(passed), [], 0
    for actor, code in log:
        if code.startswith("deal "):
            told.append((actor, "deal " + " ".join(map(str, dealt(state)))))
        elif _GIFT.fullmatch(code):
            gift = next(given)
            told.append((actor, f"{gift.piece}@{gift.to}"))
        elif code.endswith("@pass") and isinstance(actor, int):
            told.append((actor, f"{round_[actor]}@pass"))
            waiting += 1
            if waiting % len(state.setup.seats) == 0:
                round_ = next(passed)
        else:
            told.append((actor, code))
    return told


def dealt(state):
    """The order that nature gave."""
    order = []
    for event in state.history:
        match event:
            case SquaresDealt(hands=hands, starter=starter):
                order += [*(piece for hand in hands for piece in hand), starter]
            case DrewPiece(piece=piece):
                order.append(piece)
    return (*order, *state.pile)
