"""The lessons of all games.

What a lesson says follows from the table: each game declares points, and the lesson tells the first
one that fits. Its deal is chosen so that the first moves show the most important ones.
"""

from bot.engine.errors import UnknownGame, shortened
from bot.engine.lesson import Lesson
from bot.games.lessons import lines, squares
from bot.games.lessons.blind import BLIND
from bot.games.lessons.double_double import DOUBLE_DOUBLE
from bot.games.lessons.fives_and_threes import FIVES_AND_THREES
from bot.games.lessons.memory import MEMORY
from bot.games.lessons.mexican_train import MEXICAN_TRAIN
from bot.games.lessons.solitaire import SOLITAIRE

LESSONS: dict[str, Lesson] = {
    **lines.LESSONS,
    "fives-and-threes": FIVES_AND_THREES,
    "blind": BLIND,
    "memory": MEMORY,
    "solitaire": SOLITAIRE,
    "double-double": DOUBLE_DOUBLE,
    **squares.LESSONS,
    "mexican-train": MEXICAN_TRAIN,
}


def lesson(game_id: str) -> Lesson:
    """Return the lesson of a game; raises :class:`~bot.engine.errors.UnknownGame`."""
    try:
        return LESSONS[game_id]
    except KeyError:
        raise UnknownGame(game=shortened(game_id), known=", ".join(LESSONS)) from None
