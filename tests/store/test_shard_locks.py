import asyncio
import os
import re
import signal
from typing import Any

import pytest

from bot.cli.doctor_store import examine_shards
from bot.config import Settings
from bot.store.coordination import shard_locks
from bot.store.coordination.lock_table import LockKind, read_holders
from bot.store.coordination.shard_locks import IdentifyLocks, ShardsHeld
from tests.store.coordinating import HANG, processes, shards, until
from tests.store.test_hanging import listening, stay_silent_after_the_login

pytestmark = pytest.mark.parametrize("engines", ["postgresql"], indirect=True)

LOCKS_OF = """
SELECT classid::bigint AS kind, objid::bigint AS id FROM pg_locks
WHERE locktype = 'advisory' AND pid = $1
"""


async def locks_of(process, asked_by):
    rows = await asked_by.connection.fetch(LOCKS_OF, process.connection.session.pid)
    return sorted((LockKind(row["kind"]), row["id"]) for row in rows)


async def test_all_or_none(database):
    async with processes(database.url, 3) as (one, two, three):
        await one.locks.take(shards(8, 2, 3, 4))
        since = one.connection.session.since
        with pytest.raises(ShardsHeld) as refused:
            await two.locks.take(shards(8, 0, 1, 2, 3, 6))
        assert re.sub(r" \(from [0-9a-f.:]+\)", "", str(refused.value)) == (
            f"Shards 2–3 are held by another process since {since:%Y-%m-%d %H:%M:%S} UTC; "
            "stop that one first."
        )
        assert await locks_of(two, one) == []
        with pytest.raises(ShardsHeld, match="Shard 4 is held"):
            await two.locks.take(shards(8, 4))
        await two.locks.take(shards(8, 0, 1, 5))
        with pytest.raises(ShardsHeld, match=r"Shards 0–1 are held .* Shard 2 is held"):
            await three.locks.take(shards(8, 0, 1, 2))
        holders = await read_holders(three.connection)
        assert [each.shards for each in holders] == [{0, 1, 5}, {2, 3, 4}]
        await one.release()
        await three.locks.take(shards(8, 2, 3, 4))
        assert await locks_of(one, two) == []


async def test_of_two_that_want_the_same_at_once_one_gets_it(database):
    async with processes(database.url, 3) as started:
        wanted = [shards(8, 0, 1, 2, 3), shards(8, 1, 2, 3, 4), shards(8, 2, 3, 4, 5)]
        for _ in range(20):
            attempts = [each.locks.take(these) for each, these in zip(started, wanted, strict=True)]
            results = await asyncio.gather(*attempts, return_exceptions=True)
            assert results.count(None) == 1
            assert sum(isinstance(each, ShardsHeld) for each in results) == 2
            for each in started:
                await each.release()


async def test_everybody_has_the_same_number_of_shards(database):
    async with processes(database.url) as (one, two):
        await one.locks.take(shards(4, 0, 1))
        with pytest.raises(ShardsHeld, match=r"SHARD_COUNT=4 .* has 8; all must have the same"):
            await two.locks.take(shards(8, 4, 5))
        assert await locks_of(two, one) == []
        await two.locks.take(shards(4, 2, 3))


async def test_locks_are_taken_again_in_a_new_session(database):
    async with processes(database.url) as (one, two):
        await one.locks.take(shards(4, 0, 1))
        before = await locks_of(one, two)
        assert len(before) == 3
        for _ in range(2):
            pid = one.connection.session.pid
            await one.end_session(by=two)
            assert one.connection.session.pid != pid
            assert await locks_of(one, two) == before
        assert one.lost == []


async def test_a_new_process_has_the_shards_as_soon_as_their_holder_has_ended(database):
    async with asyncio.timeout(HANG), processes(database.url, 3) as (old, new, other):
        await old.locks.take(shards(1, 0))
        claiming = asyncio.create_task(new.locks.claim(shards(4, 0, 1)))
        await asyncio.sleep(3 * shard_locks.WAITING_POLL)
        await new.end_session(by=other)
        assert not claiming.done()
        await old.connection.close()
        await claiming
        assert [lock for lock, _ in await locks_of(new, other)].count(LockKind.HOLD) == 2


async def test_shards_whose_holder_stays_are_waited_for_no_longer_than_that(database, monkeypatch):
    monkeypatch.setattr(shard_locks, "LONGEST_WAIT", 0.3)
    async with processes(database.url) as (one, two):
        await one.locks.take(shards(4, 0, 1))
        with pytest.raises(ShardsHeld, match="Shard 1 is held"):
            await two.locks.claim(shards(4, 1, 2))
        assert await locks_of(two, one) == []


async def test_shards_that_somebody_else_took_meanwhile_are_lost(database, monkeypatch):
    monkeypatch.setattr(shard_locks, "RETAKING", 0.0)
    async with processes(database.url) as (one, two):
        await one.locks.take(shards(4, 0, 1))
        one.before_the_locks.append(lambda: two.locks.take(shards(4, 1, 2)))
        await one.end_session(by=two)
        (reason,) = one.lost
        assert reason.startswith("Shard 1 is held by another process since ")
        assert await locks_of(one, two) == []


