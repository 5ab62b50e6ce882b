"""Computer players, which think outside the lock and off the event loop, and when they answer."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from math import ceil
from time import monotonic

from bot.engine.errors import StaleMove
from bot.model.match import Match, MatchId
from bot.service.play.matches import Matches
from bot.service.ports.clock import Entropy
from bot.service.ports.thinking import Thinking
from bot.service.retry_queue import RetryQueue

COMPUTERS_AT_ONCE = 64
"""Matches in which computers play at the same time; mostly they wait for their moment to answer."""
UNHURRIED = 3
"""Answers in a row that take their full time; people wait for the rest of a longer row."""
HURRIED_SHARE = 1 / 3
"""The share of the time that later answers take."""


@dataclass(frozen=True, slots=True)
class AnswerTime:
    """Puts a computer's answers at whole steps from the beginning of its turn.

    So a choice that was found at once looks like one that took most of a step, and three computers
    in a row take at most four seconds.
    """

    step: float = 1.1
    spread: float = 0.2
    """The most seconds that a random number, which depends on nothing else, adds to a step."""
    chance: Callable[[], float] = random.SystemRandom().random
    """Returns a number in [0, 1)."""
    now: Callable[[], float] = monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep

    async def wait(self, begun: float, number: int) -> None:
        """Wait for the end of a step of the turn that began at ``begun``.

        ``number`` counts the computers' turns in a row, from 0.
        """
        step = self.step + self.spread * self.chance()
        if number >= UNHURRIED:
            step *= HURRIED_SHARE
        if step > 0:
            thought = self.now() - begun
            await self.sleep(max(1, ceil(thought / step)) * step - thought)


AT_ONCE = AnswerTime(step=0, spread=0)
"""Answers as soon as they are found."""


class ComputerPlayers:
    """Plays the seats of computers, each decision with a seed of its own."""

    def __init__(
        self,
        matches: Matches,
        thinking: Thinking,
        answer_time: AnswerTime,
        entropy: Entropy,
        done: Callable[[MatchId], None],
    ) -> None:
        """``done`` is called when a match waits for no computer any more, or playing failed."""
        self._matches, self._thinking, self._answer_time = matches, thinking, answer_time
        self._entropy, self._done = entropy, done
        self.queue = RetryQueue("computer", self._play, at_once=COMPUTERS_AT_ONCE)

    def match_changed(self, match: Match) -> None:
        if match.waits_for_computer:
            self.queue.enqueue(match.id)

    async def _play(self, match_id: MatchId) -> None:
        """Make the computers' moves until a person is to act or the match is over."""
        try:
            for number in count():
                begun = self._answer_time.now()
                turn = await self._matches.computers_turn(match_id)
                if turn is None:
                    return
                seed = self._entropy.random().getrandbits(64)
                code = await self._thinking.choose(turn.level, turn.rules, turn.seen, seed)
                await self._answer_time.wait(begun, number)
                try:
                    await self._matches.play_for_computer(match_id, turn, code)
                except StaleMove:
                    continue  # the table changed while it was thinking
        finally:
            self._done(match_id)
