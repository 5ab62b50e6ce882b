"""The lessons of all games.

What a lesson says follows from the table: each game declares points, and the lesson tells the first
one that fits. Its deal is chosen so that the first moves show the most important ones.
"""

from bot.engine.errors import UnknownGame, shortened
from bot.engine.lesson import Lesson
from bot.games.lessons.blind import BLIND
from bot.games.lessons.double_double import DOUBLE_DOUBLE
from bot.games.lessons.lines import (
    ALL_FIVES,
    BLOCK,
    CLASSIC,
    DRAW,
    DUOS,
    LUCKY_DRAW,
    MALTESE_CROSS,
    STAR,
)
from bot.games.lessons.memory import MEMORY
from bot.games.lessons.solitaire import SOLITAIRE
from bot.games.lessons.squares import SQUARES, SQUARES_BLIND, SQUARES_BLOCK, SQUARES_DRAW

LESSONS: dict[str, Lesson] = {
    "block": BLOCK,
    "draw": DRAW,
    "all-fives": ALL_FIVES,
    "maltese-cross": MALTESE_CROSS,
    "classic": CLASSIC,
    "star": STAR,
    "blind": BLIND,
    "lucky-draw": LUCKY_DRAW,
    "duos": DUOS,
    "memory": MEMORY,
    "solitaire": SOLITAIRE,
    "double-double": DOUBLE_DOUBLE,
    "squares": SQUARES,
    "squares-block": SQUARES_BLOCK,
    "squares-draw": SQUARES_DRAW,
    "squares-blind": SQUARES_BLIND,
}


def lesson(game_id: str) -> Lesson:
    """Return the lesson of a game; raises :class:`~bot.engine.errors.UnknownGame`."""
    try:
        return LESSONS[game_id]
    except KeyError:
        raise UnknownGame(game=shortened(game_id), known=", ".join(LESSONS)) from None
