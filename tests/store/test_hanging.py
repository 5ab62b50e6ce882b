import asyncio
import gc
import logging
import os
import signal
import socket
import struct
from contextlib import asynccontextmanager, closing, suppress

import pytest
import sqlalchemy as sa

from bot.cli import doctor_store
from bot.config import Settings
from bot.model.shards import ALONE
from bot.service.ports.faults import StoreFault
from bot.store import check, open_store, postgresql, upgrade
from bot.store.coordination.direct_connection import DirectConnection
from bot.store.database import LOCK_TIMEOUT
from bot.store.engine import MIGRATING, migrating, open_database
from bot.store.postgresql import ANSWER, KEEPALIVES, ignore_abandoned_logins
from tests.store.coordinating import HANG
from tests.store.matches import AT, new, play, reread
from tests.store.support import holding, outcomes_of, rows, touch

DECLINES_TLS, REQUESTS_TLS = b"N", 80877103
READY = ((b"R", bytes(4)), (b"S", b"server_version\00016\0"), (b"K", bytes(8)), (b"Z", b"I"))
"""A login without a password, in the wire protocol."""
STEPS = 20
"""More turns of the event loop than a connection on this machine takes."""


async def stay_silent(reader, writer):
    while await reader.read(4096):
        pass


async def stay_silent_after_the_login(reader, writer):
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
        if handling:
            await asyncio.wait(handling)


@pytest.mark.parametrize("handler", [stay_silent, stay_silent_after_the_login])
async def test_a_server_that_falls_silent_is_out_of_reach(handler):
    before = asyncio.all_tasks()
    async with asyncio.timeout(HANG):
        async with listening(handler) as url:
            store, connection = open_store(url, answer=0.1), DirectConnection(url, answer=0.1)
            for attempt in (
                *(connection.open(), check(store.database), upgrade(store.database)),
                *(store.match(1), store.open_match(new(), AT), store.census(ALONE)),
            ):
                with pytest.raises(StoreFault, match="cannot be reached: it does not answer"):
                    await attempt
            assert store.database.engine.pool.status().endswith("Checked out connections: 0")
            await store.dispose()
            await connection.close()
        if hanging_up := asyncio.all_tasks() - before:
            await asyncio.wait(hanging_up)


async def test_those_who_get_no_connection_are_told_sooner():
    async with asyncio.timeout(HANG), listening(stay_silent_after_the_login) as url:
        store = open_store(url, answer=1.0, patience=0.1, connections=2)
        outcomes = await outcomes_of(*(store.revision(1) for _ in range(6)))
        told = sorted(str(each).partition("/boneyard ")[2] for each in outcomes)
        busy = "is held by somebody else; it may work in a moment."
        assert told == ["cannot be reached: it does not answer."] * 2 + [busy] * 4
        await store.dispose()


async def test_the_doctor_does_not_wait_for_it(monkeypatch):
    monkeypatch.setattr(doctor_store, "DATABASE_TIMEOUT", 0.1)
    async with asyncio.timeout(HANG), listening(stay_silent) as url:
        verdict = await doctor_store.check_database(Settings(database_url=url, _env_file=None))
    assert str(verdict) == "WRONG  database: it does not answer"


async def test_there_is_time_for_a_lock_and_for_a_migration():
    """PostgreSQL gives up on a lock before we give up on PostgreSQL."""
    given = []

    def note(dialect, record, arguments, keywords):
        given.append(keywords)
        raise ConnectionRefusedError

    database = open_database("postgresql+asyncpg://boneyard@127.0.0.1:1/boneyard")
    assert LOCK_TIMEOUT < ANSWER < MIGRATING
    async with migrating(database) as slow:
        for each in (database, slow):
            sa.event.listen(each.engine, "do_connect", note)
            with pytest.raises(StoreFault, match="cannot be reached"):
                await each.do(each.engine.connect)
    assert [each["command_timeout"] for each in given] == [ANSWER, MIGRATING]
    assert [each["timeout"] for each in given] == [ANSWER, ANSWER]
    limits = given[0]["server_settings"]
    assert limits["lock_timeout"] == str(round(LOCK_TIMEOUT * 1000))
    assert LOCK_TIMEOUT < int(limits["statement_timeout"]) / 1000 < ANSWER


@pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
async def test_both_sides_probe_whether_the_other_is_there(store):
    def probes(db):
        peer = db.connection.driver_connection._transport.get_extra_info("socket")
        if peer.family == socket.AF_UNIX:
            pytest.skip("the server is reached by a socket of this machine")
        assert peer.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert peer.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT) == KEEPALIVES["count"]
        interval = db.scalar(sa.text("SHOW tcp_keepalives_interval"))
        assert interval == str(KEEPALIVES["interval"])

    await store.database.read(probes)


@pytest.mark.deep
@pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
async def test_a_process_that_stops_in_a_transaction_loses_its_locks(database, store, match):
    stopped = open_store(database.url, answer=0.5)
    async with asyncio.timeout(HANG):
        with pytest.raises(StoreFault, match="was lost"):
            async with holding(stopped, touch()):
                await play(store, match, 1)
    await stopped.dispose()


@asynccontextmanager
async def stopped_backend(store):
    """Stop the process of PostgreSQL behind the store's only connection."""
    ((pid,),) = await rows(store, "SELECT pg_backend_pid()")
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@pytest.mark.deep
@pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
async def test_a_server_process_that_is_stopped_holds_up_nobody_else(database, store, match):
    busy = open_store(database.url, answer=HANG)
    async with asyncio.timeout(HANG):
        async with stopped_backend(busy):
            hanging = asyncio.create_task(busy.match(match.id))
            await asyncio.sleep(0)
            for _ in range(3):
                await play(busy, match, (await reread(busy, match)).ply)
            assert not hanging.done()
        assert await hanging is not None
    await busy.dispose()


@pytest.mark.deep
@pytest.mark.parametrize("engines", ["postgresql"], indirect=True)
async def test_a_server_process_that_is_stopped_and_goes_on(database, store, match):
    hasty = open_store(database.url, answer=0.5)
    async with asyncio.timeout(HANG):
        async with stopped_backend(hasty):
            with pytest.raises(StoreFault, match=r"does not answer|was lost"):
                await play(hasty, match, 1)
            await play(hasty, match, 1)  # over a connection of its own
        await play(hasty, match, 2)
    assert (await reread(store, match)).ply == 3
    await hasty.dispose()


async def abandon_logins():
    """Begin to log in where nobody answers, and give up at each possible moment."""
    asyncpg = pytest.importorskip("asyncpg")
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host, port = silent.getsockname()
        for steps in range(STEPS):
            login = asyncio.create_task(asyncpg.connect(host=host, port=port, user="nobody"))
            for _ in range(steps):
                await asyncio.sleep(0)
            login.cancel()
            await asyncio.wait([login])
            await asyncio.sleep(0)
        gc.collect()


async def test_an_abandoned_login_is_not_logged(caplog):
    log = logging.getLogger("asyncio")
    log.removeFilter(postgresql._is_worth_logging)
    await abandon_logins()
    assert "unexpected connection_lost() call" in caplog.text
    caplog.clear()

    ignore_abandoned_logins()
    await abandon_logins()
    assert caplog.text == ""


async def test_other_errors_of_connections_are_logged(caplog):
    ignore_abandoned_logins()
    asyncio.get_running_loop().create_future().set_exception(ConnectionError("another"))
    gc.collect()
    assert "another" in caplog.text
