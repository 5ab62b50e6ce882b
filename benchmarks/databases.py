"""Databases of their own on the PostgreSQL that the environment names."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import sqlalchemy as sa
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.measures import Measure

POSTGRES_URL = os.environ.get("BONEYARD_TEST_POSTGRES_URL")
"""The address of a server on which databases may be made; ``None`` if there is none."""

_numbers = count(1)


def without_postgres(name: str) -> Measure:
    """Return the line for a measure that needs PostgreSQL if there is none."""
    why = "BONEYARD_TEST_POSTGRES_URL is not set and there is no pg_virtualenv"
    return Measure(name=name, value=None, unit="", beside=why, skipped=True)


@asynccontextmanager
async def fresh_database(server: str) -> AsyncIterator[str]:
    """Make an empty database, yield its address, and drop it at the end."""
    name = f"bench_{os.getpid()}_{next(_numbers)}"
    await command(server, f"CREATE DATABASE {name}")
    try:
        yield make_url(server).set(database=name).render_as_string(hide_password=False)
    finally:
        await command(server, f"DROP DATABASE {name} WITH (FORCE)")


async def is_durable(url: str) -> bool:
    """Return whether a commit waits until it is on the disk."""
    wanted = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
    return all([await value(url, f"SHOW {name}") == on for name, on in wanted.items()])


async def value(url: str, query: str) -> Any:  # noqa: ANN401 - whatever is asked for
    """Return the first value that a query finds."""
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connection:
            return await connection.scalar(sa.text(query))
    finally:
        await engine.dispose()


async def written(url: str) -> float:
    """Return the bytes of WAL that the server has written so far."""
    return float(await value(url, "SELECT pg_current_wal_insert_lsn() - '0/0'"))


async def backends(url: str) -> list[int]:
    """Return the ids of PostgreSQL's processes for the connections to a database."""
    query = "SELECT array_agg(pid) FROM pg_stat_activity WHERE datname = current_database()"
    return list(await value(url, f"{query} AND pid <> pg_backend_pid()"))


async def command(url: str, statement: str) -> None:
    """Carry out a statement that may not be part of a transaction."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    try:
        async with engine.connect() as connection:
            await connection.execute(sa.text(statement))
    finally:
        await engine.dispose()
