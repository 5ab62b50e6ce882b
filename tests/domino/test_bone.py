import copy
import pickle

import pytest

from bot.domino.bone import BY_INDEX, DOUBLE_SIX, bone, bones_in, by_code, double_n, mask
from bot.domino.counting import Sum, pips, unique_lowest
from bot.domino.layout import Laid, Layout, Opening
from tests.games.positions import line


def test_GEN_1_GEN_I2_the_set_has_every_pair_once():
    assert len(DOUBLE_SIX) == len({each.code for each in DOUBLE_SIX}) == 28
    assert sum(each.double for each in DOUBLE_SIX) == 7
    assert pips(DOUBLE_SIX) == 168


@pytest.mark.parametrize(
    ("highest", "count", "total"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092)]
)
def test_a_set_has_the_lowest_bits_whatever_larger_sets_there_are(highest, count, total):
    bones = double_n(highest)
    assert (len(bones), pips(bones)) == (count, total)
    assert mask(bones) == (1 << count) - 1
    assert [by_code(each.code) for each in bones] == list(bones)


def test_in_each_set_the_highest_bit_is_the_bone_that_a_plain_player_lays_first():
    first = [bones_in(mask(double_n(highest)))[-1].code for highest in (6, 9, 12)]
    assert first == ["6-6", "9-9", "12-12"]
    assert bones_in(mask(map(by_code, ("6-5", "4-4", "0-0"))))[-1].code == "4-4"


@pytest.mark.parametrize(
    "code", ["", "4-6", "5-6", "13-0", "64", "6-4 ", "6 4", "6–4", "9-12", "06-4", "6-4-1"]
)
def test_any_other_spelling_is_refused(code):
    with pytest.raises(KeyError):
        by_code(code)


def test_there_is_one_object_for_a_bone():
    assert bone(4, 6) is bone(6, 4) is by_code("6-4")
    assert bone(4, 6).code == str(bone(4, 6)) == "6-4"
    assert copy.deepcopy(bone(4, 6)) is bone(4, 6)
    assert pickle.loads(pickle.dumps(bone(4, 6))) is bone(4, 6)
    assert eval(repr(bone(4, 6))) is bone(4, 6)


def test_its_halves():
    assert bone(6, 4).has(6)
    assert bone(6, 4).has(4)
    assert not bone(6, 4).has(5)
    assert bone(6, 4).other(6) == 4
    assert bone(6, 4).other(4) == 6
    assert bone(5, 5).other(5) == 5


def test_the_order_of_the_set():
    assert [each.index for each in DOUBLE_SIX] == list(range(28))
    assert sorted(set(DOUBLE_SIX), key=BY_INDEX) == list(DOUBLE_SIX)


@pytest.mark.parametrize(
    ("counts", "lowest"),
    [
        *(({0: 5, 1: 12}, 0), ({0: 12, 2: 5, 3: 12}, 2), ({0: 5, 1: 5}, None)),
        *(({0: 5, 1: 12, 2: 5}, None), ({0: 12, 1: 12, 2: 5}, 2), ({0: 0, 1: 1}, 0), ({3: 7}, 3)),
    ],
)
def test_GEN_11_the_lowest_must_be_lower_than_all_others(counts, lowest):
    assert unique_lowest(counts) == lowest


def test_a_sum_is_rounded_divided_and_doubled_in_plain_sight():
    assert str(Sum((3, 9, 10), nearest=5, divided=5)) == "3 + 9 + 10 = 22 ≈ 20; 20 ÷ 5 = 4"
    assert str(Sum((20,), nearest=5, divided=5)) == "20; 20 ÷ 5 = 4"
    assert str(Sum((11, 2), times=2)) == "11 + 2 = 13; 13 × 2 = 26"
    assert Sum((11, 2), times=2).points == 26
    assert [str(Sum(terms)) for terms in ((), (13,), (0, 4))] == ["0", "13", "0 + 4 = 4"]
    assert str(Sum((13, 11, -5))) == "13 + 11 − 5 = 19"


def shown(layout):
    return {opening.name: opening.pips for opening in layout.openings}


def test_GEN_5_the_first_bone_opens_both_halves_the_higher_to_the_left():
    layout = Layout().lead(bone(4, 6))
    assert layout.openings == (Opening("l", 6, 0, "l"), Opening("r", 4, 0, "r"))
    assert layout.laid == (Laid(by_code("6-4"), 6, None, "", "", crosswise=False),)


def test_an_end_keeps_its_name_and_shows_the_other_half():
    layout = line("6-4 6-2@l 4-3@r 3-3@r")
    assert shown(layout) == {"l": 2, "r": 3}
    laid = [(each.near, each.far, each.parent) for each in layout.laid]
    assert laid == [(6, 4, None), (6, 2, 0), (4, 3, 0), (3, 3, 2)]
    assert [opening.at for opening in layout.openings] == [1, 3]


@pytest.mark.parametrize(("code", "at"), [("5-5", "l"), ("6-5", "r"), ("6-5", "x"), ("6-5", "")])
def test_what_does_not_fit_is_not_laid(code, at):
    with pytest.raises(KeyError):
        line("6-4").lay(by_code(code), at)
