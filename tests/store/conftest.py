import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.model.match import Match
from bot.store import SqlStore
from bot.store.tables.columns import metadata
from tests.blank import migrate, write_blank
from tests.store.matches import running
from tests.store.support import ENGINES, Database, address, administer

MIGRATED = f"boneyard_test_{os.getpid()}"
EMPTY = f"{MIGRATED}_empty"
"""The databases on PostgreSQL, with Boneyard's tables and without."""


@pytest.fixture(scope="session", params=ENGINES)
def engines(request: pytest.FixtureRequest) -> Iterator[str]:
    """Yield each kind of database: the suite runs once for each."""
    if request.param not in ENGINES:
        pytest.skip("BONEYARD_TEST_POSTGRES_URL is not set")
    if request.param == "sqlite":
        yield request.param
        return
    names = (MIGRATED, EMPTY)
    asyncio.run(administer(*(f'CREATE DATABASE "{name}"' for name in names)))
    asyncio.run(migrate(address(MIGRATED)))
    yield request.param
    asyncio.run(administer(*(f'DROP DATABASE "{name}" WITH (FORCE)' for name in names)))


@pytest.fixture
async def database(engines: str, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield a migrated database without rows."""
    if engines == "sqlite":
        write_blank(tmp_path / "boneyard.db")
        there = Database(f"sqlite+aiosqlite:///{tmp_path}/boneyard.db")
    else:
        tables = ", ".join(metadata.tables)
        await administer(f"TRUNCATE {tables} RESTART IDENTITY CASCADE", database=MIGRATED)
        there = Database(address(MIGRATED))
    yield there
    await there.close()


@pytest.fixture
async def bare(engines: str, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield a database without tables."""
    if engines == "sqlite":
        there = Database(f"sqlite+aiosqlite:///{tmp_path}/bare.db")
    else:
        await administer(*("DROP SCHEMA public CASCADE", "CREATE SCHEMA public"), database=EMPTY)
        there = Database(address(EMPTY))
    yield there
    await there.close()


@pytest.fixture
async def store(database: Database) -> SqlStore:
    return database.open()


@pytest.fixture
async def other(database: Database) -> SqlStore:
    """Return another store on the same database, as another process would have."""
    return database.open()


@pytest.fixture
async def match(store: SqlStore) -> Match:
    """Return a running match of two people whose log has the deal."""
    return await running(store)
