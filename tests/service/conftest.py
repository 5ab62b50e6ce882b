from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.store import open_store, upgrade
from tests.service.house import House


@pytest.fixture(params=["memory", "sqlite"])
async def house(request) -> AsyncIterator[House]:
    """The service over a store in dictionaries, and over the real one."""
    if request.param == "memory":
        there = House()
    else:
        store = open_store("sqlite+aiosqlite://")
        await upgrade(store.engine)
        there = House(store)
    yield there
    await there.boneyard.close()
    await there.store.dispose()
