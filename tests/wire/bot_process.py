from __future__ import annotations

import asyncio
import logging
import os
import re
import signal
import sys
from pathlib import Path

from bot.model.shards import Shards
from tests.wire.discord_objects import TOKEN
from tests.wire.fake_discord import PATIENCE, FakeDiscord, until
from tests.wire.stored_matches import StoredMatches

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
TRACEBACK = re.compile(r"(?:.*\n)?Traceback \(most recent call last\)(?:.*\n?){1,40}")


class BotProcess:
    """One run of ``python -m bot run``; leaving its block ends it, whatever its state."""

    def __init__(
        self,
        directory: Path,
        discord: FakeDiscord,
        command: tuple[str, ...] = ("-m", "bot", "run"),
        *,
        shards: Shards | None = None,
        **settings: str,
    ) -> None:
        """Prepare a process in a directory with its SQLite database and its output.

        By default it holds all shards that Discord recommends. The ``settings`` are more variables
        of its environment, such as a DATABASE_URL of PostgreSQL.
        """
        directory.mkdir(exist_ok=True)
        self.command = command
        self.database = directory / "boneyard.db"
        self.log = directory / "output.txt"
        self.discord = discord
        self.client = discord.new_client()
        """The name by which the fake Discord knows the process."""
        self.settings = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "DISCORD_API_URL": discord.api_of(self.client),
            "DISCORD_GATEWAY_URL": discord.gateway.url_of(self.client),
        }
        if shards is not None:
            ids = ",".join(map(str, sorted(shards.ids)))
            self.settings |= {"SHARD_COUNT": str(shards.count), "SHARD_IDS": ids}
        self.settings |= settings
        self._shards = shards
        self.own_exits: list[tuple[int, bool]] = []
        """The statuses with which it ended by itself while it was kept running, and whether it had
        been ready by then."""
        self._said_before = 0
        """The bytes that were in its log when it was last started."""
        self._directory = directory
        self.process: asyncio.subprocess.Process

    async def __aenter__(self) -> BotProcess:
        await self.start()
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        await self.kill()
        if error is not None:
            log.error("the bot said:\n%s", self.output[-40000:])

    async def start(self) -> None:
        with self.log.open("ab") as log:
            self._said_before = log.tell()
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, *self.command),
                cwd=self._directory,
                env=self.settings,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=_as_in_the_foreground,
            )

    async def ready(self) -> None:
        def up() -> bool:
            assert self.process.returncode is None, self.output[-4000:]
            return self.is_up

        await until(up, "the bot is up")

    @property
    def is_up(self) -> bool:
        gateway = self.discord.gateway
        shards = self._shards or Shards.all_of(gateway.shards)
        return gateway.shards_of(self.client) >= shards.ids

    @property
    def was_ready(self) -> bool:
        """Return whether it has heard of all its guilds since it was last started."""
        with self.log.open("rb") as log:
            log.seek(self._said_before)
            return b"ready as" in log.read()

    @property
    def tracebacks(self) -> list[str]:
        return TRACEBACK.findall(self.output)

    async def kill(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        self._forget_sessions()

    async def keep_running(self) -> None:
        """Start it again whenever it has ended, as a supervisor does; cancel this to end it."""
        while True:
            status = await self.process.wait()
            self._forget_sessions()
            if status != -signal.SIGKILL:
                self.own_exits.append((status, self.was_ready))
            await self.start()

    def _forget_sessions(self) -> None:
        """Make sure that Discord does not keep events for a process that has ended."""
        self.discord.gateway.drop(self.client, forget=True)

    async def restart(self) -> None:
        await self.kill()
        await self.start()
        await self.ready()

    async def stop(self, with_: signal.Signals = signal.SIGTERM) -> None:
        """Tell it to stop; check that it ends by itself, with status 0 and an intact database."""
        self.process.send_signal(with_)
        assert await self.ended() == 0, self.output
        if self.database.exists():
            assert self.stored.intact()

    async def ended(self) -> int:
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    async def until_all_is_shown(self) -> None:
        await until(lambda: not self.stored.owed(), "the newest tables are shown")

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    @property
    def stored(self) -> StoredMatches:
        """The matches in its own database; not for a process on PostgreSQL."""
        return StoredMatches(self.database)


def _as_in_the_foreground() -> None:
    """Restore Ctrl+C: shells make background jobs ignore it, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
