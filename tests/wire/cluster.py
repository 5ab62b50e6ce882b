"""Three processes of the bot that share a PostgreSQL, with a third of the shards each."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from bot.model.shards import Shards
from tests.store.support import address, administer
from tests.wire.bot_process import BotProcess
from tests.wire.fake_discord import PATIENCE, FakeDiscord, until
from tests.wire.stored_matches import StoredMatches, copied

log = logging.getLogger(__name__)

SHARDS = 6
HELD = tuple(Shards(SHARDS, frozenset(ids)) for ids in ((0, 1), (2, 3), (4, 5)))
GUILDS = 60
RUN = ("-m", "bot", "run")
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


def many_guilds(channels: int, max_concurrency: int = 16, interval: float = 0.0) -> FakeDiscord:
    discord = FakeDiscord(channels, GUILDS, keeps_pictures=False)
    gateway = discord.gateway
    gateway.shards, gateway.max_concurrency = SHARDS, max_concurrency
    gateway.identify_interval = interval
    return discord


class Cluster:
    def __init__(self, directory: Path, discord: FakeDiscord, url: str, command=RUN) -> None:
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

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        for each in self.started:
            if hasattr(each, "process"):
                await each.kill()
            if error is not None:
                log.error("%s said:\n%s", each.client, each.output[-10000:])

    def new_process(self, shards: Shards, command: tuple[str, ...] | None = None) -> BotProcess:
        directory = self._directory / f"process-{len(self.started)}"
        settings: Any = {"shards": shards, "DATABASE_URL": self._url, "THINKING_PROCESSES": "1"}
        process = BotProcess(directory, self.discord, command or self._command, **settings)
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

    async def until_all_is_shown(self) -> None:
        """Wait until every channel shows the newest version of its matches."""
        query = sa.text("SELECT id FROM matches WHERE shown_version < version OR shown_ply < ply")
        engine = create_async_engine(self._url, isolation_level="AUTOCOMMIT")
        async with asyncio.timeout(PATIENCE), engine.connect() as connection:
            while list(await connection.scalars(query)):  # noqa: ASYNC110 - PostgreSQL tells nobody
                await asyncio.sleep(POLL)
        await engine.dispose()

    async def stored(self) -> StoredMatches:
        return await copied(self._url, self._directory / "copy.db")
