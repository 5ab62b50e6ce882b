"""Lessons, played on request.

A lesson is no match: nothing of it is stored. The choices are in the buttons of its message.
"""

import asyncio
from collections.abc import Sequence

from bot.ai.lesson import lesson_moment
from bot.engine.lesson import LessonMoment
from bot.games import game
from bot.games.lessons import lesson


class Lessons:
    """Plays lessons."""

    async def moment(self, game_id: str, choices: Sequence[int]) -> LessonMoment:
        """Return the lesson of a game after ``choices``; raises :class:`NoSuchStep`.

        It is played off the event loop.
        """
        return await asyncio.to_thread(lesson_moment, game(game_id), lesson(game_id), choices)
