"""Computer players, which think outside the lock and off the event loop."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bot.ai import player
from bot.engine.contract import Rng
from bot.engine.errors import StaleMove
from bot.service.model.match import MatchId
from bot.service.play.matches import Matches


@dataclass(frozen=True, slots=True)
class ComputerPlayers:
    """Plays the seats of computers; ``rng`` makes a fresh random source for each decision."""

    matches: Matches
    rng: Callable[[], Rng]
    done: Callable[[MatchId], None]
    """Called when the table no longer waits for a computer, or playing has failed."""

    async def play(self, match_id: MatchId) -> None:
        """Make the computers' moves until a person is to act or the match is over."""
        try:
            while (turn := await self.matches.computers_turn(match_id)) is not None:
                choose = player(turn.level).choose
                code = await asyncio.to_thread(choose, turn.rules, turn.seen, self.rng())
                try:
                    await self.matches.play_for_computer(match_id, turn, code)
                except StaleMove:
                    continue  # the table changed while it was thinking; look again
        finally:
            self.done(match_id)
