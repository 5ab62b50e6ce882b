import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store import SqlStore
from tests.store.support import ENGINES, Database, Server, server


@pytest.fixture(scope="session", params=ENGINES)
def engines(request: pytest.FixtureRequest, tmp_path_factory) -> Iterator[Server]:
    if request.param not in ENGINES:
        pytest.skip("BONEYARD_TEST_POSTGRES_URL is not set")
    there = server(request.param, tmp_path_factory.mktemp(request.param))
    asyncio.run(there.begin())
    yield there
    asyncio.run(there.end())


@pytest.fixture
async def database(engines: Server, tmp_path: Path) -> AsyncIterator[Database]:
    there = await engines.database(tmp_path, empty=False)
    yield there
    await there.close()


@pytest.fixture
async def bare(engines: Server, tmp_path: Path) -> AsyncIterator[Database]:
    there = await engines.database(tmp_path, empty=True)
    yield there
    await there.close()


@pytest.fixture
async def store(database: Database) -> SqlStore:
    return database.open()


@pytest.fixture
async def other(database: Database) -> SqlStore:
    """Return another store on the same database, as another process would have."""
    return database.open()
