"""Achievements for a week's ranking on a server."""

from bot.engine.translatable import N_
from bot.scores.achievements.definition import Achievement

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
