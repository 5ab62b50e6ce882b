"""Transactions: all or nothing, one writer at a time on SQLite, errors as the service's faults."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.service.ports.changes import NO_CHANGE_FEED, ChangeFeed
from bot.service.ports.faults import Conflict, StoreFault
from bot.store.database import Database, outlast
from bot.store.faults import ConnectionLost, RolledBack, is_clash

_PAUSES = (0.02, 0.1, 0.3)
"""Seconds before a transaction that was rolled back is run again, give or take half."""

P = ParamSpec("P")
T = TypeVar("T")
StoreT = TypeVar("StoreT", bound="QueryBase")


def uncancellable(
    method: Callable[P, Coroutine[Any, Any, T]],
) -> Callable[P, Coroutine[Any, Any, T]]:
    """Shield a transaction from cancellation: its caller is cancelled once it has ended.

    A driver that is interrupted in the middle leaves connections behind that hold locks.
    """

    @wraps(method)
    async def carried_on(*args: P.args, **kwargs: P.kwargs) -> T:
        return await outlast(asyncio.create_task(method(*args, **kwargs)))

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


def reads(
    method: Callable[Concatenate[StoreT, Connection, P], T],
) -> Callable[Concatenate[StoreT, P], Coroutine[Any, Any, T]]:
    """Make a method of the store of one that reads, with as many queries as it likes.

    Each query sees one moment of the database. The method runs in a thread if that is SQLite.
    """

    @uncancellable
    @run_again
    @wraps(method)
    async def read(self: StoreT, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.database.read(lambda db: method(self, db, *args, **kwargs))

    return read


def writes(
    method: Callable[Concatenate[StoreT, Connection, P], T],
) -> Callable[Concatenate[StoreT, P], Coroutine[Any, Any, T]]:
    """Make a method of the store of one that writes: it runs in a transaction.

    What it has written is committed at its end, or nothing if it raises. The store's method raises
    :class:`Conflict` on a clash of rows, and :class:`ConnectionLost` only if nothing was committed.
    """

    @uncancellable
    @run_again
    @wraps(method)
    async def written(self: StoreT, /, *args: P.args, **kwargs: P.kwargs) -> T:
        may_be_committed = False

        def work(connection: Connection) -> T:
            nonlocal may_be_committed
            result = method(self, connection, *args, **kwargs)
            may_be_committed = True
            return result

        try:
            return await self.database.write(work)
        except IntegrityError as error:
            if is_clash(error):
                raise Conflict from error
            raise
        except ConnectionLost as lost:
            if may_be_committed:
                raise StoreFault(str(lost)) from lost.__cause__
            raise

    return written


class QueryBase:
    """Methods that read or write one database, each :func:`uncancellable`.

    One that had no effect, because others were in its way or its connection was lost, is
    :func:`run_again`. So a method does nothing but SQL, and can be carried out several times.
    """

    changes: ChangeFeed = NO_CHANGE_FEED
    """Tells other processes what has changed."""

    def __init__(self, database: Database, *, is_exclusive: bool = False) -> None:
        self.database = database
        self.is_exclusive = is_exclusive
        """True if no other process writes to this database."""

    async def dispose(self) -> None:
        await self.database.dispose()
