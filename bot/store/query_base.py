"""The base of the store's parts: an engine, and transactions on it."""

from collections.abc import Collection
from inspect import iscoroutinefunction

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.service.ports.changes import NO_CHANGE_FEED, ChangeFeed
from bot.store.engine import LOCK_TIMEOUT
from bot.store.transactions import Transactions, transaction


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
        transactions = Transactions(engine, patience)
        self._read = transactions.read
        self._write = transactions.write

    async def dispose(self) -> None:
        """Close all connections; all operations must have finished."""
        await self.engine.dispose()
