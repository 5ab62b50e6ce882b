import asyncio
import os
import signal

import pytest

from bot.service.ports.faults import StoreFault
from bot.store.coordination import direct_connection
from bot.store.coordination.direct_connection import DirectConnection
from bot.store.coordination.driver import Address
from bot.store.coordination.lock_table import is_same_database
from tests.store.coordinating import HANG, processes, until

on_postgres = pytest.mark.parametrize("engines", ["postgresql"], indirect=True)


@pytest.mark.parametrize("url", ["", "sqlite+aiosqlite://", "postgresql+psycopg://a:s3cret@b/c"])
def test_addresses_of_other_databases_are_refused(url):
    with pytest.raises(StoreFault, match="not one of PostgreSQL"):
        DirectConnection(url)


def test_an_address_with_options():
    options = "ssl=require&prepared_statement_cache_size=0"
    address = Address.of(f"postgresql+asyncpg://u:s%40@h:7/d?{options}")
    assert address.name == "h/d"
    assert address.options == {
        "user": "u", "password": "s@", "host": "h", "port": 7, "database": "d", "ssl": "require",
    }  # fmt: skip
    assert "s@" not in repr(address)


@on_postgres
async def test_what_fails_is_a_fault_of_the_store(database):
    async with processes(database.url, 1) as (one,):
        with pytest.raises(StoreFault, match="DivisionByZeroError"):
            await one.connection.fetch("SELECT 1 / 0")
        (row,) = await one.connection.fetch("SELECT current_setting('application_name') AS name")
        assert row["name"] == "boneyard"
        one.connection.begin_new_session()
        with pytest.raises(StoreFault, match="was lost"):
            await one.connection.fetch("SELECT 1")
        await one.restored.wait()
        await one.connection.close()
        with pytest.raises(StoreFault, match="was lost"):
            await one.connection.fetch("SELECT 1")


@on_postgres
async def test_a_hook_that_fails_is_tried_again_in_another_session(database, monkeypatch):
    monkeypatch.setattr(direct_connection, "FIRST_PAUSE", 0.001)
    failures = [StoreFault("no"), ValueError("no"), None]
    sessions = []
    async with processes(database.url) as (one, two):

        async def fail():
            sessions.append(one.connection.session)
            if failure := failures.pop(0):
                raise failure

        one.before_the_locks.append(fail)
        await one.end_session(by=two)
        assert not failures
        assert len(set(sessions)) == 3


@on_postgres
@pytest.mark.deep
async def test_a_session_that_hangs(database, monkeypatch):
    """It is noticed without anybody asking, commands fail, and closing does not wait for it."""
    monkeypatch.setattr(direct_connection, "CLOSING", 0.1)
    before = asyncio.all_tasks()
    stopped = []
    try:
        timing = {"answer": 0.5, "keepalive": 0.1}
        async with asyncio.timeout(HANG), processes(database.url, 1, **timing) as (one,):
            for _ in range(2):
                stopped.append(one.connection.session.pid)
                os.kill(stopped[-1], signal.SIGSTOP)
                await until(lambda: one.connection.session.pid != stopped[-1])
                await until(lambda: one.connection.is_connected)
        async with asyncio.timeout(HANG), processes(database.url, 1, answer=HANG * 2) as (one,):
            stopped.append(one.connection.session.pid)
            os.kill(stopped[-1], signal.SIGSTOP)
            asking = asyncio.create_task(one.connection.fetch("SELECT 1"))
            await asyncio.sleep(0)
            await one.connection.close()
            with pytest.raises(StoreFault):
                await asking
        if hanging_up := asyncio.all_tasks() - before:
            async with asyncio.timeout(HANG):
                await asyncio.wait(hanging_up)
    finally:
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)


@on_postgres
async def test_whether_two_addresses_lead_to_the_same_database(database, bare):
    async with processes(database.url, 1) as (one,):
        assert await is_same_database(one.connection, database.open().database)
        assert not await is_same_database(one.connection, bare.open().database)


class Client:
    """A client of a server or pooler that gives each statement one of these sessions in turn."""

    def __init__(self, told: int, *sessions: int) -> None:
        self.told = told
        self.sessions = list(sessions)

    def get_server_pid(self):
        return self.told

    async def fetch(self, query):
        return [{"pid": self.sessions.pop(0)}]

    def terminate(self):
        self.sessions = []


@pytest.mark.parametrize(
    ("first", "second", "shared"),
    [
        (Client(5, 5), None, False),  # PostgreSQL itself
        (Client(777, 5, 5), Client(778, 6), False),  # a pooler in session mode
        (Client(777, 5, 5), Client(778, 5), True),  # one in transaction mode
        (Client(777, 5, 6), Client(778, 7), True),  # the same when others use it, too
    ],
)
async def test_which_poolers_share_sessions(first, second, shared, monkeypatch):
    async def connect(address, answer, **options):
        return second

    monkeypatch.setattr(Address, "connect", connect)
    assert await Address({}, "h/d").shares_sessions(first, 1.0) is shared
