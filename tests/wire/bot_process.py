"""The bot as an operator runs it: a process of its own, with settings in its environment."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from bot.engine.contract import NATURE
from bot.engine.record import Entry
from bot.engine.replay import ReplayedMove, replay
from bot.engine.seating import prepare
from bot.games import game
from tests.wire.discord_objects import TOKEN
from tests.wire.fake_discord import PATIENCE, FakeDiscord, until

ROOT = Path(__file__).parents[2]


class BotProcess:
    """One run of ``python -m bot run``; leaving its block ends it, whatever its state."""

    def __init__(
        self,
        directory: Path,
        discord: FakeDiscord | None = None,
        command: tuple[str, ...] = ("-m", "bot", "run"),
        **settings: str,
    ) -> None:
        directory.mkdir(exist_ok=True)
        self.command = command
        self.database = directory / "boneyard.db"
        self.log = directory / "output.txt"
        self.settings = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": TOKEN,
            "DATABASE_URL": f"sqlite+aiosqlite:///{self.database}",
            "DISCORD_API_URL": discord.api if discord else "http://127.0.0.1:1/api/v10",
            "DISCORD_GATEWAY_URL": discord.gateway.url if discord else "ws://127.0.0.1:1/gateway",
        } | settings
        self._directory = directory
        self._discord = discord
        self.process: asyncio.subprocess.Process

    async def __aenter__(self) -> BotProcess:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.kill()
        if error is not None:
            error.add_note(f"the bot said:\n{self.output[-40000:]}")

    async def start(self) -> None:
        with self.log.open("ab") as log:
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
        """Wait until the gateway has accepted the bot."""

        def up() -> bool:
            assert self.process.returncode is None, self.output[-4000:]
            return self.discord.gateway.is_up

        await until(up, "the bot is up")

    async def kill(self) -> None:
        """Send SIGKILL, if it still runs."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        if self._discord is not None:
            self._discord.gateway.drop(forget=True)

    async def restart(self) -> None:
        """Send SIGKILL, and start again."""
        await self.kill()
        await self.start()
        await self.ready()

    async def stop(self, with_: signal.Signals = signal.SIGTERM) -> None:
        """Tell it to stop; check that it ends by itself, with status 0 and an intact database."""
        self.process.send_signal(with_)
        assert await self.ended() == 0, self.output
        assert self.stored.intact()

    async def ended(self) -> int:
        """Return its exit status, once it has ended."""
        return await asyncio.wait_for(self.process.wait(), PATIENCE)

    @property
    def discord(self) -> FakeDiscord:
        assert self._discord is not None
        return self._discord

    async def until_all_is_shown(self) -> None:
        """Wait until every channel shows the newest version of its matches."""
        await until(lambda: not self.stored.owed(), "the newest tables are shown")

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    @property
    def stored(self) -> StoredMatches:
        return StoredMatches(self.database)


class StoredMatches:
    """The database, read without the bot."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def intact(self) -> bool:
        with self.opened() as db:
            return bool(db.execute("PRAGMA integrity_check").fetchone() == ("ok",))

    def log(self, match: int) -> list[Entry]:
        with self.opened() as db:
            rows = db.execute(
                "SELECT ply, actor, code FROM log WHERE match_id = ? ORDER BY ply", [match]
            )
            entries = rows.fetchall()
        assert [ply for ply, _, _ in entries] == list(range(len(entries))), entries
        return [(NATURE if actor == "*" else int(actor), code) for _, actor, code in entries]

    def owed(self) -> list[int]:
        """Return the matches whose newest version was not shown."""
        with self.opened() as db:
            query = "SELECT id FROM matches WHERE shown_version < version OR shown_ply < ply"
            return [row[0] for row in db.execute(query)]

    def is_owed(self, number: int) -> bool:
        return number in self.owed()

    def replayed(self, number: int) -> list[ReplayedMove[Any]]:
        """Return the plies of a match; a log that is no legal match raises."""
        with self.opened() as db:
            query = "SELECT game, options FROM matches WHERE id = ?"
            name, options = db.execute(query, [number]).fetchone()
            query = "SELECT count(*) FROM seats WHERE match_id = ?"
            (seats,) = db.execute(query, [number]).fetchone()
        rules = game(name)
        return list(
            replay(rules, prepare(rules.info, seats, json.loads(options)), self.log(number))
        )

    def chosen(self, number: int) -> set[tuple[int, str]]:
        """Return ply and code of every move that a person decided on."""
        people = self.people(number)
        return {
            (ply.index, ply.move.code)
            for ply in self.replayed(number)
            if ply.actor in people and not ply.move.automatic
        }

    def people(self, number: int) -> frozenset[int]:
        """Return the seats of those who play for themselves."""
        query = "SELECT seat FROM seats WHERE match_id = ? AND level IS NULL"
        with self.opened() as db:
            return frozenset(seat for (seat,) in db.execute(query, [number]))

    def clocks(self, number: int) -> frozenset[int]:
        """Return the seats whose clocks are running."""
        query = "SELECT seat FROM clocks WHERE match_id = ? AND due_at IS NOT NULL"
        with self.opened() as db:
            return frozenset(seat for (seat,) in db.execute(query, [number]))

    @contextmanager
    def opened(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._file, timeout=PATIENCE, isolation_level=None)) as db:
            yield db


def _as_in_the_foreground() -> None:
    """Restore Ctrl+C: shells make background jobs ignore it, and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
