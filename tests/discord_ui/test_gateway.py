import asyncio
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord.shard
import pytest
from discord.backoff import ExponentialBackoff
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventType, Shard

from bot.discord_ui.gateway_connection import (
    LASTING,
    LONGEST_PAUSE,
    ReconnectPauses,
    use_for_shards,
)
from bot.discord_ui.identify_gate import LONGEST_WAIT, SPACING, IdentifyGate
from bot.logs import formatter
from bot.service.ports.faults import StoreFault
from tests.service.virtual_time import VirtualTime


@pytest.fixture
def shard(monkeypatch) -> Any:
    closed = AsyncMock(side_effect=ReconnectWebSocket(0))
    monkeypatch.setattr(DiscordWebSocket, "from_client", closed)
    monkeypatch.setattr(discord.shard, "DiscordWebSocket", DiscordWebSocket)  # undone at the end
    monkeypatch.setattr("discord.shard.ExponentialBackoff", ExponentialBackoff)
    use_for_shards()
    shard: Any = Shard(Mock(), Mock(is_closed=lambda: False, _reconnect=True), Mock())
    shard.usual_backoff, shard._backoff = shard._backoff, Mock(delay=lambda: 0)
    return shard


async def test_a_lost_connection_is_made_again_and_a_session_resumed(shard, caplog):
    await shard.reconnect()
    assert shard._queue_put.call_args.args[0].type is EventType.reconnect
    (told,) = map(formatter("plain").format, caplog.records)
    assert "WARNING  discord.shard: Attempting a reconnect for shard ID" in told
    assert ": Discord closed the connection at once" in told
    assert "Traceback" not in told
    await shard.reidentify(ReconnectWebSocket(0, resume=True))
    assert shard._queue_put.call_args.args[0].type is EventType.resume


async def test_a_shard_waits_no_longer_than_half_a_minute_however_often_it_failed(
    shard, monkeypatch
):
    """So an outage of ten seconds lasts at most 35, even after many others."""
    shard._backoff = shard.usual_backoff
    monkeypatch.setattr(asyncio, "sleep", slept := AsyncMock())
    for _ in range(100):
        await shard.reconnect()
    pauses = [call.args[0] for call in slept.call_args_list]
    assert max(pauses) <= LONGEST_PAUSE == 30
    assert len(set(pauses)) == 100, "not all shards come back at once"


def test_pauses_grow_with_each_failure_and_are_short_again_after_a_connection_that_lasted():
    now = 0.0
    pauses = ReconnectPauses(lambda: now, within=lambda _, longest: longest)
    first = [pauses.delay() for _ in range(2000)]
    assert first == [2, 4, 8, 16, *[LONGEST_PAUSE] * 1996]
    now += LASTING
    assert pauses.delay() == LONGEST_PAUSE, "it may have been trying all the time"
    now += LASTING + 1
    assert pauses.delay() == first[0]


class Turns:
    def __init__(self, *taken: int, fault: StoreFault | None = None) -> None:
        self.taken, self.fault = {*taken}, fault

    async def try_take(self, bucket: int) -> bool:
        if self.fault:
            raise self.fault
        free = bucket not in self.taken
        self.taken.add(bucket)
        return free

    async def give_back(self, bucket: int) -> None:
        if self.fault:
            raise self.fault
        self.taken.remove(bucket)


class Timeline(VirtualTime):
    """Time that passes when nobody has anything else to do, and when shards started in it."""

    def __init__(self) -> None:
        super().__init__()
        self.starts: list[tuple[float, int]] = []

    async def start(self, gate: IdentifyGate, shard: int) -> None:
        await gate.wait_turn(shard)
        self.starts.append((self.seconds, shard))

    async def sleep(self, seconds: float) -> None:
        awake = asyncio.Event()
        self.call_later(seconds, awake.set)
        await awake.wait()

    async def run(self, *jobs):
        running = asyncio.gather(*jobs)
        while not running.done():
            for _ in range(20):
                await asyncio.sleep(0)
            if not running.done():
                self.ring_next()
        return await running


@pytest.fixture
def time():
    return Timeline()


def gate(time, buckets, turns=None):
    return IdentifyGate(buckets, turns, now=lambda: time.seconds, sleep=time.sleep)


async def test_one_process(time):
    gate_ = gate(time, 2)
    await time.run(*(time.start(gate_, shard) for shard in range(6)))
    assert time.starts == [(0, 0), (0, 1), (5, 2), (5, 3), (10, 4), (10, 5)]


async def test_three_processes(time):
    turns = Turns()
    gates = [gate(time, 2, turns) for _ in range(3)]
    await time.run(*(time.start(gates[shard % 3], shard) for shard in range(12)))
    assert sorted(shard for _, shard in time.starts) == list(range(12))
    for bucket in (0, 1):
        moments = [at for at, shard in time.starts if shard % 2 == bucket]
        assert moments[0] == 0
        assert all(5 <= then - before <= 5.5 for before, then in pairwise(moments))
    await time.run(time.sleep(SPACING + 1))
    assert turns.taken == set()
    for each in gates:
        await each.close()


async def test_a_store_that_fails(time):
    gate_ = gate(time, 1, Turns(fault=StoreFault("The connection was lost.")))
    await time.run(*(time.start(gate_, shard) for shard in range(2)))
    assert time.starts == [(0, 0), (5, 1)]


async def test_a_process_that_never_gives_a_bucket_back(time):
    await time.run(time.start(gate(time, 1, Turns(0)), 0))
    assert time.starts == [(time.seconds, 0)]
    assert time.seconds == pytest.approx(LONGEST_WAIT, abs=0.5)


async def test_a_cancelled_wait_leaves_the_turn_to_the_next(time):
    gate_ = gate(time, 1, Turns())
    await time.run(time.start(gate_, 0))
    waiting = asyncio.ensure_future(time.start(gate_, 1))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    await time.run(time.start(gate_, 2))
    assert time.starts == [(0, 0), (5, 2)]
    await gate_.close()
