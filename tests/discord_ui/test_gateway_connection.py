"""Connections to the gateway that Discord closes before it says hello."""

from typing import Any
from unittest.mock import AsyncMock, Mock

import discord.shard
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventType, Shard

from bot.discord_ui.gateway_connection import use_for_shards


@pytest.fixture
def shard(monkeypatch) -> Any:
    closed = AsyncMock(side_effect=ReconnectWebSocket(0))
    monkeypatch.setattr(DiscordWebSocket, "from_client", closed)
    monkeypatch.setattr(discord.shard, "DiscordWebSocket", DiscordWebSocket)  # undone at the end
    use_for_shards()
    client = Mock(is_closed=lambda: False, _reconnect=True)
    shard: Any = Shard(Mock(), client, Mock())
    shard._backoff = Mock(delay=lambda: 0)
    return shard


async def test_a_lost_connection_is_made_again(shard):
    await shard.reconnect()
    assert shard._queue_put.call_args.args[0].type is EventType.reconnect


async def test_a_session_is_resumed_again(shard):
    await shard.reidentify(ReconnectWebSocket(0, resume=True))
    assert shard._queue_put.call_args.args[0].type is EventType.resume
