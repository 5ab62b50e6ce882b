"""Databases with Boneyard's tables and no rows: migrated once, then copied."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.util import await_
from sqlalchemy.util.concurrency import in_greenlet

from bot.store import SqlStore, open_store, upgrade
from bot.store.engine import create_engine
from bot.store.sqlite_connection import ThreadedConnection

PATIENCE = 120.0
"""Seconds that a store in memory waits for its own connection; only a hang takes this long."""
_idle_engines: list[AsyncEngine] = []
"""Engines that no store uses now. They are reused because of the statements they have compiled."""


def write_blank(file: Path) -> None:
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(_blank())


def run_on_the_loop(store: SqlStore) -> None:
    """Let a file's store run its statements on the event loop, not in a thread."""
    event.listen(store.engine.sync_engine, "do_connect", _connect_inline, named=True)


def _connect_inline(cargs: Any, cparams: dict[str, Any], **_: object) -> sqlite3.Connection:
    options = {name: value for name, value in cparams.items() if name != "threads"}
    return sqlite3.connect(*cargs, factory=_InlineConnection, **options)


class _InlineConnection(ThreadedConnection):
    """A connection that runs everything at once, where asked to."""

    def in_thread(self, function: Any, *args: Any) -> Any:
        async def run() -> Any:
            return function(*args)

        # SQLAlchemy insists that its statements are awaited.
        return await_(run()) if in_greenlet() else function(*args)


class InMemoryStore(SqlStore):
    """The real store, on a database in memory that begins as a copy of ``content``.

    Statements run on the event loop itself, in no thread, so tests take little time and their tasks
    take turns in the same order each time.
    """

    def __init__(self, content: bytes | None = None) -> None:
        engine = _idle_engines.pop() if _idle_engines else _in_memory_engine()
        super().__init__(engine, patience=PATIENCE, is_exclusive=True)
        self._content = _blank_in_memory() if content is None else content
        event.listen(engine.sync_engine, "connect", self._fill, insert=True)

    def _fill(self, connection: Any, record: object) -> None:
        connection.deserialize(self._content)

    async def content(self) -> bytes:
        """Return everything that is stored now, for another store to begin with."""
        async with self.engine.connect() as connection:
            raw: Any = (await connection.get_raw_connection()).driver_connection
            content: bytes = raw.serialize()
            return content

    async def dispose(self) -> None:
        await super().dispose()
        event.remove(self.engine.sync_engine, "connect", self._fill)
        _idle_engines.append(self.engine)


def _in_memory_engine() -> AsyncEngine:
    engine = create_engine("sqlite+aiosqlite://", patience=PATIENCE)
    event.listen(engine.sync_engine, "do_connect", _connect_inline, named=True)
    return engine


@cache
def _blank_in_memory() -> bytes:
    """Return a blank database whose header asks for no journal that memory can't have."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "blank.db"
        write_blank(file)
        source, copy = sqlite3.connect(file), sqlite3.connect(":memory:")
        source.execute("PRAGMA journal_mode=DELETE")
        source.backup(copy)
        content = copy.serialize()
        source.close()
        copy.close()
        return content


@cache
def _blank() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as elsewhere:
        file = Path(folder) / "blank.db"
        elsewhere.submit(asyncio.run, migrate(f"sqlite+aiosqlite:///{file}")).result()
        return file.read_bytes()


async def migrate(url: str) -> None:
    store = open_store(url)
    await upgrade(store.engine)
    await store.dispose()
