import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.model.match import MatchId
from bot.store import SqlStore, open_store
from bot.store.database import Database as StoreDatabase
from bot.store.tables.matches import matches
from tests.blank import write_blank

POSTGRES = os.environ.get("BONEYARD_TEST_POSTGRES_URL")
"""A PostgreSQL on which the suite may create and drop databases."""

END_OTHER_SESSIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)

ENGINES = ("sqlite", "postgresql") if POSTGRES else ("sqlite",)


class Database:
    def __init__(self, url: str) -> None:
        self.url = url
        self._stores: list[SqlStore] = []

    def open(self, *, patience: float = 120.0) -> SqlStore:
        """Return a store that waits for locks so long that only a hang takes longer."""
        return self._keep(open_store(self.url, patience=patience))

    def open_read_only(self) -> SqlStore:
        if self.url.startswith("sqlite"):
            # The tests may run as root, who can write to a read-only file.
            url = self.url.replace(":///", ":///file:")
            return self._keep(open_store(f"{url}?mode=ro&uri=true"))
        settings = {"default_transaction_read_only": "on"}
        engine = create_async_engine(self.url, connect_args={"server_settings": settings})
        return self._keep(SqlStore(StoreDatabase(engine.sync_engine)))

    async def close(self) -> None:
        for store in self._stores:
            await store.dispose()

    def _keep(self, store: SqlStore) -> SqlStore:
        self._stores.append(store)
        return store


def url_of(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[SqlStore]:
    """Yield a store on a SQLite file, which has Boneyard's tables if it is new."""
    write_blank(file)
    store = open_store(url_of(file))
    yield store
    await store.dispose()


async def administer(*statements: str, database: str | None = None) -> None:
    """Run statements on the PostgreSQL of the tests, each in a transaction of its own."""
    engine = create_async_engine(address(database) if database else str(POSTGRES))
    async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)
    await engine.dispose()


def address(database: str) -> str:
    url = sa.make_url(str(POSTGRES)).set(database=database)
    return url.render_as_string(hide_password=False)


async def execute(store: SqlStore, statement: sa.Executable | str) -> None:
    executable = sa.text(statement) if isinstance(statement, str) else statement
    await store.database.write(lambda db: db.execute(executable).close())


async def outcomes_of(*attempts: Awaitable[Any]) -> list[Any]:
    """Make attempts at the same time; return results and errors."""
    return await asyncio.gather(*attempts, return_exceptions=True)


async def rows(store: SqlStore, query: str) -> list[tuple[Any, ...]]:
    return await store.database.read(lambda db: [tuple(row) for row in db.exec_driver_sql(query)])


@asynccontextmanager
async def holding(store: SqlStore, statement: sa.Executable) -> AsyncIterator[None]:
    """Execute a statement in a transaction that is committed when the block ends."""
    there = store.database
    db = await there.do(there.engine.connect)
    try:
        await there.do(partial(db.execute, statement))
        yield
        await there.do(db.commit)
    finally:
        await there.do(db.close)


KILLED = """
import asyncio, importlib, os, sys
from sqlalchemy import event
from bot.store import open_store

async def main(url, match_id, statement, module, work):
    store = open_store(url)

    @event.listens_for(store.database.engine, "before_cursor_execute")
    def die(connection, cursor, sent, *rest):
        if sent.startswith(statement):
            os._exit(9)

    await getattr(importlib.import_module(module), work)(store, int(match_id))

asyncio.run(main(*sys.argv[1:]))
"""


async def do_until_killed(database: Database, match_id: MatchId, statement: str, work: Any) -> None:
    """Do ``work`` in another process, which dies when it is about to send that statement."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", KILLED, database.url, str(match_id), statement),
        *(work.__module__, work.__name__),
        cwd=Path(__file__).parents[2],
    )
    assert await child.wait() == 9


def make_of_revision_0015(file: Path) -> None:
    """Make the database of somebody who ran the last version before the first release."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((Path(__file__).parent / "revision_0015.sql").read_text())


def touch() -> sa.Update:
    """Return a statement that changes nothing, and locks the matches until its transaction ends."""
    return matches.update().values(rules=matches.c.rules)
