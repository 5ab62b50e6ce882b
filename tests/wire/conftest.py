"""A loopback Discord for each test; a law that the bot broke fails the test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.wire.standin import Discord


@pytest.fixture
async def discord() -> AsyncIterator[Discord]:
    async with Discord() as discord:
        yield discord
    assert discord.broken == []
