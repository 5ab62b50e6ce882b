import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings, strategies as st

from bot.domino.random_matching import assign


def ways(allowed):
    """Every way, by brute force: ``allowed[tile]`` are the places that take the tile."""
    count = len(allowed)
    return {
        order
        for order in permutations(range(count))
        if all(place in allowed[tile] for place, tile in enumerate(order))
    }


def draws(allowed, times, seed=0):
    chance = random.Random(seed)
    count = len(allowed)
    return Counter(
        tuple(assign(range(count), range(count), lambda tile, at: at in allowed[tile], chance))
        for _ in range(times)
    )


tables = st.integers(1, 5).flatmap(
    lambda count: st.lists(
        st.sets(st.integers(0, count - 1), min_size=1), min_size=count, max_size=count
    )
)


@settings(max_examples=100, deadline=None)
@given(tables)
def test_exactly_the_allowed_ways_come_out(allowed):
    expected = ways(allowed)
    if not expected:
        with pytest.raises(ValueError, match="no world agrees"):
            draws(allowed, 1)
        return
    found = set(draws(allowed, 40 * len(expected) + 40))
    assert found <= expected
    missing = expected - found
    assert not missing or not missing - set(draws(allowed, 4000, seed=1))


@pytest.mark.parametrize(
    "allowed",
    [
        [{0, 1, 2, 3}] * 4,
        [{0, 1}, {0, 1, 2, 3}, {0, 1, 2, 3}, {2, 3}],
        [{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}, {3}],
        [{0, 1, 2}, {0, 1, 2}, {1, 2, 3}, {1, 2, 3}],
    ],
)
def test_the_ways_are_about_equally_likely(allowed):
    expected = ways(allowed)
    times = 600 * len(expected)
    counts = draws(allowed, times)
    assert set(counts) == expected
    assert max(counts.values()) < 1.5 * min(counts.values())


@pytest.mark.parametrize(
    ("tiles", "places"), [(["a"], []), ([], ["x"]), (["a", "b"], ["x"]), (["a"], ["x", "y"])]
)
def test_as_many_tiles_as_places(tiles, places):
    with pytest.raises(ValueError, match="no world agrees"):
        assign(tiles, places, lambda *_: True, random.Random(1))


def test_a_full_set_with_one_way_only_is_found():
    """Twenty-eight tiles, each allowed in its place and the next, the last in its own only."""
    places = range(28)
    found = assign(places, places, lambda tile, at: at in (tile, tile + 1), random.Random(1))
    assert found == list(places)
