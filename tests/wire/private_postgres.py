"""A PostgreSQL server of one's own, which may be frozen and killed without disturbing others."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)

OPTIONS = ("-c", "fsync=off", "-c", "full_page_writes=off", "-c", "autovacuum=off")
"""For speed. What is committed survives even if the server is killed: the machine runs on."""


def binaries() -> Path | None:
    on_path = shutil.which("postgres")
    if on_path is not None:
        return Path(on_path).parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/postgres")
    newest = max(installed, key=lambda file: int(file.parts[4]), default=None)
    return newest and newest.parent


class PrivatePostgres:
    """A server in a new directory, on a free port of this machine; leaving its block removes it."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        # PostgreSQL refuses to run as root, and nobody else may enter the directories of pytest.
        self._account = "postgres" if os.geteuid() == 0 else None
        with socket.create_server(("127.0.0.1", 0)) as server:
            self._port = server.getsockname()[1]
        self.url = f"postgresql+asyncpg://boneyard@127.0.0.1:{self._port}/postgres"

    async def __aenter__(self) -> PrivatePostgres:
        self._directory = Path(tempfile.mkdtemp(prefix="boneyard-postgres-"))
        if self._account is not None:
            shutil.chown(self._directory, self._account, self._account)
        data = ("-D", str(self._data), "-U", "boneyard", "-A", "trust", "-E", "UTF8")
        await self._run("initdb", *data, "--no-sync", "--no-instructions", "--locale=C")
        await self.start()
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._signal(signal.SIGCONT)
        if error is not None:
            log.error("PostgreSQL said:\n%s", self._log.read_text(errors="replace")[-10000:])
        await self._stop("immediate")
        shutil.rmtree(self._directory)

    async def start(self) -> None:
        where = ("-p", str(self._port), "-k", str(self._directory), "-h", "127.0.0.1")
        options = " ".join((*where, *OPTIONS))
        log = ("-l", str(self._log))
        await self._run("pg_ctl", "start", "-w", "-D", str(self._data), *log, "-o", options)

    async def restart(self) -> None:
        """End it at once, as in a crash, and start it again."""
        await self._stop("immediate")
        await self.start()

    async def freeze(self, seconds: float) -> None:
        self._signal(signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for pid in self._pids():
            with suppress(ProcessLookupError):  # a connection has ended meanwhile
                os.kill(pid, number)

    @property
    def _data(self) -> Path:
        return self._directory / "data"

    @property
    def _log(self) -> Path:
        return self._directory / "log"

    def _pids(self) -> Iterator[int]:
        """Yield the server's own process, and then those that it has started.

        Once the first is frozen there are no new ones.
        """
        file = self._data / "postmaster.pid"
        if not file.exists():
            return
        parent = int(file.read_text().partition("\n")[0])
        yield parent
        yield from map(int, Path(f"/proc/{parent}/task/{parent}/children").read_text().split())

    async def _stop(self, mode: str) -> None:
        await self._run("pg_ctl", "stop", "-w", "-D", str(self._data), "-m", mode)

    async def _run(self, program: str, *arguments: str) -> None:
        child = await asyncio.create_subprocess_exec(
            str(self._programs / program),
            *arguments,
            cwd=self._directory,
            user=self._account,
            group=self._account,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        told = await child.stderr.read() if child.stderr else b""
        assert await child.wait() == 0, f"{program}: {told.decode()}"
