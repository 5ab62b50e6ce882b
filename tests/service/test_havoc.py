"""Thousands of things happen by chance, good and bad; what is stored is right after each."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event

from bot.service import boneyard, computers, scoring
from bot.store import open_store, upgrade
from tests.service.clockwork import Time
from tests.service.havoc import Havoc
from tests.service.house import MemoryStore

EVERY = 40
"""Steps after which everything works for a while."""


@pytest.fixture(autouse=True)
def thoughts_in_place(monkeypatch) -> None:
    """Whatever thinks does so where it is, so that it is known when nobody thinks."""

    async def in_place(do: Any, *args: Any) -> Any:
        await asyncio.sleep(0)
        return do(*args)

    monkeypatch.setattr(computers, "asyncio", SimpleNamespace(to_thread=in_place))
    monkeypatch.setattr(scoring, "asyncio", SimpleNamespace(to_thread=in_place))
    chance = random.Random(1)
    monkeypatch.setattr(boneyard, "random", SimpleNamespace(SystemRandom=lambda: chance))


async def lived_through(store: Any, time: Time, seed: int, steps: int) -> Havoc:
    world = Havoc(seed, time, store)
    try:
        for number in range(1, steps + 1):
            punctual = await world.step()
            await world.auditor.check(punctual=punctual)
            if number % EVERY == 0:
                await world.calm()
        await world.end()
    except BaseException as error:
        error.add_note(f"seed {seed}, {time.now()}, {len(world.happened)}: {world.happened[-12:]}")
        raise
    return world


def _no_disk_to_wait_for(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


@asynccontextmanager
async def in_sqlite(file: Path) -> AsyncIterator[Any]:
    store = open_store(f"sqlite+aiosqlite:///{file}")
    event.listen(store.engine.sync_engine, "connect", _no_disk_to_wait_for)
    await upgrade(store.engine)
    try:
        yield store
    finally:
        await store.dispose()


@pytest.mark.parametrize("seed", range(2))
async def test_some_havoc(time, seed) -> None:
    world = await lived_through(MemoryStore(), time, seed, 500)
    assert world.auditor.played["person"] > 50


async def test_some_havoc_in_a_database(time, tmp_path) -> None:
    async with in_sqlite(tmp_path / "havoc.db") as store:
        await lived_through(store, time, 100, 80)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 12))
async def test_much_havoc(time, seed) -> None:
    world = await lived_through(MemoryStore(), time, seed, 1000)
    assert all(world.auditor.played[who] for who in ("person", "computer", "clock", "habit"))


@pytest.mark.long
async def test_much_havoc_in_a_database(time, tmp_path) -> None:
    async with in_sqlite(tmp_path / "havoc.db") as store:
        await lived_through(store, time, 200, 300)
