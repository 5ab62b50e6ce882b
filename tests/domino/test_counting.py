# ruff: noqa: N802 - tests bear the ids of the rules
"""Counting pips."""

import pytest

from bot.domino.bone import by_code
from bot.domino.counting import Sum, pips, unique_lowest


def test_the_pips_of_several_bones():
    assert pips(map(by_code, ["6-4", "1-0", "0-0"])) == 11
    assert pips([]) == 0


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


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        ((), "0"),
        ((13,), "13"),
        ((13, 11, -5), "13 + 11 − 5 = 19"),
        ((0, 4), "0 + 4 = 4"),
        ((5, 0), "5 + 0 = 5"),
    ],
)
def test_a_sum_with_its_terms(terms, text):
    assert str(Sum(terms)) == text


def test_a_sum_is_rounded_divided_and_doubled_in_plain_sight():
    assert str(Sum((3, 9, 10), nearest=5, divided=5)) == "3 + 9 + 10 = 22 ≈ 20; 20 ÷ 5 = 4"
    assert str(Sum((20,), nearest=5, divided=5)) == "20; 20 ÷ 5 = 4"
    assert str(Sum((11, 2), times=2)) == "11 + 2 = 13; 13 × 2 = 26"
    assert Sum((11, 2), times=2).points == 26


@pytest.mark.parametrize(
    ("pips", "points"),
    [(0, 0), (2, 0), (3, 1), (7, 1), (8, 2), (22, 4), (23, 5), (38, 8), (41, 8), (42, 8)],
)
def test_rounding_to_the_nearest_multiple(pips, points):
    assert Sum((pips,), nearest=5, divided=5).points == points
