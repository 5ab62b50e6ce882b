"""Behind PgBouncer in transaction mode, every transaction may be on another connection."""

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.cli.doctor_store import examine_shards
from bot.config import Settings
from bot.model.shards import Shards
from bot.service.ports.faults import Conflict
from bot.store import SchemaState, SqlStore, check, open_store, upgrade
from tests.store.matches import ANA, AT, BEN, new, play, reread, running
from tests.store.scored import finish, first, score
from tests.store.support import END_OTHER_SESSIONS, execute, outcomes_of, rows

PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
pytestmark = [
    pytest.mark.deep,
    pytest.mark.skipif(PGBOUNCER is None, reason="pgbouncer is not installed"),
    pytest.mark.parametrize("engines", ["postgresql"], indirect=True),
]
SERVER_CONNECTIONS = 2
"""Fewer than the stores have, so that they take turns."""
CONFIGURATION = """
[databases]
{server.database} = host={server.host} port={port} user={server.username} password={server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own_port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
"""
NAMED = "SELECT count(*) FROM pg_prepared_statements"


@pytest.fixture
async def pooler(bare, tmp_path: Path) -> AsyncIterator[str]:
    server = sa.make_url(bare.url)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        own_port = free.getsockname()[1]
    file = tmp_path / "pgbouncer.ini"
    values = {"own_port": own_port, "size": SERVER_CONNECTIONS, "port": server.port or 5432}
    file.write_text(CONFIGURATION.format(server=server, **values))
    as_nobody = ["-u", "nobody"] if os.geteuid() == 0 else []  # it refuses to run as root
    process = await asyncio.create_subprocess_exec(str(PGBOUNCER), "-q", *as_nobody, str(file))
    async with asyncio.timeout(60):
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", own_port)
                writer.close()
                break
            await asyncio.sleep(0.05)
    there = server.set(host="127.0.0.1", port=own_port, username="boneyard", password=None)
    yield there.render_as_string(hide_password=False)
    process.terminate()
    await process.wait()


@pytest.fixture
async def stores(pooler: str) -> AsyncIterator[tuple[SqlStore, SqlStore]]:
    both = open_store(pooler, pooled=True), open_store(pooler, pooled=True)
    yield both
    for each in both:
        await each.dispose()


async def test_two_stores_play_through_it(stores):
    store, other = stores
    upgraded = await asyncio.gather(*(upgrade(each.database) for each in stores))
    assert [each.state for each in upgraded] == [SchemaState.CURRENT] * 2
    assert (await check(store.database)).state is SchemaState.CURRENT

    async def play_on(each: SqlStore, channel: int) -> int:
        match = await running(each, channel)
        for ply in range(1, 9):
            await play(each, match, ply)
            assert len(await each.log(match.id)) == ply + 1
            await each.census(Shards(2, frozenset({0})))
        return (await reread(other, match)).ply

    plies = await asyncio.gather(*(play_on(each, nth) for nth, each in enumerate(stores * 6)))
    assert plies == [9] * 12

    match = await running(store, 100)
    outcomes = await outcomes_of(*(play(each, match, 1, revision=2) for each in stores))
    assert sorted(type(each).__name__ for each in outcomes) == ["Conflict", "NoneType"]
    with pytest.raises(Conflict):
        await other.mark_shown(match.id, match.revision, 1, 1)

    ended = await finish(store, *first(ANA, BEN))
    await score(other, ended)
    assert [each.user_id for each in await store.scored(ended)] == [ANA, BEN]

    assert await rows(store, NAMED) == [(0,)], "none is left for others to stumble on"


async def test_connections_lost_behind_it_are_replaced(stores):
    store, other = stores
    await upgrade(store.database)
    match = await store.open_match(new(), AT)
    await execute(other, END_OTHER_SESSIONS)
    assert await reread(store, match) == match


async def test_the_doctor_compares_its_database_with_that_of_the_direct_address(bare, pooler):
    given = Settings(database_url=pooler, database_direct_url=bare.url, _env_file=None)
    verdicts = [each async for each in examine_shards(given)]
    assert [each.about for each in verdicts if each.fine] == ["direct", "shards"], verdicts
