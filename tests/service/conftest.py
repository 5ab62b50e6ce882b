from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.store import open_store
from bot.store.tables import metadata
from tests.service.clockwork import Clockhouse, Time
from tests.service.house import House, MemoryStore


@pytest.fixture(params=["memory", "sqlite"])
async def house(request) -> AsyncIterator[House]:
    """The service over a store in dictionaries, and over the real one."""
    if request.param == "memory":
        there = House()
    else:
        store = open_store("sqlite+aiosqlite://")
        async with store.engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
        there = House(store)
    yield there
    await there.boneyard.close()
    await there.store.dispose()


@pytest.fixture
async def time(monkeypatch) -> Time:
    """Timers that are set in a test ring when the test says how much time goes by."""
    time = Time()
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", time.call_later)
    return time


@pytest.fixture
async def there(time) -> AsyncIterator[Clockhouse]:
    """A house whose clock runs."""
    there = Clockhouse(time, MemoryStore())
    yield there
    await there.boneyard.close()