async def test_shards_that_somebody_else_has_for_an_instant_are_not_lost(database, monkeypatch):
    monkeypatch.setattr(shard_locks, "RETAKING", HANG)
    monkeypatch.setattr(shard_locks, "BETWEEN_ATTEMPTS", 0.01)
    attempts = []
    async with processes(database.url) as (one, two):
        await one.locks.take(shards(4, 0, 1))
        retake = one.locks._retake

        async def noted():
            attempts.append(1)
            if len(attempts) == 3:
                await two.release()
            return await retake()

        monkeypatch.setattr(one.locks, "_retake", noted)
        one.before_the_locks.append(lambda: two.locks.take(shards(4, 1)))
        await one.end_session(by=two)
        assert len(attempts) == 3
        assert one.lost == []
        with pytest.raises(ShardsHeld):
            await two.locks.take(shards(4, 1))


async def test_a_cancelled_caller_knows_whether_it_has_the_shards(database):
    async with processes(database.url) as (one, two):
        taking = asyncio.create_task(one.locks.take(shards(4, 0)))
        await asyncio.sleep(0)
        taking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await taking
        assert one.locks._shards == shards(4, 0)
        assert len(await locks_of(one, two)) == 2


async def test_one_process_at_a_time_starts_shards_of_a_bucket(database):
    async with processes(database.url) as (one, two):
        first, second = IdentifyLocks(one.connection), IdentifyLocks(two.connection)
        assert await first.try_take(3)
        assert not await second.try_take(3)
        assert await second.try_take(4)
        await first.give_back(3)
        taking = asyncio.create_task(first.try_take(3))
        await asyncio.sleep(0)
        taking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await taking
        assert await second.try_take(3), "who was cancelled does not have it"
        await one.locks.take(shards(4, 3))  # a bucket is no shard


@pytest.mark.deep
async def test_a_session_that_hangs_keeps_the_shards_until_it_ends(database, monkeypatch):
    monkeypatch.setattr(shard_locks, "RETAKING", 0.0)
    hasty = processes(database.url, 1, answer=0.5, keepalive=0.1)
    async with asyncio.timeout(HANG), processes(database.url, 1) as (other,), hasty as (one,):
        await one.locks.take(shards(4, 0, 1))
        pid = one.connection.session.pid
        os.kill(pid, signal.SIGSTOP)
        try:
            await until(lambda: one.connection.session.pid != pid and one.connection.is_connected)
            with pytest.raises(ShardsHeld):
                await other.locks.take(shards(4, 0, 1))
            assert not one.restored.is_set()
        finally:
            os.kill(pid, signal.SIGCONT)
        await one.restored.wait()
        assert one.lost == []
        held = [(LockKind.HOLD, 0), (LockKind.HOLD, 1)]
        assert await locks_of(one, other) == [(LockKind.COUNT, 4), *held]


async def visit(url: str, **settings: Any) -> dict[str, str]:
    given = Settings(database_url=url, _env_file=None, **settings)
    return {each.about: str(each) async for each in examine_shards(given)}


async def test_who_holds_the_shards(database):
    every = "ok     shards: all, as many as Discord recommends, which no process holds now"
    assert await visit(database.url) == {"shards": every}
    some: dict[str, Any] = {"shard_count": 8, "shard_ids": "0-3"}
    async with processes(database.url) as (one, two):
        free = "ok     shards: 0–3 of 8, which no process holds now"
        assert await visit(database.url, **some) == {"shards": free}
        await one.locks.take(shards(8, 2, 3, 4))
        await two.locks.take(shards(8, 5))
        since = f"since {one.connection.session.since:%Y-%m-%d %H:%M:%S} UTC"
        verdicts = await visit(database.url, **some)
        expected = f"ok     shards: 0–3 of 8; a running process has held 2–3 {since}"
        assert verdicts["shards"].startswith(expected)
        assert verdicts["shards"].count("held") == 1
        assert (await visit(database.url))["shards"].count("held") == 2
        verdicts = await visit(database.url, shard_count=4)
        assert verdicts["shards"].startswith("WRONG")
        assert verdicts["shards"].count("SHARD_COUNT=8") == 2


async def test_the_direct_address(database, bare):
    verdicts = await visit(database.url, database_direct_url=database.url)
    assert list(verdicts) == ["direct", "shards"]
    assert "ok     direct: DATABASE_DIRECT_URL leads to the same" in verdicts["direct"]
    verdicts = await visit(database.url, database_direct_url=bare.url)
    assert "WRONG  direct: DATABASE_DIRECT_URL leads to another" in verdicts["direct"]


async def test_a_direct_address_that_does_not_answer(database, monkeypatch):
    monkeypatch.setattr("bot.cli.doctor_store.ANSWER", 0.1)
    async with listening(stay_silent_after_the_login) as silent:
        verdicts = await visit(database.url, database_direct_url=silent)
    assert list(verdicts) == ["direct"]
    assert verdicts["direct"].startswith("WRONG")
    assert "does not answer" in verdicts["direct"]
