"""Work that keeps a core busy for a while: choosing moves, hints and analyses."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from bot.ai.players import decide
from bot.engine.contract import Observation
from bot.engine.rules import Rules

ResultT = TypeVar("ResultT")


class ThinkingFailed(Exception):
    """There is no result; the message tells nothing about a match."""


class ThinkingInterrupted(ThinkingFailed):
    """There was no room for the work, or it was lost on the way; it may succeed later."""


class Thinking(Protocol):
    """Runs such work without holding up the event loop."""

    async def choose(self, level: str, rules: Rules[Any, Any], seen: Observation, seed: int) -> str:
        """Return the code of the move that a computer of that level chooses.

        It follows from the arguments, unless a simpler computer had to stand in.
        """

    async def run(
        self,
        function: Callable[..., ResultT],
        *arguments: Any,  # noqa: ANN401 - whatever the function takes
    ) -> ResultT:
        """Return the function's result. It and its arguments must be picklable.

        Computers' moves go first, so a long piece of work comes in calls of a second or less.
        Raises :class:`ThinkingFailed`, and ``TimeoutError`` if it takes too long.
        """

    async def close(self) -> None:
        """Stop; calls under way fail."""


class ThinkingInThreads:
    """Thinks in threads of this process, for quick players, tests and commands of the terminal."""

    async def choose(self, level: str, rules: Rules[Any, Any], seen: Observation, seed: int) -> str:
        return await self.run(decide, level, rules.info.id, seen, seed)

    async def run(
        self,
        function: Callable[..., ResultT],
        *arguments: Any,  # noqa: ANN401 - whatever the function takes
    ) -> ResultT:
        return await asyncio.to_thread(function, *arguments)

    async def close(self) -> None:
        """Do nothing: threads cannot be stopped."""
