"""Databases with Boneyard's tables and no rows: migrated once, then copied."""

import asyncio
import sqlite3
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Engine, event, make_url

from bot.store import SqlStore, open_store, upgrade
from bot.store.database import Database
from bot.store.engine import sqlite_engine

IN_MEMORY = make_url("sqlite://")
PATIENCE = 120.0
"""Seconds that a store in memory waits for its own connection; only a hang takes this long."""
_idle_engines: list[Engine] = []
"""Engines that no store uses now. They are reused because of the statements they have compiled."""


def write_blank(file: Path) -> None:
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(_blank())


class OnTheLoop(Executor):
    """Runs everything at once, in no thread."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done = Future[Any]()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - as a thread would
            done.set_exception(error)
        return done


def run_on_the_loop(store: SqlStore) -> None:
    """Let a file's store run its statements on the event loop, not in a thread."""
    store.database.threads = OnTheLoop()


class InMemoryStore(SqlStore):
    """The real store, on a database in memory that begins as a copy of ``content``.

    Statements run on the event loop itself, in no thread, so tests take little time and their tasks
    take turns in the same order each time.
    """

    def __init__(self, content: bytes | None = None) -> None:
        engine = _idle_engines.pop() if _idle_engines else sqlite_engine(IN_MEMORY, PATIENCE)
        there = Database(engine, patience=PATIENCE, threads=OnTheLoop())
        super().__init__(there, is_exclusive=True)
        self._content = _blank_in_memory() if content is None else content
        event.listen(engine, "connect", self._fill, insert=True)

    def _fill(self, connection: Any, record: object) -> None:
        connection.deserialize(self._content)

    async def content(self) -> bytes:
        """Return everything that is stored now, for another store to begin with."""

        def serialized(db: Connection) -> bytes:
            raw: Any = db.connection.driver_connection
            content: bytes = raw.serialize()
            return content

        return await self.database.read(serialized)

    async def dispose(self) -> None:
        await super().dispose()
        event.remove(self.database.engine, "connect", self._fill)
        _idle_engines.append(self.database.engine)


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
    await upgrade(store.database)
    await store.dispose()
