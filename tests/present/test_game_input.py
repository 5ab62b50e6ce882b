import pytest

from bot.games import CATALOGUE
from bot.present.i18n import ENGLISH, words
from bot.present.input.folding import folded
from bot.present.input.game_input import game_named, matching, similar

INFOS = [rules.info for rules in CATALOGUE]


def ids(found):
    return [info.id for info in found]


@pytest.mark.parametrize(
    ("typed", "game_id"),
    [
        *(("muggins", "all-fives"), ("5s", "all-fives"), ("Fives", "all-fives")),
        *(("Concentration", "memory"), ("pairs", "memory"), ("PATIENCE", "solitaire")),
        *(("Sebastopol", "star"), ("blind hughie", "blind"), ("doubles", "maltese-cross")),
        *(("all fives", "all-fives"), ("double-double", "double-double"), ("squares", "squares")),
    ],
)
def test_a_game_has_many_names(typed, game_id):
    found = game_named(INFOS, typed, ENGLISH)
    assert found is not None
    assert found.id == game_id
    assert game_id in ids(matching(INFOS, typed[:4], ENGLISH))


@pytest.mark.parametrize("found", [matching, similar])
@pytest.mark.parametrize(
    ("typed", "first"), [("double", "double-double"), ("memo", "memory"), ("bli", "blind")]
)
def test_words_of_names_come_before_other_names(found, typed, first):
    assert ids(found(INFOS, typed, ENGLISH))[0] == first


def test_no_name_means_two_games():
    names = [{folded(each) for each in (info.id, info.name, *info.aliases)} for info in INFOS]
    assert sum(map(len, names)) == len(set().union(*names))


@pytest.mark.parametrize(
    ("typed", "first"),
    [("blok", "block"), ("mugins", "all-fives"), ("solitare", "solitaire"), ("memori", "memory")],
)
def test_a_misspelt_name_is_recognised(typed, first):
    assert game_named(INFOS, typed, ENGLISH) is None
    assert ids(similar(INFOS, typed, ENGLISH))[0] == first


@pytest.mark.parametrize("typed", ["", "tennis", "x" * 3000])
def test_what_resembles_no_name_is_not_guessed(typed):
    assert similar(INFOS, typed, ENGLISH) == ()


def test_names_can_be_typed_in_ones_own_language():
    german = words("de")
    info = next(each for each in INFOS if each.id == "memory")
    assert game_named(INFOS, german(info.name), german) is info
    assert game_named(INFOS, "concentration", german) is info
