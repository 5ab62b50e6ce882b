"""Meetings of the same people count less and less within a day."""

import pytest

from bot.scores.repeat_weight import weight, worth


def test_three_meetings_count_in_full_and_then_each_half_of_the_one_before():
    assert [worth(met) for met in range(7)] == [1, 1, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 16]


def test_all_that_come_after_are_together_worth_less_than_one_more():
    assert sum(worth(met) for met in range(3, 1000)) == pytest.approx(1)


def test_a_match_counts_by_the_mean_of_its_opponents():
    assert weight([0, 4]) == (1 + 1 / 4) / 2
    assert weight([3, 3, 3]) == 1 / 2


def test_without_opponents_who_are_known_it_counts_in_full():
    assert weight([]) == 1
