from datetime import UTC, date, datetime, timedelta

import pytest

from bot.model.daily import Distribution, closes_at
from bot.present.i18n import words
from bot.scores.league import day_points, league_days, league_points, newest_account

MONDAY = date(2026, 11, 30)


def test_a_week_is_sunday_to_saturday_so_that_all_deals_are_closed_on_monday():
    days = league_days(MONDAY - timedelta(days=2))
    assert [each.isoweekday() for each in days] == [7, 1, 2, 3, 4, 5, 6]
    assert all(league_days(each) == days for each in days)
    assert max(map(closes_at, days)) < datetime(2026, 11, 30, tzinfo=UTC)
    assert league_days(MONDAY)[0] == days[-1] + timedelta(days=1)
    assert league_days(date(2027, 1, 1))[0] == date(2026, 12, 27), "over the end of a year"


@pytest.mark.parametrize(
    ("people", "score", "points"),
    [
        ({3: 1}, 3, 50),  # alone
        ({3: 2}, 3, 50),
        ({3: 1, 5: 1}, 5, 100),
        ({3: 1, 5: 1}, 3, 0),
        ({1: 1, 2: 1, 3: 1, 4: 1}, 3, 67),
        ({1: 1, 2: 2, 3: 1}, 2, 50),
    ],
)
def test_the_points_of_a_day_are_the_percentage_of_players_beaten(people, score, points):
    assert day_points(Distribution(people).beaten_by(score)) == points


def test_points_are_the_percentage_that_people_see():
    say = words("en-US")
    for others in range(1, 300):
        for twice in range(2 * others + 1):
            share = twice / 2 / others
            assert f"{day_points(share)}%" == say.percent(share), share


def test_the_best_five_days_count():
    assert league_points([]) == 0
    assert league_points([40, 30]) == 70
    assert league_points([10, 100, 20, 90, 80, 0, 70]) == 360
    assert league_points([100] * 7) == 500


def test_an_account_is_old_enough_after_thirty_days():
    """The id is one from Discord's documentation, with the time that is given there."""
    account, born = 175928847299117063, 1462015105796
    month = 30 * 24 * 3600 * 1000
    assert newest_account(born + month - 1) < account <= newest_account(born + month + 1)
    assert newest_account(0) == 0
