import pytest

from bot.domino.counting import Sum, unique_lowest


@pytest.mark.parametrize(
    ("counts", "lowest"),
    [
        ({0: 5, 1: 12}, 0),
        ({0: 12, 2: 5, 3: 12}, 2),
        ({0: 5, 1: 5}, None),
        ({0: 5, 1: 12, 2: 5}, None),
        ({0: 12, 1: 12, 2: 5}, 2),
        ({0: 0, 1: 1}, 0),
        ({3: 7}, 3),
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
