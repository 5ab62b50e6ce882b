"""What can be earned, declared as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bot.engine.words import N_
from bot.scores.deed import Deed


@dataclass(frozen=True, slots=True)
class Achievement:
    """Something that is earned once."""

    id: str
    """Stored; never changed."""
    symbol: str
    """A single emoji."""
    name: str
    """English, and the message's key."""
    text: str
    """What it takes, in a sentence; English, and the message's key."""
    of_match: Callable[[Deed], bool] | None = None
    """Whether somebody's part in a match earns it."""
    of_week: Callable[[int], bool] | None = None
    """Whether a place on a server's podium of the week earns it."""


ACHIEVEMENTS: tuple[Achievement, ...] = (
    Achievement(
        "first-win",
        "🏆",
        N_("First win"),
        N_("Win a match."),
        of_match=lambda deed: deed.won,
    ),
    Achievement(
        "podium",
        "🥉",
        N_("On the podium"),
        N_("Finish a week among the first three of a server."),
        of_week=lambda place: place <= 3,
    ),
)

BY_ID = {each.id: each for each in ACHIEVEMENTS}


def earned_in(deed: Deed) -> Iterator[str]:
    """The ids of what a match earns somebody, whether they have it already or not."""
    for each in ACHIEVEMENTS:
        if each.of_match is not None and each.of_match(deed):
            yield each.id


def earned_on_podium(place: int) -> Iterator[str]:
    """The ids of what a place on a week's podium earns."""
    for each in ACHIEVEMENTS:
        if each.of_week is not None and each.of_week(place):
            yield each.id
