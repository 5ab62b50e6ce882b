import asyncio
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
from bot.logs import formatter


@pytest.fixture
def shard(monkeypatch) -> Any:
    closed = AsyncMock(side_effect=ReconnectWebSocket(0))
    monkeypatch.setattr(DiscordWebSocket, "from_client", closed)
    monkeypatch.setattr(discord.shard, "DiscordWebSocket", DiscordWebSocket)  # undone at the end
    monkeypatch.setattr("discord.shard.ExponentialBackoff", ExponentialBackoff)
    use_for_shards()
    client = Mock(is_closed=lambda: False, _reconnect=True)
    shard: Any = Shard(Mock(), client, Mock())
    shard.usual_backoff, shard._backoff = shard._backoff, Mock(delay=lambda: 0)
    return shard


async def test_a_lost_connection_is_made_again(shard, caplog):
    await shard.reconnect()
    assert shard._queue_put.call_args.args[0].type is EventType.reconnect
    (told,) = map(formatter("plain").format, caplog.records)
    assert "WARNING  discord.shard: Attempting a reconnect for shard ID" in told
    assert ": Discord closed the connection at once" in told
    assert "Traceback" not in told


async def test_a_session_is_resumed_again(shard):
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
    assert len(pauses) == 100
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
