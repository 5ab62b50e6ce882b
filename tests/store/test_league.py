"""The order of the league, as the database makes it."""

import random
from collections import Counter
from datetime import date, timedelta

import pytest

from bot.model.daily import Attempt
from bot.model.preferences import Preferences
from bot.scores.league import league_points
from tests.store.matches import AT

DAYS = [date(2026, 1, 4) + timedelta(days=nth) for nth in range(7)]
SERVER = 5


@pytest.mark.parametrize("seed", range(6))
async def test_it_is_that_of_the_sums_of_everybodys_best_days(store, seed):
    rng = random.Random(seed)
    worth = {day: {score: rng.randint(0, 20) * 5 for score in range(6)} for day in DAYS[:6]}
    points: dict[int, list[int]] = {}
    for day in DAYS:
        for user in rng.sample(range(1, 13), 9):
            score, counts = rng.randrange(6), rng.random() < 0.9
            guild_id = SERVER if rng.random() < 0.9 else 6
            await store.save_attempt(Attempt(day, user, ("a",), guild_id, score, counts), AT)
            if counts and guild_id == SERVER and day in worth and user != 3:
                points.setdefault(user, []).append(worth[day][score])
    await store.save_preferences(3, Preferences(listed=False))

    order = await store.league_order(worth, SERVER, 0, 4)

    totals = {user: league_points(days) for user, days in points.items()}
    assert order.people == Counter(totals.values())
    assert list(order.first) == sorted(totals, key=lambda user: (-totals[user], user))[:4]
    for points_of in totals.values():
        better = sum(other > points_of for other in totals.values())
        assert order.place(points_of) == 1 + better


async def test_nobody_has_played(store):
    order = await store.league_order({DAYS[0]: {1: 50}}, SERVER, 0, 4)
    assert (order.first, order.place(0)) == ((), 1)
