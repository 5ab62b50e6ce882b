"""Deals of the day: what all processes and all releases of one version must agree on."""

import hashlib
from itertools import chain
from random import Random

import pytest

from bot.ai.daily import daily_round, score_of, version_of
from bot.games.daily import CALENDAR

DAY, SECRET = "2026-12-01", bytes(range(32))
GAMES = tuple(chain.from_iterable(CALENDAR))
COURSES = {
    (1001, "block"): "10ae9cd2",
    (1001, "draw"): "10c6ec3e",
    (1001, "classic"): "0aabb75c",
    (1001, "maltese-cross"): "ef5a0762",
    (1001, "all-fives"): "5a3accc7",
    (1001, "fives-and-threes"): "b9a3bf7d",
    (1001, "partners"): "c1c9988e",
    (1001, "duos"): "c1c9988e",
    (1001, "puerto-rican"): "c1c9988e",
    (1001, "cuban"): "4e010d60",
    (1001, "squares-draw"): "069a04f3",
    (1001, "double-double"): "5bb894ae",
    (1001, "memory"): "4f82dc9f",
    (1001, "solitaire"): "7fbe5f11",
}
"""The hash of a course with one secret, by version and game."""


@pytest.mark.parametrize("dealt", GAMES, ids=lambda each: each.id)
def test_a_deal_goes_as_it_did_when_its_version_began(dealt):
    """Raise ``COMPUTERS_VERSION``, or the version of the rules, before you change these."""
    played, choices = daily_round(dealt.id, dealt.seats, dealt.options, DAY, SECRET), 0
    while not played.is_over:
        played.choose(played.legal[choices % len(played.legal)])
        choices += 1
    course = hashlib.sha256(repr(played.log).encode()).hexdigest()[:8]
    assert COURSES[version_of(dealt.id), dealt.id] == course


@pytest.mark.parametrize("dealt", GAMES, ids=lambda each: each.id)
def test_few_scores_are_level_and_winners_have_the_highest(dealt):
    scores = []
    for seed in range(12):
        rng = Random(seed)
        played = daily_round(dealt.id, dealt.seats, dealt.options, DAY, rng.randbytes(32))
        while not played.is_over:
            played.choose(rng.choice(played.legal))
        scores.append(score_of(played))
        ended = played.rules.outcome(played.state)
        assert ended is not None
        if dealt.seats > 1 and scores[-1]:
            assert (0 in ended.winners) is (scores[-1] > 0)
    assert scores.count(0) <= 3
    assert len(set(scores)) > 3
