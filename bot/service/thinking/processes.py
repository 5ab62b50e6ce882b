"""Thinking in worker processes, with a simpler player as a stand-in if that fails."""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeVar, cast

from bot.ai import player
from bot.ai.players import decide
from bot.engine.contract import Observation
from bot.engine.rules import Rules
from bot.engine.seating import STEADY
from bot.service.metrics import NO_METRICS, Metrics, StandInReason
from bot.service.ports.thinking import ThinkingInThreads
from bot.service.thinking.worker_pool import PoolBusy, WorkerCallFailed, WorkerLost, WorkerPool

log = logging.getLogger(__name__)

STAND_IN = STEADY
"""The level that chooses at once when a stronger computer cannot."""
PATIENCE = 30.0
"""Seconds after which a call is given up, waiting included."""

REASONS: dict[type[Exception], StandInReason] = {
    PoolBusy: StandInReason.BUSY,
    WorkerLost: StandInReason.LOST,
    WorkerCallFailed: StandInReason.FAILED,
    TimeoutError: StandInReason.SLOW,
}

ResultT = TypeVar("ResultT")


class ThinkingInProcesses:
    """Sends what takes long to a pool of processes, and does the rest in threads."""

    def __init__(
        self, pool: WorkerPool, metrics: Metrics = NO_METRICS, patience: float = PATIENCE
    ) -> None:
        self._pool, self._metrics, self._patience = pool, metrics, patience
        self._threads = ThinkingInThreads()

    async def choose(self, level: str, rules: Rules[Any, Any], seen: Observation, seed: int) -> str:
        """Return the code of the move that a computer of that level chooses.

        If too many decisions wait, or this one fails or takes too long, the steady computer
        chooses, and a log line says so.
        """
        if not player(level).is_costly or len(seen.legal) == 1:
            return await self._threads.choose(level, rules, seen, seed)
        try:
            async with asyncio.timeout(self._patience):
                code = await self._pool.call(decide, level, rules.info.id, seen, seed, urgent=True)
        except tuple(REASONS) as error:
            log.warning(
                "computer %s could not choose, so %s stands in: %s",
                *(level, STAND_IN, str(error) or "it took too long"),
            )
            self._metrics.stood_in(REASONS[type(error)])
            return await self._threads.choose(STAND_IN, rules, seen, seed)
        return cast(str, code)

    async def run(
        self,
        function: Callable[..., ResultT],
        *arguments: Any,  # noqa: ANN401 - whatever the function takes
    ) -> ResultT:
        """Return the result of a function of a module, called in a process.

        Raises :class:`PoolBusy`, :class:`WorkerLost`, :class:`WorkerCallFailed`, ``TimeoutError``.
        """
        async with asyncio.timeout(self._patience):
            return cast(ResultT, await self._pool.call(function, *arguments, urgent=False))

    async def close(self) -> None:
        """Kill the processes; calls under way fail."""
        await self._pool.close()
