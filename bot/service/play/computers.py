"""Computer players, which think outside the lock and off the event loop."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from bot.engine.errors import StaleMove
from bot.model.match import MatchId
from bot.service.play.answer_time import AnswerTime
from bot.service.play.matches import Matches
from bot.service.ports.clock import Entropy
from bot.service.ports.thinking import Thinking


@dataclass(frozen=True, slots=True)
class ComputerPlayers:
    """Plays the seats of computers, each decision with a seed of its own."""

    matches: Matches
    thinking: Thinking
    answer_time: AnswerTime
    entropy: Entropy
    done: Callable[[MatchId], None]
    """Called when the table no longer waits for a computer, or playing has failed."""

    async def play(self, match_id: MatchId) -> None:
        """Make the computers' moves until a person is to act or the match is over."""
        try:
            for number in count():
                begun = self.answer_time.now()
                turn = await self.matches.computers_turn(match_id)
                if turn is None:
                    return
                seed = self.entropy.random().getrandbits(64)
                code = await self.thinking.choose(turn.level, turn.rules, turn.seen, seed)
                await self.answer_time.wait(begun, number)
                try:
                    await self.matches.play_for_computer(match_id, turn, code)
                except StaleMove:
                    continue  # the table changed while it was thinking; look again
        finally:
            self.done(match_id)
