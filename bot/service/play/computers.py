"""Computer players, which think outside the lock and off the event loop."""

from collections.abc import Callable
from itertools import count

from bot.engine.errors import StaleMove
from bot.model.match import Match, MatchId
from bot.service.delays import AnswerTime
from bot.service.play.matches import Matches
from bot.service.ports.clock import Entropy
from bot.service.ports.thinking import Thinking
from bot.service.retry_queue import RetryQueue

COMPUTERS_AT_ONCE = 64
"""Matches in which computers play at the same time; mostly they wait for their moment to answer."""


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
