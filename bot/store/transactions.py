"""Transactions: all or nothing, one writer at a time on SQLite, errors as the service's faults."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Collection, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, ParamSpec, TypeVar

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.service.ports.changes import NO_CHANGE_FEED, ChangeFeed
from bot.service.ports.faults import Conflict, StoreBusy, StoreFault
from bot.store.engine import LOCK_TIMEOUT, reading, where
from bot.store.faults import ConnectionLost, RolledBack, faults_of, is_clash

_PAUSES = (0.02, 0.1, 0.3)
"""Seconds before a transaction that was rolled back is run again, give or take half."""

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


def run_again(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Run a transaction again if it failed without effect, for a reason that may have passed.

    If PostgreSQL rolled it back (a deadlock, a serialization failure), it is run up to three more
    times. If its connection was lost before the commit, it is run once more. A transaction that
    may have been committed is never run again.
    """

    @wraps(method)
    async def repeated(*args: P.args, **kwargs: P.kwargs) -> T:
        pauses, may_reconnect = iter(_PAUSES), True
        while True:
            try:
                return await method(*args, **kwargs)
            except RolledBack:
                if (pause := next(pauses, None)) is None:
                    raise
                await asyncio.sleep(pause * (0.5 + random.random()))  # noqa: S311
            except ConnectionLost:
                if not may_reconnect:
                    raise
                may_reconnect = False

    return repeated


def transaction(method: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Make a method that runs one transaction :func:`uncancellable`, and :func:`run_again`."""
    return uncancellable(run_again(method))


class QueryBase:
    """Reads and writes on one engine; a public method of a part is one transaction.

    A caller that is cancelled waits until the transaction has ended, either way. One that had no
    effect, because others were in its way or its connection was lost, is run again. So a method
    either reads, as often as it likes, or writes in a single transaction.
    """

    changes: ChangeFeed = NO_CHANGE_FEED
    """Tells other processes what has changed."""

    def __init_subclass__(cls, *, in_portions: Collection[str] = ()) -> None:
        """Shield the part's transactions from cancellation, and run them again if that is safe.

        Methods named in ``in_portions`` run several, each decorated where it is written.
        """
        super().__init_subclass__()
        for name, method in list(vars(cls).items()):
            one = not name.startswith("_") and name not in in_portions
            if one and iscoroutinefunction(method):
                setattr(cls, name, transaction(method))

    def __init__(
        self, engine: AsyncEngine, *, patience: float = LOCK_TIMEOUT, is_exclusive: bool = False
    ) -> None:
        self.engine = engine
        self.is_exclusive = is_exclusive
        """True if no other process writes to this database."""
        self._reading = reading(engine)
        self._where = where(engine)
        self._patience = patience
        self._writer = asyncio.Lock() if engine.dialect.name == "sqlite" else None

    async def dispose(self) -> None:
        await self.engine.dispose()

    @asynccontextmanager
    async def _read(self) -> AsyncIterator[AsyncConnection]:
        """Connect for a single query, which sees one moment of the database."""
        with faults_of(self._where):
            async with self._reading.connect() as connection:
                yield connection

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction, committed at the end; raises :class:`Conflict` on a clash of rows.

        :class:`ConnectionLost` means that nothing was committed.
        """
        may_be_committed = False
        try:
            with faults_of(self._where):
                async with self._turn(), self.engine.begin() as connection:
                    yield connection
                    may_be_committed = True
        except IntegrityError as error:
            if is_clash(error):
                raise Conflict from error
            raise
        except ConnectionLost as lost:
            if may_be_committed:
                raise StoreFault(str(lost)) from lost.__cause__
            raise

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """Queue writers on SQLite, which only lets them poll, so that some would wait for long."""
        if self._writer is None:
            yield
            return
        try:
            async with asyncio.timeout(self._patience):
                await self._writer.acquire()
        except TimeoutError:
            raise StoreBusy(f"{self._where} has too much to write just now.") from None
        try:
            yield
        finally:
            self._writer.release()
