"""A season at a club: in the end the ratings know who is strong."""

from __future__ import annotations

import pytest

from bot.scores.rating import ESTABLISHED, FRESH
from bot.scores.repeats import weight
from tests.scores.season import Club, Sides, agreement, club

NIGHTS = 60


@pytest.mark.parametrize("seed", range(2))
def test_ratings_order_people_by_strength(seed):
    """Measured over ten seeds: between 0.97 and 0.99 after sixty nights."""
    there = club(seed)
    for _ in range(NIGHTS):
        for sides in there.night():
            there.play(sides)
    ratings = [there.rating(person) for person in range(30)]
    assert agreement([each.mu for each in ratings]) >= 0.95
    assert agreement([each.shown for each in ratings]) >= 0.95
    assert all(0 < each.shown < 3000 for each in ratings)


def test_after_few_nights_the_order_is_a_rough_one_and_nobody_is_established():
    there = club(1)
    for _ in range(ESTABLISHED - 1):
        for sides in there.night():
            there.play(sides)
        assert all(there.rating(person).is_provisional for person in range(30))
    assert 0.5 < agreement([there.rating(person).mu for person in range(30)]) < 0.95


def walks_out(there: Club, sides: Sides, who: int) -> list[int]:
    """How it ends when somebody leaves in the middle."""
    places = there.places(sides)
    return [
        len(sides) + 1 if who in side else place for side, place in zip(sides, places, strict=True)
    ]


def test_who_leaves_every_other_match_sinks():
    there, leaver, like = club(3), 20, 21
    for nth in range(NIGHTS):
        for sides in there.night():
            leaves = nth % 2 and any(leaver in side for side in sides)
            there.play(sides, walks_out(there, sides, leaver) if leaves else None)
    assert there.rating(leaver).shown < there.rating(like).shown - 150


def test_forty_wins_a_day_over_the_same_bring_little_more_than_the_first_few():
    pair = Club(club(1).rng, (0, 0))
    shown = []
    for met in range(40):
        pair.play(((0,), (1,)), (1, 2), weight([met]))
        shown.append(pair.rating(0).shown)
    few, many = shown[3] - FRESH.shown, shown[-1] - FRESH.shown
    assert few > 200
    assert many < 1.2 * few
    assert shown[-1] - shown[9] <= 1, "after ten it is over"


def test_in_full_they_would_have_brought_far_more():
    pair = Club(club(1).rng, (0, 0))
    for _ in range(40):
        pair.play(((0,), (1,)), (1, 2))
    assert pair.rating(0).shown - FRESH.shown > 700


def test_equals_who_tie_all_season_stay_where_they_are():
    four = Club(club(1).rng, (0, 0, 0, 0))
    for _ in range(40):
        four.play(((0,), (1,), (2,), (3,)), (1, 1, 1, 1))
    for person in range(4):
        assert four.rating(person).mu == pytest.approx(FRESH.mu)
        assert four.rating(person).sigma < FRESH.sigma, "it is surer where they are"
