from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import FakeDiscord


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord() as discord:
        yield discord
    assert discord.violations == []


@pytest.fixture
async def bot(tmp_path: Path, discord: FakeDiscord) -> AsyncIterator[BotProcess]:
    """Yield a process that is ready."""
    async with BotProcess(tmp_path, discord) as bot:
        await bot.ready()
        yield bot
