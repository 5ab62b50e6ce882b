"""Short matches tell less than full ones, and ratings know it (docs/adr/0035)."""

from itertools import pairwise

import pytest

from benchmarks.short_matches import Season, agreement
from bot.scores.rating import FRESH, Rating, rated

SHARE = 1 / 6
FULL = ((1.0,), (1.0,))


def duel(first, second, *places, share=1.0, weights=FULL):
    (one,), (other,) = rated([[first], [second]], places or (1, 2), weights, share)
    return one, other


@pytest.mark.parametrize("kind", [each for each in Season if each is not Season.FULL])
def test_equal_rounds_order_forty_people_as_well_however_long_their_matches_are(kind):
    for each, apart in ((10, 0.03), (40, 0.015)):
        today = agreement(Season.FULL, each, 1.0, seasons=6)
        assert agreement(kind, each, SHARE, seasons=6) >= today - apart


def test_without_the_share_short_matches_would_put_people_in_a_worse_order():
    known = agreement(Season.APART, 40, SHARE, seasons=3)
    assert known > agreement(Season.APART, 40, SHARE, seasons=3, knows_lengths=False) + 0.03


def test_a_shorter_match_moves_less_and_leaves_more_doubt():
    gains = [duel(FRESH, FRESH, share=share)[0] for share in (1, 1 / 2, 1 / 6, 1 / 64)]
    assert all(one.mu > other.mu > FRESH.mu for one, other in pairwise(gains))
    assert all(one.sigma < other.sigma for one, other in pairwise(gains))
    assert all(each.matches == 1 for each in gains)


def test_an_upset_is_less_of_a_surprise_in_a_short_match():
    strong, weak = Rating(35, 3, 50), Rating(20, 3, 50)
    full, short = (duel(weak, strong, share=share)[0].mu - weak.mu for share in (1.0, SHARE))
    even = [duel(weak, weak, share=share)[0].mu - weak.mu for share in (1.0, SHARE)]
    assert short / even[1] < full / even[0]


def test_the_weight_of_repeated_meetings_is_multiplied_onto_it():
    half = duel(FRESH, FRESH, share=SHARE, weights=((0.5,), (0.5,)))[0]
    whole = duel(FRESH, FRESH, share=SHARE)[0]
    assert half.mu - FRESH.mu == pytest.approx((whole.mu - FRESH.mu) / 2)
