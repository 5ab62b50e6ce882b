"""Background tasks: errors are logged, and work that fails for a while is retried."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from bot.discord_ui.faults import UNREACHED
from bot.service.ports.faults import StoreFault

log = logging.getLogger(__name__)

RETRYABLE = (StoreFault, *UNREACHED)
"""Temporary errors: work that raises one of these is retried."""
PAUSES = (6.0, 15.0, 60.0)
"""Seconds before a retry: after the first failure, the second, and so on."""


class Background:
    """Runs tasks in the background, keeps references to them, and logs their errors."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = asyncio.Event()

    def begin(self, what: str, match_id: int, work: Callable[[], Awaitable[object]]) -> None:
        """Start ``work``, retried after :data:`RETRYABLE`; logs call it ``what`` of the match."""
        task = asyncio.create_task(self._run(what, match_id, work), name=f"{what} {match_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Wait for the running tasks; those waiting for a retry get one last try at once."""
        self._closing.set()
        if self._tasks:
            await asyncio.wait(self._tasks)

    async def cancel(self) -> None:
        self._closing.set()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, what: str, match_id: int, work: Callable[[], Awaitable[object]]) -> None:
        """Run ``work`` with its retries; log the first failure, and giving up after the last."""
        for pause in (*PAUSES, None):
            try:
                await work()
            except RETRYABLE as error:
                if pause is None or self._closing.is_set():
                    log.warning("gave up %s of match %s: %s", what, match_id, error)
                    return
                if pause == PAUSES[0]:
                    log.warning("retrying %s of match %s: %s", what, match_id, error)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._closing.wait(), pause)
            except Exception:  # a bug: a retry would not fix it
                log.exception("%s of match %s failed", what, match_id)
                return
            else:
                return
