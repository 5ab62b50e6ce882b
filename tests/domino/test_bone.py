import copy
import pickle

import pytest

from bot.domino.bone import BY_INDEX, DOUBLE_SIX, bone, by_code
from bot.domino.counting import pips


def test_GEN_1_GEN_I2_the_set_has_every_pair_once():
    assert len(DOUBLE_SIX) == len({each.code for each in DOUBLE_SIX}) == 28
    assert sum(each.double for each in DOUBLE_SIX) == 7
    assert pips(DOUBLE_SIX) == 168


def test_a_bone_is_written_high_first():
    assert bone(4, 6).code == bone(6, 4).code == str(bone(4, 6)) == "6-4"


@pytest.mark.parametrize(
    "code", ["", "4-6", "5-6", "10-0", "64", "6-4 ", "6 4", "6–4", "10-4", "06-4", "6-4-1"]
)
def test_any_other_spelling_is_refused(code):
    with pytest.raises(KeyError):
        by_code(code)


def test_there_is_one_object_for_a_bone():
    assert bone(4, 6) is bone(6, 4) is by_code("6-4")
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
