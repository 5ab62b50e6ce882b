"""What is earned in one game is not earned in another, nor by whom it is not for."""

import pytest

from bot.games.all_fives import ALL_FIVES
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.solitaire import SOLITAIRE
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares_block import SQUARES_BLOCK
from bot.games.star import STAR
from tests.scores.deeds import earned, found


@pytest.mark.parametrize(
    ("rules", "seats", "id_"),
    [
        (BLOCK, 2, "block-wall"),
        (DRAW, 2, "draw-nothing"),
        (ALL_FIVES, 2, "fives-25"),
        (MALTESE_CROSS, 2, "cross-ninety"),
        (CLASSIC, 2, "classic-crosswise"),
        (STAR, 4, "star-rays"),
        (BLIND, 2, "blind-run"),
        (LUCKY_DRAW, 3, "lucky-doubles"),
        (DUOS, 4, "duos-shutout"),
        (SOLITAIRE, 1, "solitaire-won"),
        (DOUBLE_DOUBLE, 3, "carried-home"),
        (DOMINO_SQUARES, 2, "squares-commands"),
        (DOMINO_SQUARES, 2, "squares-twelve"),
        (SQUARES_BLOCK, 2, "squares-wild"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_of_one_game_is_not_of_another(rules, seats, id_):
    deed = found(rules, seats, id_)

    assert id_ not in earned(deed, game="memory")
    assert id_ not in earned(deed, won=False) or id_ not in {"carried-home", "solitaire-won"}
    assert id_ not in earned(deed, left=True)
