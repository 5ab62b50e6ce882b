"""From `python -m bot run` to ready."""

from __future__ import annotations

from pathlib import Path

from tests.wire import laws
from tests.wire.program import Program
from tests.wire.standin import APPLICATION, TOKEN, Discord, until


async def test_a_start(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord) as bot:
        await bot.ready()
        await until(lambda: "invite" in bot.output, 20, "the invitation")

        names = {command["name"] for command in discord.commands}
        assert names >= {
            "play",
            "hand",
            "board",
            "move",
            "games",
            "rules",
            "leave",
            "leaderboard",
            "help",
        }
        assert len(discord.asked("PUT", "/applications/*")) == 1
        assert f"https://discord.com/oauth2/authorize?client_id={APPLICATION}" in bot.output
        assert discord.gateway.compressed
        assert discord.gateway.identified == 1
        await until(lambda: discord.gateway.beats > 1, 20, "a heart that beats")
        assert "Traceback" not in bot.output
        assert TOKEN not in bot.output


async def test_commands_for_one_server(tmp_path: Path, discord: Discord) -> None:
    async with Program(tmp_path, discord, COMMAND_GUILD="900002", LOG_LEVEL="DEBUG") as bot:
        await bot.ready()
        assert discord.asked("PUT", f"/applications/{APPLICATION}/guilds/900002/commands")
        assert not laws.commands(discord.commands)
        await until(lambda: "discord.gateway" in bot.output, 20, "it tells all it does")
        assert TOKEN not in bot.output  # but not this
