"""How long a match is, and about how long it takes."""

from bot.engine.game_info import Length
from bot.engine.translatable import NC_
from bot.model.durations import CALLS_A_DAY
from bot.model.terms import Pace
from bot.present.i18n import Words

LENGTHS = {
    Length.ROUND: NC_("length", "One round"),
    Length.SHORT: NC_("length", "Short"),
    Length.FULL: NC_("length", "Full"),
}
_MINUTES = {Pace.LIVE: 1 / 3, Pace.RELAXED: 2}
"""About how many minutes a decision takes where everybody is there."""
_HOUR, _DAY = 60, 24 * 60
_STEP = 5
"""Minutes are told in steps of so many."""


def length_name(length: Length, say: Words) -> str:
    return say.in_context("length", LENGTHS[length])


def expected_time(days: float, pace: Pace, say: Words) -> str:
    """Say how long a match takes at a pace, if it takes so many days among people who look in."""
    minutes = days * (CALLS_A_DAY * _MINUTES[pace] if pace in _MINUTES else _DAY)
    if minutes < 1.5 * _HOUR:
        rounded = max(_STEP, _STEP * round(minutes / _STEP))
        return say.count(
            "A match takes about {n} minute at this pace.",
            "A match takes about {n} minutes at this pace.",
            rounded,
        )
    if minutes < _DAY / 2:
        return say.count(
            "A match takes about {n} hour at this pace.",
            "A match takes about {n} hours at this pace.",
            round(minutes / _HOUR),
        )
    return say.count(
        "A match takes about {n} day at this pace.",
        "A match takes about {n} days at this pace.",
        max(1, round(minutes / _DAY)),
    )
