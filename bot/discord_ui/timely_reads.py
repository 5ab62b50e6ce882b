"""Reads that an answer can do without: a late or failed one returns a default."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import TypeVar

from bot.service.ports.faults import StoreFault

log = logging.getLogger(__name__)

READ_TIMEOUT = 0.5
"""Seconds that an answer waits for a setting; after that, it takes the default."""

T = TypeVar("T")


async def read_in_time(reading: Awaitable[T], default: T) -> T:
    """Return what is read from the store, or ``default`` if that fails or takes too long."""
    task = asyncio.ensure_future(reading)
    task.add_done_callback(_note_error)
    await asyncio.wait({task}, timeout=READ_TIMEOUT)
    return task.result() if task.done() and task.exception() is None else default


def _note_error(done: asyncio.Future[T]) -> None:
    """Log an unexpected error; the answer goes on without it."""
    error = None if done.cancelled() else done.exception()
    if error is not None and not isinstance(error, StoreFault):
        log.error("cannot read a setting", exc_info=error)
