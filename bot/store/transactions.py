"""Transactions: all or nothing, one writer at a time on SQLite, errors as the service's faults."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.service.ports.faults import Conflict, StoreBusy
from bot.store.engine import reading, where
from bot.store.faults import faults_of, is_clash

P = ParamSpec("P")
T = TypeVar("T")


def uncancellable(
    method: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Shield a transaction from cancellation: its caller is cancelled once it has ended.

    A driver that is interrupted in the middle leaves connections behind that hold locks. However
    often the caller is cancelled meanwhile, it waits.
    """

    @wraps(method)
    async def carried_on(*args: P.args, **kwargs: P.kwargs) -> T:
        task = asyncio.create_task(method(*args, **kwargs))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            while not task.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([task])
            if not task.cancelled():
                task.exception()  # so that asyncio does not log it as never retrieved
            raise

    return carried_on


class Transactions:
    """Reads and writes on one engine."""

    def __init__(self, engine: AsyncEngine, patience: float) -> None:
        self._engine = engine
        self._reading = reading(engine)
        self._where = where(engine)
        self._patience = patience
        self._writer = asyncio.Lock() if engine.dialect.name == "sqlite" else None

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """Connect for a single query, which sees one moment of the database."""
        with faults_of(self._where):
            async with self._reading.connect() as connection:
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction, committed at the end; raises :class:`Conflict` on a clash of rows."""
        with faults_of(self._where):
            # SQLite lets writers poll, and some would wait long: they queue here.
            async with nullcontext() if self._writer is None else self._queue(self._writer):
                try:
                    async with self._engine.begin() as connection:
                        yield connection
                except IntegrityError as error:
                    if is_clash(error):
                        raise Conflict from error
                    raise

    @asynccontextmanager
    async def _queue(self, writer: asyncio.Lock) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._patience):
                await writer.acquire()
        except TimeoutError:
            raise StoreBusy(f"{self._where} has too much to write just now.") from None
        try:
            yield
        finally:
            writer.release()
