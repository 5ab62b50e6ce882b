"""A process that is connected takes its shards over, or ends."""

from typing import Any, cast
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from bot.discord_ui.client import BoneyardClient
from bot.discord_ui.intake import InteractionIntake
from bot.model.shards import ALONE
from bot.service.ports.cluster import Cluster
from bot.service.ports.faults import StoreFault
from bot.service.ports.ownership import SoleOwner


class StandBy(SoleOwner):
    def __init__(self, fault: StoreFault | None = None) -> None:
        self.fault = fault

    async def take_over(self) -> None:
        if self.fault is not None:
            raise self.fault


class Process:
    """A connected process whose predecessor still works."""

    def __init__(self, fault: StoreFault | None = None) -> None:
        self.end, self.service, self.sync = Mock(), Mock(), AsyncMock()
        cluster = Cluster(AsyncMock(), ALONE, StandBy(fault), end=self.end)
        self.client = cast("Any", BoneyardClient(cluster))
        self.client._connection.application_id = 1
        self.client.service, self.client.held_shards = self.service, ALONE
        self.client._intake = InteractionIntake(Mock())
        self.client._intake.hold_back()
        self.client.tree.sync = self.sync


async def test_without_the_shards_it_ends():
    process = Process(StoreFault("Shard 0 is held by another process."))
    await process.client.on_ready()
    process.end.assert_called_once_with("Shard 0 is held by another process.")
    assert not process.service.method_calls


async def test_clocks_run_though_discord_does_not_register_the_commands():
    process = Process()
    process.sync.side_effect = discord.DiscordServerError(Mock(status=503, reason=""), "")
    with pytest.raises(discord.DiscordServerError):
        await process.client.on_ready()
    process.service.own.assert_called_once_with(ALONE)
    process.service.resume.assert_called_once_with()
    process.end.assert_not_called()
