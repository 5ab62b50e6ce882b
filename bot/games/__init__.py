"""The catalogue of games.

A new game is a file, a line in :data:`CATALOGUE`, tests and a page in docs/rules.
"""

from typing import Any

from bot.engine.errors import UnknownGame, shortened
from bot.engine.rules import Rules
from bot.games.all_fives import ALL_FIVES
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.fives_and_threes import FIVES_AND_THREES
from bot.games.jamaican.cut_throat import CUT_THROAT
from bot.games.jamaican.partners import JAMAICAN
from bot.games.kozel import KOZEL
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.memory import MEMORY
from bot.games.mexican_train import MEXICAN_TRAIN
from bot.games.partners.brazilian import BRAZILIAN
from bot.games.partners.cuban import CUBAN
from bot.games.partners.latin import LATIN_PARTNERS
from bot.games.partners.puerto_rican import PUERTO_RICAN
from bot.games.solitaire import SOLITAIRE
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.blind import SQUARES_BLIND
from bot.games.squares.block import SQUARES_BLOCK
from bot.games.squares.draw import SQUARES_DRAW
from bot.games.star import STAR

CATALOGUE: tuple[Rules[Any, Any], ...] = (
    BLOCK,
    DRAW,
    ALL_FIVES,
    FIVES_AND_THREES,
    MALTESE_CROSS,
    CLASSIC,
    STAR,
    BLIND,
    LUCKY_DRAW,
    DUOS,
    LATIN_PARTNERS,
    PUERTO_RICAN,
    CUBAN,
    BRAZILIAN,
    JAMAICAN,
    CUT_THROAT,
    KOZEL,
    MEMORY,
    SOLITAIRE,
    DOUBLE_DOUBLE,
    DOMINO_SQUARES,
    SQUARES_BLOCK,
    SQUARES_DRAW,
    SQUARES_BLIND,
    MEXICAN_TRAIN,
)

_BY_ID = {rules.info.id: rules for rules in CATALOGUE}


def game(game_id: str) -> Rules[Any, Any]:
    """Return the game with that id, or raise :class:`~bot.engine.errors.UnknownGame`."""
    try:
        return _BY_ID[game_id]
    except KeyError:
        raise UnknownGame(game=shortened(game_id), known=", ".join(_BY_ID)) from None
