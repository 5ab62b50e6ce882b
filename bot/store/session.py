"""The base of the store's parts: an engine, and transactions on it."""

from sqlalchemy.ext.asyncio import AsyncEngine

from bot.store.engine import LOCK_TIMEOUT
from bot.store.transactions import Transactions


class Session:
    """Reads and writes on one engine."""

    def __init__(self, engine: AsyncEngine, *, patience: float = LOCK_TIMEOUT) -> None:
        self.engine = engine
        transactions = Transactions(engine, patience)
        self._read = transactions.read
        self._write = transactions.write

    async def dispose(self) -> None:
        """Close all connections; all operations must have finished."""
        await self.engine.dispose()
