"""Three processes of the bot that share a PostgreSQL, with a third of the shards each."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import TracebackType

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.model.shards import Shards
from tests.store.support import address, administer
from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import PATIENCE, FakeDiscord, until
from tests.wire.group import Group
from tests.wire.stored_matches import StoredMatches, copied

log = logging.getLogger(__name__)

SHARDS = 6
HELD = tuple(Shards(SHARDS, frozenset(ids)) for ids in ((0, 1), (2, 3), (4, 5)))
GUILDS = 60
RUN = ("-m", "bot", "run")
CLEANING = 20.0
"""Seconds for the deletion of the last old tables."""
POLL = 0.2
"""Seconds between two questions to the database."""


@asynccontextmanager
async def own_database(name: str) -> AsyncIterator[str]:
    """Yield the address of a new database on the server that tests share."""
    full_name = f"boneyard_wire_{os.getpid()}_{name}"
    await administer(f'CREATE DATABASE "{full_name}"')
    try:
        yield address(full_name)
    finally:
        await administer(f'DROP DATABASE "{full_name}" WITH (FORCE)')


def many_guilds(
    channels: int, max_concurrency: int = 16, identify_interval: float = 0.0
) -> FakeDiscord:
    discord = FakeDiscord(channels, GUILDS, keeps_pictures=False)
    gateway = discord.gateway
    gateway.shards, gateway.max_concurrency = SHARDS, max_concurrency
    gateway.identify_interval = identify_interval
    return discord


class Cluster:
    def __init__(
        self, directory: Path, discord: FakeDiscord, url: str, command: tuple[str, ...] = RUN
    ) -> None:
        self.discord = discord
        self._directory = directory
        self._url = url
        self._command = command
        self.started: list[BotProcess] = []
        self.processes = [self.new_process(shards) for shards in HELD]

    async def __aenter__(self) -> Cluster:
        await asyncio.gather(*(each.start() for each in self.processes))
        await asyncio.gather(*(each.ready() for each in self.processes))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for each in self.started:
            if hasattr(each, "process"):
                await each.kill()
            if error is not None:
                log.error("%s said:\n%s", each.client, each.output[-10000:])

    def new_process(self, shards: Shards, command: tuple[str, ...] | None = None) -> BotProcess:
        process = BotProcess(
            self._directory / f"process-{len(self.started)}",
            self.discord,
            command or self._command,
            shards=shards,
            DATABASE_URL=self._url,
            THINKING_PROCESSES="1",
        )
        self.started.append(process)
        return process

    async def replace(self, number: int, command: tuple[str, ...]) -> None:
        old = self.processes[number]
        new = self.new_process(HELD[number], command)
        await new.start()
        await until(lambda: "waiting for" in new.output, "the successor waits")
        old.process.send_signal(signal.SIGTERM)
        assert await old.ended() == 0, old.output[-4000:]
        await new.ready()
        self.processes[number] = new

    @property
    def tracebacks(self) -> list[str]:
        written = (each for each in self.started if each.log.exists())
        return [each for process in written for each in process.tracebacks]

    async def until_settled(self, groups: Sequence[Group]) -> None:
        """Wait until all presses are answered, and every channel shows the newest version."""

        def answered() -> bool:
            asked = self.discord.interactions.values()
            return not any(each.reply is None and each.can_be_answered for each in asked)

        await until(answered, "answers to all presses")
        end = asyncio.get_running_loop().time() + PATIENCE
        while owed := await self._owed():
            assert asyncio.get_running_loop().time() < end, f"still owed: {owed}"
            await asyncio.sleep(POLL)
        # An old table is deleted after the new one is recorded. The referee complains of any left.
        with suppress(TimeoutError):
            async with asyncio.timeout(CLEANING):
                await until(lambda: all(len(each.tables) <= 1 for each in groups), "one table each")

    async def _owed(self) -> list[int]:
        query = sa.text("SELECT id FROM matches WHERE shown_version < version OR shown_ply < ply")
        engine = create_async_engine(self._url)
        try:
            async with engine.connect() as connection:
                return list(await connection.scalars(query))
        finally:
            await engine.dispose()

    async def stored(self) -> StoredMatches:
        return await copied(self._url, self._directory / "copy.db")
