"""A database with our tables and nothing in them: migrated once, and copied from then on."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.store import open_store, upgrade


def write_blank(file: Path) -> None:
    """Put such a database where there is none."""
    if not file.exists():
        file.write_bytes(_blank())


@cache
def _blank() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as elsewhere:
        file = Path(folder) / "blank.db"
        elsewhere.submit(asyncio.run, _migrate(file)).result()
        return file.read_bytes()


async def _migrate(file: Path) -> None:
    store = open_store(f"sqlite+aiosqlite:///{file}")
    await upgrade(store.engine)
    await store.dispose()
