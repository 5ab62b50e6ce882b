"""Work that keeps a core busy for a while: choosing moves, hints and analyses."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

ResultT = TypeVar("ResultT")


class Thinking(Protocol):
    """Runs such work without holding up the event loop."""

    async def run(
        self,
        function: Callable[..., ResultT],
        *arguments: Any,  # noqa: ANN401 - whatever the function takes
    ) -> ResultT:
        """Return the function's result. It and its arguments must be picklable."""


class ThinkingInThreads:
    """Thinks in threads of this process, for tests and for commands of the terminal."""

    async def run(
        self,
        function: Callable[..., ResultT],
        *arguments: Any,  # noqa: ANN401 - whatever the function takes
    ) -> ResultT:
        """Return the function's result."""
        return await asyncio.to_thread(function, *arguments)
