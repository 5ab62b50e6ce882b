"""Achievements for a week's ranking on a server."""

from __future__ import annotations

from bot.engine.words import N_
from bot.scores.achievements.definition import Achievement

WEEKS = (
    Achievement(
        "podium",
        "🥉",
        N_("On the podium"),
        N_("Finish a week among the first three of a server."),
        of_week=lambda place: 1 <= place <= 3,
    ),
    Achievement(
        "week-won",
        "🥇",
        N_("Player of the week"),
        N_("Finish a week as the first of a server."),
        of_week=lambda place: place == 1,
    ),
)
