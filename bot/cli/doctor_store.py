"""Checks of the database and the shards; each yields a verdict in plain words."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from bot.cli.errors import one_line
from bot.config import Settings
from bot.model.shards import Shards
from bot.service.ports.faults import StoreFault
from bot.store import SchemaState, check, open_store
from bot.store.coordination.direct_connection import DirectConnection
from bot.store.coordination.lock_table import Holder, describe, is_same_database, read_holders

DATABASE_TIMEOUT = 8.0
"""Seconds within which the database has to answer."""
ANSWER = 4.0
"""Seconds that PostgreSQL may take for each answer."""


@dataclass(frozen=True, slots=True)
class Verdict:
    about: str
    text: str
    fine: bool = True

    def __str__(self) -> str:
        return f"{'ok   ' if self.fine else 'WRONG'}  {self.about}: {one_line(self.text)}"


async def check_database(settings: Settings) -> Verdict:
    try:
        is_pooled = settings.database_direct_url is not None
        store = open_store(settings.database_url, pooled=is_pooled)
        try:
            async with asyncio.timeout(DATABASE_TIMEOUT):
                schema = await check(store.database)
        finally:
            await store.dispose()
    except TimeoutError:
        return Verdict("database", "it does not answer", fine=False)
    except StoreFault as fault:
        return Verdict("database", str(fault), fine=False)
    if schema.state is SchemaState.NEWER:
        return Verdict("database", str(schema), fine=False)
    return Verdict("database", f"it can be written. {schema}")


async def examine_shards(settings: Settings) -> AsyncIterator[Verdict]:
    """Say which shards a process with these settings would hold, and whether others hold them."""
    shards = Shards.from_settings(settings.shard_count, settings.shard_ids)
    if settings.database_url.startswith("sqlite"):
        yield _on_sqlite(shards)
        return
    about = "direct" if settings.database_direct_url else "database"
    try:
        connection = DirectConnection(
            settings.database_direct_url or settings.database_url, answer=ANSWER
        )
        try:
            await connection.open()
            if settings.database_direct_url:
                yield await _direct(connection, settings.database_url)
            yield _verdict(shards, await read_holders(connection))
        finally:
            await connection.close()
    except StoreFault as fault:
        yield Verdict(about, str(fault), fine=False)


def _on_sqlite(shards: Shards | None) -> Verdict:
    if shards is None or shards.are_all:
        return Verdict("shards", "all, in one process")
    text = f"{shards} of {shards.count}, but a SQLite file is for one process, which needs them all"
    return Verdict("shards", f"{text}; leave SHARD_IDS out, or use PostgreSQL", fine=False)


async def _direct(connection: DirectConnection, url: str) -> Verdict:
    store = open_store(url, answer=ANSWER, pooled=True)
    try:
        same = await is_same_database(connection, store.database)
    finally:
        await store.dispose()
    if same:
        return Verdict("direct", "DATABASE_DIRECT_URL leads to the same database as DATABASE_URL")
    text = "DATABASE_DIRECT_URL leads to another database than DATABASE_URL"
    return Verdict("direct", text, fine=False)


def _verdict(shards: Shards | None, holders: Sequence[Holder]) -> Verdict:
    """Say who holds the shards. That a process does is no error: it is what runs now."""
    if shards is None:
        own, others = "all, as many as Discord recommends", list(holders)
    else:
        odd = [each for each in holders if each.count not in {None, shards.count}]
        if odd:
            return Verdict("shards", describe(odd, shards), fine=False)
        own = f"{shards} of {shards.count}"
        others = [each for each in holders if each.shards & shards.ids]
    if not others:
        return Verdict("shards", f"{own}, which no process holds now")
    return Verdict("shards", f"{own}; {', '.join(_held(each, shards) for each in others)}")


def _held(holder: Holder, shards: Shards | None) -> str:
    ids = holder.shards if shards is None else holder.shards & shards.ids
    return f"a running process has held {Shards(holder.count or 0, ids)} {holder}"
