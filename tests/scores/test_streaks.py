from collections.abc import Callable
from datetime import date, timedelta

import pytest

from bot.scores.streaks import streak

MONDAY = date(2026, 3, 2)


def days(text: str, first: date = MONDAY) -> set[date]:
    """The days marked ``x`` in a calendar that begins on ``first``; spaces are for the eye."""
    marks = text.replace(" ", "")
    return {first + timedelta(days=at) for at, mark in enumerate(marks) if mark == "x"}


def length(text: str, **how: Callable[[date], bool]) -> int:
    """The streak on the last day of a calendar."""
    last = MONDAY + timedelta(days=len(text.replace(" ", "")) - 1)
    return streak(days(text), last, **how)


@pytest.mark.parametrize(
    ("calendar", "expected"),
    [
        ("", 0),
        (".", 0),
        ("x", 1),
        ("xxxxxxx xx", 9),
        pytest.param("xxx.xxx x", 7, id="one missed day a week is forgiven"),
        pytest.param("xx.xxxx .xxxxxx", 12, id="one in each of two weeks"),
        pytest.param("xx.x.xx x", 4, id="two of one week: the earlier ends it"),
        pytest.param("xxxxxx. .x", 7, id="Sunday and Monday are days of two weeks"),
        pytest.param("xxxx... ", 0, id="three missed"),
        pytest.param("xxxxxx.", 6, id="the last day is missed, and forgiven"),
    ],
)
def test_a_streak_forgives_one_missed_day_a_week(calendar, expected):
    assert length(calendar) == expected


def test_a_day_whose_deal_is_open_is_not_missed():
    today = MONDAY + timedelta(days=6)
    played = days("xx.xx..")
    assert streak(played, today) == 0
    assert streak(played, today, is_open=lambda day: day >= today - timedelta(days=1)) == 4


def test_holidays_pause_a_streak():
    away = days(".." + "x" * 9)
    assert length("xx....... ..xx", is_away=away.__contains__) == 4
    assert length("xx....... ..xx") == 2


def test_a_leap_day_is_a_day_like_others():
    first = date(2028, 2, 26)
    assert streak(days("xxxxx", first), date(2028, 3, 1)) == 5
    assert streak(days("xxx.x", first), date(2028, 3, 1)) == 4
