"""Shards go from one process to the next without a gap, or stay where they are."""

import asyncio

import pytest

from bot.store.coordination import handover
from bot.store.coordination.handover import (
    LONGEST_LEAVE,
    LONGEST_START,
    Claim,
    claim,
    hand_over,
    take_over,
)
from bot.store.coordination.ownership import PostgresOwnership
from bot.store.coordination.shard_locks import ShardsHeld
from tests.store.coordinating import HANG, VirtualSeconds, processes, shards, until

pytestmark = pytest.mark.parametrize("engines", ["postgresql"], indirect=True)

OURS = shards(4, 0, 1)


@pytest.fixture
def virtual():
    return VirtualSeconds()


async def test_shards_that_nobody_holds(database, virtual):
    async with processes(database.url) as (one, two):
        assert await claim(one.locks, OURS, time=virtual.time) is Claim.HELD
        assert not await hand_over(one.locks, OURS, time=virtual.time)
        assert virtual.seconds == 0
        assert await claim(two.locks, shards(4, 2, 3)) is Claim.HELD
        assert not await hand_over(one.locks, OURS, time=virtual.time)


async def test_shards_whose_holder_stays(database, virtual):
    async with processes(database.url) as (one, two):
        await one.locks.take(OURS)
        with pytest.raises(ShardsHeld, match="Shard 1 is held"):
            await claim(two.locks, shards(4, 1, 2), time=virtual.time)
        assert virtual.seconds == pytest.approx(15, abs=0.2)
        assert not await one.locks.has_successor(OURS), "it has stopped waiting"


async def test_shards_whose_holder_dies(database, virtual):
    async with processes(database.url) as (one, two):
        await one.locks.take(OURS)
        virtual.at(3, one.connection.close)
        assert await claim(two.locks, OURS, time=virtual.time) is Claim.HELD
        assert virtual.seconds < 4


@pytest.mark.parametrize(
    ("before", "after"), [(OURS, OURS), (shards(4, 0), OURS), (shards(1, 0), shards(2, 0, 1))]
)
async def test_a_handover(database, before, after):
    async with asyncio.timeout(HANG), processes(database.url) as (old, new):
        await old.locks.take(before)
        claiming = asyncio.create_task(claim(new.locks, after))
        await until(lambda: old.locks.has_successor(before))
        leaving = asyncio.create_task(hand_over(old.locks, before))
        assert await claiming is Claim.STANDBY
        taking = asyncio.create_task(take_over(new.locks, after))
        assert await leaving
        assert not taking.done(), "the old one still works"
        await old.accepted.announce_accepted(before, range(2**62, 2**62 + 1000))
        await old.locks.release()
        await taking
        assert new.were_accepted == [(before.ids, frozenset(range(2**62, 2**62 + 1000)))]
        assert new.locks.shards == after
        assert not await hand_over(new.locks, after), "nobody waits any more"


async def test_what_others_have_accepted(database):
    """A successor counts only what its own predecessors say, and waits for all of them."""
    async with processes(database.url, 4) as (one, two, other, new):
        heard: list[frozenset[int]] = []
        ownership = PostgresOwnership(new.locks, new.accepted)
        ownership.on_accepted(heard.append)
        for each, mine in ((one, 0), (two, 1), (other, 2)):
            await each.locks.take(shards(4, mine))
            await each.locks.leave(shards(4, mine))
        assert not await ownership.claim(OURS)
        for each, mine, id_ in ((other, 2, 20), (one, 0, 5), (two, 1, 6)):
            assert not heard
            await each.accepted.announce_accepted(shards(4, mine), [id_])
            await until(lambda: len(new.were_accepted) == [20, 5, 6].index(id_) + 1)  # noqa: B023
        assert heard == [{5, 6}]


async def test_a_successor_that_dies(database, virtual):
    async with processes(database.url) as (one, two):
        await one.locks.take(OURS)
        await two.locks.wait_for(OURS)
        virtual.at(2, two.connection.close)
        assert not await hand_over(one.locks, OURS, time=virtual.time)
        assert 2 <= virtual.seconds < 3


async def test_a_successor_that_never_stands_by(database, virtual):
    async with processes(database.url) as (one, two):
        await one.locks.take(OURS)
        await two.locks.wait_for(OURS)
        assert not await hand_over(one.locks, OURS, time=virtual.time)
        limit = LONGEST_LEAVE + LONGEST_START * len(OURS.ids)
        assert virtual.seconds == pytest.approx(limit, abs=0.2)


async def test_two_successors(database):
    """Each stands by for its part."""
    async with processes(database.url, 3) as (old, one, two):
        await old.locks.take(OURS)
        for each, mine in ((one, shards(4, 0)), (two, shards(4, 1))):
            await each.locks.wait_for(mine)
        await old.locks.leave(OURS)
        await one.locks.stand_by(shards(4, 0))
        assert not await old.locks.has_standby(OURS)
        await two.locks.stand_by(shards(4, 1))
        assert await old.locks.has_standby(OURS)


@pytest.mark.parametrize(("leaves", "patience"), [(False, 15), (True, 60)])
async def test_standing_by_in_vain(database, virtual, leaves, patience, monkeypatch):
    monkeypatch.setattr(handover, "STANDBY_POLL", 0.5)
    async with processes(database.url, 3) as (one, two, three):
        await one.locks.take(OURS)
        if leaves:
            await one.locks.leave(OURS)
        with pytest.raises(ShardsHeld):
            await take_over(two.locks, OURS, time=virtual.time)
        assert virtual.seconds == pytest.approx(patience, abs=0.6)
        await three.locks.wait_for(OURS)
        assert not await one.locks.has_standby(OURS), "it does not stand by any more"


async def test_connections_that_are_lost_meanwhile(database, virtual):
    async with processes(database.url, 3) as (one, two, three):
        await one.locks.take(OURS)
        virtual.at(1, lambda: two.end_session(by=three))
        virtual.at(2, lambda: one.locks.leave(OURS))
        assert await claim(two.locks, OURS, time=virtual.time) is Claim.STANDBY
        virtual.at(3, lambda: two.end_session(by=three))
        virtual.at(4, lambda: one.end_session(by=three))
        virtual.at(5, one.locks.release)
        await take_over(two.locks, OURS, time=virtual.time)
        assert virtual.seconds >= 5
