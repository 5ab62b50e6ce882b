"""The same bot in a simulated Discord, to be played with in a browser; no account is needed."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import simcord

from bot.app import build
from bot.config import Settings

PEOPLE = ("Ana", "Bruno", "Chen", "Dana")
REFRESH = 0.7
"""Seconds between looks for changes that nobody's click made."""


@dataclass(slots=True)
class SimulatedClock:
    """The simulated Discord's time, once there is one."""

    env: simcord.Env | None = None

    def now(self) -> datetime:
        """The present there."""
        return datetime.now(UTC) if self.env is None else self.env.now()


def run(port: int = 0) -> int:
    """Serve the demo on loopback until interrupted; port 0 lets the system choose."""
    with tempfile.TemporaryDirectory(prefix="boneyard-") as folder:
        database = f"sqlite+aiosqlite:///{Path(folder) / 'demo.db'}"
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(serve(Settings(database_url=database), port))
    return 0


async def serve(settings: Settings, port: int) -> None:
    """A server with a channel, four people, and a lobby for Block already open."""
    clock = SimulatedClock()
    async with simcord.run(build(settings, clock), check_errors=False) as env:
        clock.env = env
        guild = env.create_guild("Domino café")
        channel = guild.create_text_channel("dominoes")
        people = [
            guild.add_member(env.create_user(name.lower(), global_name=name)) for name in PEOPLE
        ]
        await people[0].slash(channel, "play", game="block")
        async with env.preview(channel, viewers=people, layout="channel", port=port) as preview:
            sys.stdout.write(
                f"Boneyard is open at {preview.url}\n"
                f"You are {PEOPLE[0]}, who opened a table of Block; switch to"
                f" {', '.join(PEOPLE[1:])} on the page. Ctrl+C ends it.\n"
            )
            sys.stdout.flush()
            while True:
                await asyncio.sleep(REFRESH)
                with contextlib.suppress(simcord.SetupError):  # somebody is clicking
                    await preview.refresh()
