"""Ratings, and how one match changes them."""

import pytest

from bot.ai import LEVELS
from bot.scores.rating import COMPUTERS, ESTABLISHED, FRESH, Rating, computer, rated, weight, worth

FULL = ((1.0,), (1.0,))


def duel(first: Rating, second: Rating, *places: int, weights=FULL) -> tuple[Rating, Rating]:
    (one,), (other,) = rated([[first], [second]], places or (1, 2), weights)
    return one, other


def test_what_is_shown_starts_at_a_thousand_and_grows_as_the_belief_becomes_surer():
    assert FRESH.shown == 1000
    assert Rating(25, 3).shown > Rating(25, 6).shown
    assert Rating(30, 3).shown == Rating(25, 3).shown + 200


def test_a_rating_is_provisional_for_ten_matches():
    assert FRESH.is_provisional
    assert ESTABLISHED == 10
    assert Rating(25, 5, 9).is_provisional
    assert not Rating(25, 5, 10).is_provisional


def test_each_match_counts_one_and_makes_surer():
    won, lost = duel(FRESH, FRESH)
    assert (won.matches, lost.matches) == (1, 1)
    assert max(won.sigma, lost.sigma) < FRESH.sigma
    assert won.shown > 1000 > lost.shown


def test_the_unexpected_moves_more():
    strong, weak = Rating(35, 3, 50), Rating(20, 3, 50)
    as_expected, _ = duel(strong, weak)
    _, surprised = duel(weak, strong)
    assert as_expected.mu - strong.mu < 0.3
    assert strong.mu - surprised.mu > 3 * (as_expected.mu - strong.mu)


def test_who_is_well_known_moves_less_than_a_newcomer():
    known, fresh = duel(Rating(25, 2, 200), FRESH, 2, 1)
    assert 25 - known.mu < (fresh.mu - 25) / 5


@pytest.mark.parametrize("part", [0.0, 0.25, 1.0])
def test_a_weight_is_a_part_of_the_way(part):
    full, _ = duel(FRESH, FRESH)
    some, other = duel(FRESH, FRESH, weights=((part,), (1.0,)))
    assert some.mu - FRESH.mu == pytest.approx(part * (full.mu - FRESH.mu))
    assert some.sigma - FRESH.sigma == pytest.approx(part * (full.sigma - FRESH.sigma))
    assert some.matches == 1
    assert other == duel(FRESH, FRESH)[1], "each has a weight of their own"


def test_each_level_that_can_be_chosen_has_a_rating_and_a_stronger_one_a_better():
    assert COMPUTERS.keys() == LEVELS.keys()
    assert computer("casual").mu < computer("steady").mu
    assert computer("made up") == computer("steady")


@pytest.mark.parametrize("level", COMPUTERS)
def test_who_wins_half_their_matches_against_a_computer_comes_to_its_rating(level):
    person, fixed = FRESH, computer(level)
    for nth in range(300):
        person, _ = duel(person, fixed, *((1, 2) if nth % 2 else (2, 1)))
    assert person.mu == pytest.approx(fixed.mu, abs=0.5)


def test_the_order_in_which_sides_are_named_does_not_matter():
    ratings = [Rating(25 + nth, 4 + nth / 2) for nth in range(4)]
    weights = [[1.0]] * 4
    there = rated([[each] for each in ratings], (3, 1, 4, 2), weights)
    back = rated([[each] for each in reversed(ratings)], (2, 4, 1, 3), weights)
    for (one,), (other,) in zip(there, reversed(back), strict=True):
        assert one.mu == pytest.approx(other.mu)
        assert one.sigma == pytest.approx(other.sigma)


# Meetings of the same people count less and less within a day.


def test_three_meetings_count_in_full_and_then_each_half_of_the_one_before():
    assert [worth(met) for met in range(7)] == [1, 1, 1, 1 / 2, 1 / 4, 1 / 8, 1 / 16]


def test_all_that_come_after_are_together_worth_less_than_one_more():
    assert sum(worth(met) for met in range(3, 1000)) == pytest.approx(1)


def test_a_match_counts_by_the_mean_of_its_opponents():
    assert weight([0, 4]) == (1 + 1 / 4) / 2
    assert weight([3, 3, 3]) == 1 / 2


def test_without_opponents_who_are_known_it_counts_in_full():
    assert weight([]) == 1
