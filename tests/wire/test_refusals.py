"""Whatever keeps the bot from running is one error line and an exit status.

Refusals that need no gateway are in `tests/test_bootstrap.py`.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import FakeDiscord

pytestmark = pytest.mark.deep


async def run_to_the_end(bot: BotProcess) -> tuple[int, str]:
    """Return the exit status, and the one line of output."""
    async with bot:
        status = await bot.ended()
        (line,) = bot.output.splitlines()
        return status, line


@pytest.mark.parametrize(("code", "word"), [(4004, "DISCORD_TOKEN"), (4014, "intents")])
async def test_the_gateway_refuses(
    tmp_path: Path, discord: FakeDiscord, code: int, word: str
) -> None:
    discord.gateway.close_with = code
    status, line = await run_to_the_end(BotProcess(tmp_path, discord))
    assert (status, word in line) == (2, True), line


@pytest.mark.parametrize("fault", [{"drop": "before"}, {"status": 502}], ids=str)
async def test_discord_hangs_up_or_is_out_of_order(
    tmp_path: Path, discord: FakeDiscord, fault: dict[str, Any]
) -> None:
    discord.fault("GET", "/users/@me", times=10, **fault)
    status, line = await run_to_the_end(BotProcess(tmp_path, discord))
    assert (status, "cannot be reached" in line) == (1, True), line
