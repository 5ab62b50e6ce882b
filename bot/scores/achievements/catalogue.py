"""All achievements, and those that a match or a week earns a player.

Each theme declares its own as data; conditions are built from small functions
(:mod:`bot.scores.achievements.conditions`). A player earns nothing in a match that was cancelled,
that they left or in which a computer held their seat at the end. In a match in which somebody took
a hint or a move back, people earn only what is given for playing. Achievements for play itself
(`play_achievement`) also need a match in which neither the clock nor a computer made a move for the
player.
"""

from collections.abc import Iterable, Iterator

from bot.engine.rounds import MatchEnded
from bot.engine.translatable import N_
from bot.scores.achievements.conditions import Achievement
from bot.scores.achievements.double_double_and_squares import DOUBLE_DOUBLE_AND_SQUARES
from bot.scores.achievements.line_games import LINE_GAMES
from bot.scores.achievements.memory_and_solitaire import MEMORY_AND_SOLITAIRE
from bot.scores.achievements.milestones import MILESTONES
from bot.scores.achievements.participation import Participation
from bot.scores.achievements.round_ends import ROUND_ENDS
from bot.scores.achievements.whole_match import MATCH_SCORES, OPPONENTS

__all__ = ["ACHIEVEMENTS", "BY_ID", "Achievement", "earned_in", "earned_on_podium", "known"]

WEEKLY_RANKING = (
    Achievement(
        "podium",
        "🥉",
        N_("On the podium"),
        N_("Finish a week in a server's top three."),
        of_week=lambda place: 1 <= place <= 3,
    ),
    Achievement(
        "week-won",
        "🥇",
        N_("Player of the week"),
        N_("Finish a week in first place in a server."),
        of_week=lambda place: place == 1,
    ),
)

DEALS_OF_THE_DAY = tuple(
    Achievement(f"deals-{days}", symbol, name, text, of_streak=days)
    for days, symbol, name, text in (
        (7, "📅", N_("Every day"), N_("Play the deal of the day seven days in a row.")),
        (30, "⏰", N_("Like clockwork"), N_("Play the deal of the day 30 days in a row.")),
        (100, "🌞", N_("A hundred days"), N_("Play the deal of the day 100 days in a row.")),
    )
)

ACHIEVEMENTS: tuple[Achievement, ...] = (
    *MILESTONES,
    *OPPONENTS,
    *MATCH_SCORES,
    *ROUND_ENDS,
    *LINE_GAMES,
    *MEMORY_AND_SOLITAIRE,
    *DOUBLE_DOUBLE_AND_SQUARES,
    *WEEKLY_RANKING,
    *DEALS_OF_THE_DAY,
)
"""All achievements, in the order in which they are shown."""

BY_ID = {each.id: each for each in ACHIEVEMENTS}
"""The achievements by id. Stored ids may be from another version: see :func:`known`."""


def known(ids: Iterable[str]) -> tuple[Achievement, ...]:
    """Return the achievements with these stored ids, in order; unknown ids are skipped."""
    stored = set(ids)
    return tuple(each for each in ACHIEVEMENTS if each.id in stored)


def earned_in(part: Participation) -> Iterator[str]:
    """Yield the ids that a match earns a player, including those they already have."""
    played_out = any(isinstance(each, MatchEnded) for each in reversed(part.events))
    if part.left or not played_out:
        return
    for each in ACHIEVEMENTS:
        if each.of_match is None or (part.aided and not each.for_playing):
            continue
        if each.of_match(part):
            yield each.id


def earned_on_podium(place: int) -> Iterator[str]:
    for each in ACHIEVEMENTS:
        if each.of_week is not None and each.of_week(place):
            yield each.id


def earned_by_streak(days: int) -> Iterator[str]:
    """Yield the ids that a streak of so many deals earns."""
    for each in ACHIEVEMENTS:
        if each.of_streak is not None and days >= each.of_streak:
            yield each.id
