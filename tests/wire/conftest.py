from collections.abc import AsyncIterator

import pytest

from tests.wire.fake_discord import FakeDiscord


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as discord:
        yield discord
    assert discord.violations == []
