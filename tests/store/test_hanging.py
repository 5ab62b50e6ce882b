"""A PostgreSQL that accepts statements and never answers: callers are told, nobody waits on."""

import asyncio
import os
import signal
import struct
from contextlib import asynccontextmanager, closing, suppress

import pytest
import sqlalchemy as sa

from bot.cli import doctor
from bot.config import Settings
from bot.service.ports.faults import StoreFault
from bot.store import check, open_store, upgrade
from bot.store.engine import LOCK_TIMEOUT, MIGRATING, create_engine, migrating
from bot.store.postgresql import ANSWER
from tests.store.support import AT, new, play, reread, running

HANG = 60
"""Seconds after which waiting counts as a hang."""
DECLINES_TLS, REQUESTS_TLS = b"N", 80877103
READY = ((b"R", bytes(4)), (b"S", b"server_version\00016\0"), (b"K", bytes(8)), (b"Z", b"I"))
"""A login without a password, in the wire protocol."""


async def stay_silent(reader, writer):
    """Read what a client sends until it hangs up."""
    while await reader.read(4096):
        pass


async def stay_silent_after_the_login(reader, writer):
    """Accept a client, and answer none of its statements."""
    request = None
    while request != 3 << 16:
        (length,) = struct.unpack("!I", await reader.readexactly(4))
        body = await reader.readexactly(length - 4)
        (request,) = struct.unpack("!I", body[:4])
        if request == REQUESTS_TLS:
            writer.write(DECLINES_TLS)
        elif request != 3 << 16:
            return  # it asks for a statement to be cancelled
    for kind, content in READY:
        writer.write(kind + struct.pack("!I", len(content) + 4) + content)
    await stay_silent(reader, writer)


@asynccontextmanager
async def listening(handler):
    """Serve ``handler`` for every connection on loopback; yield the server's address."""
    handling: list[asyncio.Future[None]] = []

    async def handle(reader, writer):
        done = asyncio.get_running_loop().create_future()
        handling.append(done)
        # A busy client gives up before it is accepted.
        with suppress(asyncio.IncompleteReadError, ConnectionError), closing(writer):
            await handler(reader, writer)
        with suppress(ConnectionError):
            await writer.wait_closed()
        done.set_result(None)

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield f"postgresql+asyncpg://boneyard:s3cret@127.0.0.1:{port}/boneyard"
        await asyncio.wait(handling)


@pytest.mark.parametrize("handler", [stay_silent, stay_silent_after_the_login])
async def test_a_server_that_falls_silent_is_out_of_reach(handler):
    before = asyncio.all_tasks()
    async with asyncio.timeout(HANG):
        async with listening(handler) as url:
            store = open_store(url, answer=0.1)
            for attempt in (
                check(store.engine),
                upgrade(store.engine),
                store.match(1),
                store.open_match(new(), AT),
                store.census(),
            ):
                with pytest.raises(
                    StoreFault, match=r"boneyard cannot be reached: it does not answer"
                ):
                    await attempt
            assert store.engine.pool.status().endswith("Checked out connections: 0")
            await store.dispose()
        if hanging_up := asyncio.all_tasks() - before:
            await asyncio.wait(hanging_up)


async def test_the_doctor_does_not_wait_for_it(monkeypatch):
    monkeypatch.setattr(doctor, "DATABASE_TIMEOUT", 0.1)
    async with asyncio.timeout(HANG), listening(stay_silent) as url:
        verdict = await doctor._database(Settings(database_url=url, _env_file=None))
    assert str(verdict) == "WRONG  database: it does not answer"


async def test_there_is_time_for_a_lock_and_for_a_migration():
    """PostgreSQL gives up on a lock before we give up on PostgreSQL."""
    given = []

    def note(dialect, record, arguments, keywords):
        given.append(keywords)
        raise ConnectionRefusedError

    engine = create_engine("postgresql+asyncpg://boneyard@127.0.0.1:1/boneyard")
    assert LOCK_TIMEOUT < ANSWER < MIGRATING
    async with migrating(engine) as slow:
        for each in (engine, slow):
            sa.event.listen(each.sync_engine, "do_connect", note)
            with pytest.raises(ConnectionRefusedError):
                await each.connect()
    assert [each["command_timeout"] for each in given] == [ANSWER, MIGRATING]
    assert [each["timeout"] for each in given] == [ANSWER, ANSWER]
    assert given[0]["server_settings"]["lock_timeout"] == str(round(LOCK_TIMEOUT * 1000))


@pytest.mark.deep
@pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
async def test_a_server_process_that_is_stopped_and_goes_on(database, store):
    match = await running(store)
    hasty = open_store(database.url, answer=0.5)
    async with hasty.engine.connect() as connection:
        pid: int = (await connection.execute(sa.select(sa.func.pg_backend_pid()))).scalar_one()
    async with asyncio.timeout(HANG):
        os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(StoreFault, match=r"does not answer|was lost"):
                await play(hasty, match, 1)
            await play(hasty, match, 1)  # over a connection of its own
        finally:
            os.kill(pid, signal.SIGCONT)
        await play(hasty, match, 2)
    assert (await reread(store, match)).ply == 3
    await hasty.dispose()
