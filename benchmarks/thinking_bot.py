"""The bot with strong computers that think from one SIGUSR1 to the next.

python -m benchmarks.thinking_bot run
"""

import asyncio
import signal
import sys
from itertools import count
from random import Random
from typing import Any

from bot.cli import main
from bot.discord_ui import client
from bot.engine.contract import Observation
from bot.engine.replay import playout
from bot.engine.seating import prepare
from bot.games.block import BLOCK
from bot.service.game_service import GameService

THINKERS = 16
"""Decisions under way at a time."""
DECIDED, RESTS = "decided", "none thinks"
"""What it prints after each decision, and when it stops."""


def _choice() -> Observation:
    """Return what a seat with several legal moves sees."""
    for _, _, step in playout(BLOCK, BLOCK.start(prepare(BLOCK.info, 2)), Random(1)):
        asked = BLOCK.to_act(step.state)
        if isinstance(asked, frozenset) and asked:
            seen = BLOCK.observe(step.state, min(asked))
            if len(seen.legal) > 1:
                return seen
    raise ValueError("nobody had a choice")


class _ThinkingService(GameService):
    """The service, with decisions that nobody waits for."""

    def __init__(self, *parts: Any, **named: Any) -> None:  # noqa: ANN401 - whatever it takes
        super().__init__(*parts, **named)
        self._tasks: tuple[asyncio.Task[None], ...] = ()
        # Before the gateway connects, so that no signal comes too early.
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._begin_or_stop)

    def _begin_or_stop(self) -> None:
        if not self._tasks:
            self._tasks = tuple(asyncio.create_task(self._think(nth)) for nth in range(THINKERS))
            return
        for task in self._tasks:
            task.cancel()
        self._tasks = ()
        print(RESTS, flush=True)

    async def _think(self, thinker: int) -> None:
        seen = _choice()
        for seed in count(thinker * 10**6):
            await self.thinking.choose("strong", BLOCK, seen, seed)
            print(DECIDED, flush=True)


if __name__ == "__main__":
    client.GameService = _ThinkingService  # type: ignore[attr-defined]
    sys.exit(main())
