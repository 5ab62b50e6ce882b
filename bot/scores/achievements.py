"""All that can be earned, and what a match or a week earns somebody.

Each theme declares its own as data; conditions are put together from small functions
(:mod:`bot.scores.conditions`). Nothing is earned by a match that was given up, that somebody left,
or in which a computer held their seat at the end; what is earned by play itself (`feat`) takes a
match in which the clock made no move for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.engine.rounds import MatchEnded
from bot.scores.achievement import Achievement
from bot.scores.boards import BOARDS
from bot.scores.company import COMPANY
from bot.scores.courses import COURSES
from bot.scores.deed import Deed
from bot.scores.endings import ENDINGS
from bot.scores.lines import LINES
from bot.scores.milestones import MILESTONES
from bot.scores.open_tables import OPEN_TABLES
from bot.scores.weeks import WEEKS

__all__ = ["ACHIEVEMENTS", "BY_ID", "Achievement", "earned_in", "earned_on_podium", "known"]

ACHIEVEMENTS: tuple[Achievement, ...] = (
    *MILESTONES,
    *COMPANY,
    *COURSES,
    *ENDINGS,
    *LINES,
    *OPEN_TABLES,
    *BOARDS,
    *WEEKS,
)
"""In the order in which they are shown."""

BY_ID = {each.id: each for each in ACHIEVEMENTS}
"""What an id stands for. Those that were stored may be of another version: see :func:`known`."""


def known(ids: Iterable[str]) -> tuple[Achievement, ...]:
    """What these stored ids stand for, in the order of :data:`ACHIEVEMENTS`.

    A database may hold ids of another version, newer or older. They stay stored and are passed
    over here, so whoever shows achievements never fails for one that is not known.
    """
    stored = set(ids)
    return tuple(each for each in ACHIEVEMENTS if each.id in stored)


def earned_in(deed: Deed) -> Iterator[str]:
    """The ids of what a match earns somebody, whether they have it already or not."""
    played_out = any(isinstance(each, MatchEnded) for each in reversed(deed.events))
    if deed.left or not played_out:
        return
    for each in ACHIEVEMENTS:
        if each.of_match is not None and each.of_match(deed):
            yield each.id


def earned_on_podium(place: int) -> Iterator[str]:
    """The ids of what a place on a week's podium earns."""
    for each in ACHIEVEMENTS:
        if each.of_week is not None and each.of_week(place):
            yield each.id
