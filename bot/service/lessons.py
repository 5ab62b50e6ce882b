"""Lessons: played on request, and offered once to anybody who has never played the game.

A lesson is no match: nothing of it is stored. The choices are in the buttons of its message.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.ai.lesson import lesson_moment
from bot.engine.lesson import LessonMoment
from bot.games import game
from bot.games.lessons import lesson
from bot.model.match import UserId
from bot.service.ports.clock import Clock
from bot.service.ports.store import Store


@dataclass(frozen=True, slots=True)
class Lessons:
    store: Store
    clock: Clock

    async def moment(self, game_id: str, choices: Sequence[int]) -> LessonMoment:
        """Return the lesson after ``choices``; raises :class:`LessonChanged`."""
        return await asyncio.to_thread(lesson_moment, game(game_id), lesson(game_id), choices)

    async def should_offer(self, user: UserId, game_id: str) -> bool:
        """Record that the lesson of a game is offered, and return whether it should be.

        It should be offered once, to somebody who has not finished a match of the game. Whoever
        begins the lesson needs no offer, so call this then, too.
        """
        return await self.store.offer_lesson(user, game_id, self.clock.now())
