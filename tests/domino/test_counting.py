# ruff: noqa: N802 - tests bear the ids of the rules
"""Counting pips."""

import pytest

from bot.domino.bone import by_code
from bot.domino.counting import pips, unique_lowest


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
