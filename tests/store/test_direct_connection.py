import asyncio
import logging
import os
import signal
from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given, strategies as st

from bot.service.ports.changes import Change, Subject
from bot.service.ports.faults import StoreFault
from bot.store.coordination import change_feed, direct_connection
from bot.store.coordination.change_feed import MOST_PENDING, NotOurs, payloads, read, word_of
from bot.store.coordination.direct_connection import DirectConnection
from bot.store.coordination.driver import Address
from bot.store.coordination.lock_table import LockKind, describe, holders_in, is_same_database
from tests.store.coordinating import HANG, processes, shards, until

SINCE = datetime(2026, 11, 23, 8, 1, 12, tzinfo=UTC)
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


def lock(kind, id_, pid=1, **values):
    return {"kind": kind, "id": id_, "pid": pid, "since": SINCE, "address": None} | values


def test_the_sentence_names_held_shards_and_a_different_shard_count():
    other = {"pid": 2, "since": None, "address": "10.0.0.5"}
    of_other = lock(LockKind.HOLD, 1, **other), lock(LockKind.COUNT, 8, **other)
    holders = holders_in([*(lock(LockKind.HOLD, each) for each in (0, 2, 3)), *of_other])
    wanted = shards(4, 2, 3)
    assert describe([each for each in holders if each.is_in_the_way_of(wanted)], wanted) == (
        "Shards 2–3 are held by another process since 2026-11-23 08:01:12 UTC; stop that one "
        "first. Another process has run with SHARD_COUNT=8 since an unknown time (from 10.0.0.5), "
        "and this one has 4; all must have the same."
    )


LAST = Change(Subject.SERVER, 1)
IDS = st.integers(0, 2**63 - 1)
MATCHES = st.builds(Change, st.just(Subject.MATCH), IDS, st.none() | IDS)
CHANGES = MATCHES | st.builds(Change, st.sampled_from(Subject), IDS)
WORDS = st.text("mpes:!0123456789 ", max_size=30) | st.text(max_size=10)


@on_postgres
async def test_a_thousand_changes(database):
    changes = [Change(Subject.MATCH, 2**62 + each, each or None) for each in range(1000)]
    async with processes(database.url, 3) as (one, two, three):
        for each in (*changes, *changes):
            one.feed.announce(each)
        two.feed.announce(LAST)
        await until(lambda: len(three.heard) > 1000 and len(two.heard) > 999 and one.heard)
        assert [each for each in three.heard if each != LAST] == changes
        assert two.heard == changes
        assert one.heard == [LAST]


@on_postgres
async def test_the_last_changes_are_sent_before_the_end(database):
    async with processes(database.url) as (one, two):
        one.feed.announce(LAST)
        await one.feed.close()
        await one.connection.close()
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        await two.connection.fetch("SELECT")
        assert two.heard == [LAST]


@on_postgres
async def test_notifications_of_others(database, caplog):
    async with processes(database.url) as (one, two):
        for garbage in ("", "x", "0123abcd m1:", "m1", "é" * 2000):
            await one.connection.fetch("SELECT pg_notify($1, $2)", change_feed.CHANNEL, garbage)
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        assert two.heard == [LAST]
        warnings = [each for each in caplog.records if each.levelno >= logging.WARNING]
        assert len(warnings) == 2, "one for each process"


@on_postgres
async def test_after_a_lost_session_both_processes_hear_that_changes_were_missed(database):
    async with processes(database.url) as (one, two):
        one.connection.begin_new_session()
        for number in range(2 * MOST_PENDING):
            one.feed.announce(Change(Subject.PERSON, number))
        assert not one.feed._pending
        await until(lambda: one.heard and two.heard)
        one.feed.announce(LAST)
        two.feed.announce(LAST)
        await until(lambda: len(one.heard) > 1 and len(two.heard) > 1)
        assert one.heard == two.heard == ["missed", LAST]


@on_postgres
async def test_far_too_many_changes(database):
    async with processes(database.url) as (one, two):
        for number in range(MOST_PENDING + 2):
            one.feed.announce(Change(Subject.PERSON, number))
        await until(lambda: len(two.heard) > 1)
        assert two.heard == ["missed", Change(Subject.PERSON, MOST_PENDING + 1)]


@on_postgres
async def test_a_listener_that_fails(database, caplog):
    async with processes(database.url) as (one, two):
        two.feed._heard.insert(0, lambda change: 1 // 0)
        one.feed.announce(LAST)
        await until(lambda: two.heard)
        assert "ZeroDivisionError" in caplog.text


@given(st.lists(CHANGES, max_size=600))
def test_changes_are_read_as_they_were_sent(changes):
    texts = list(payloads("0123abcd", map(word_of, changes)))
    assert all(len(text.encode()) <= change_feed.MAX_PAYLOAD for text in texts)
    assert [change for text in texts for change in read(text)[1]] == changes
    assert len(texts) <= 1 + len(changes) // 150


@given(st.text(max_size=20) | st.builds("0123abcd {}".format, WORDS))
def test_only_what_we_send_is_read(payload):
    with suppress(NotOurs):
        instance, changes = read(payload)
        words = ["!" if each is None else word_of(each) for each in changes]
        assert " ".join([instance, *words]) == payload


@pytest.mark.parametrize(
    "words",
    [
        *("", " ", "  m1", " m1 ", " m1\n", " m1:", " p1:2", " m-1", " x1", " m01", " m٣"),
        *(" m9223372036854775808", " m1:9223372036854775808", " m1" * 4000),
    ],
)
def test_changes_that_nobody_sends(words):
    with pytest.raises(NotOurs):
        read(f"0123abcd{words}")
