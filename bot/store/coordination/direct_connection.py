"""One connection to PostgreSQL outside the pool, for what belongs to a session."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from bot.service.ports.faults import StoreFault
from bot.store.coordination.driver import Address, RawConnection
from bot.store.transactions import uncancellable

log = logging.getLogger(__name__)

ANSWER = 5.0
"""Seconds that PostgreSQL may take to accept the connection, or to answer a command."""
KEEPALIVE = 10.0
"""Seconds between two queries that only check whether PostgreSQL still answers."""
TRANSACTION_POOLER = (
    "is a connection pooler without sessions of its own, so locks would not hold; "
    "set DATABASE_DIRECT_URL to PostgreSQL's own address."
)
"""The end of a sentence that begins with the database's name."""
CLOSING = 1.0
"""Seconds that closing may take before the connection is cut off."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 10.0
"""Seconds between attempts to connect: after the first failure, and at most."""
FORMER_SESSIONS = 16
"""The most former sessions that are remembered."""

# PostgreSQL ends the session of a machine that has vanished, and with it the locks, after 14 s.
_START = """
SELECT pid, backend_start AS since,
    set_config('tcp_keepalives_idle', '5', false),
    set_config('tcp_keepalives_interval', '3', false),
    set_config('tcp_keepalives_count', '3', false)
FROM pg_stat_activity WHERE pid = pg_backend_pid()
"""


@dataclass(frozen=True, slots=True)
class Session:
    pid: int
    since: datetime | None
    """When it began; ``None`` if this user may not know."""


class DirectConnection:
    """A connection that is kept up: when it is lost, it is made again in the background.

    Locks and subscriptions end with a session, so their owners register: ``listen`` for
    subscriptions, which are made again with the connection, and ``on_restored`` for everything
    else. Commands are carried out one after the other. While there is no connection they fail at
    once.
    """

    def __init__(self, url: str, *, answer: float = ANSWER, keepalive: float = KEEPALIVE) -> None:
        """Take an address, not of a pooler; :class:`StoreFault` if it is invalid.

        ``answer`` seconds are for PostgreSQL to accept the connection, and for each command. A
        connection that is unused for ``keepalive`` seconds is tried.
        """
        self.instance = secrets.token_hex(4)
        """A name for this process in notifications, so that it knows its own."""
        self.session: Session | None = None
        """The present session, or the last one while the connection is lost."""
        self.former_sessions: list[Session] = []
        """Sessions whose connection was lost; PostgreSQL may not have noticed yet."""
        self._address = Address.of(url)
        self._answer = answer
        self._keepalive = keepalive
        self._raw: RawConnection | None = None
        self._turn = asyncio.Lock()
        self._lost = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._listeners: dict[str, Callable[[str], None]] = {}
        self._hooks: list[Callable[[], Awaitable[None]]] = []

    @property
    def is_connected(self) -> bool:
        return self._raw is not None

    def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Call ``heard`` with each notification's payload; to be called before ``open``."""
        if self._keeper is not None or channel in self._listeners:
            raise RuntimeError(f"{channel} is listened to already, or the connection is open")
        self._listeners[channel] = heard

    def on_restored(self, hook: Callable[[], Awaitable[None]]) -> None:
        """Await ``hook`` each time that a lost connection was made again.

        Hooks are called in the order in which they were registered. If one fails, the connection
        is made once more.
        """
        self._hooks.append(hook)

    async def open(self) -> None:
        """Connect for the first time.

        Raises :class:`StoreFault` if PostgreSQL is out of reach, or what answers is a pooler
        without sessions.
        """
        self._raw = await self._connect()
        self._keeper = asyncio.create_task(self._keep_up(), name="direct connection")

    @uncancellable
    async def fetch(self, query: str, *args: object) -> Sequence[Mapping[str, Any]]:
        """Carry out a statement and return its rows, or raise :class:`StoreFault`.

        A caller that is cancelled meanwhile waits for the answer: otherwise nobody would know
        which locks the session has.
        """
        async with self._turn:
            raw = self._raw
            if raw is None:
                raise self._address.lost()
            try:
                with self._address.faults():
                    async with asyncio.timeout(self._answer):
                        rows: Sequence[Mapping[str, Any]] = await raw.fetch(query, *args)
                        return rows
            except StoreFault as fault:
                if raw.is_closed() or isinstance(fault.__cause__, OSError):
                    self._drop(raw)
                raise

    def begin_new_session(self) -> None:
        """End the session, whose locks are unknown; the next begins in the background."""
        if self._raw is not None:
            self._drop(self._raw)

    async def close(self) -> None:
        """Close the connection; if the server does not answer, after :data:`CLOSING` seconds."""
        if self._keeper is not None:
            self._keeper.cancel()
        raw, self._raw = self._raw, None
        if raw is not None:
            with suppress(Exception):
                async with asyncio.timeout(CLOSING), self._turn:
                    await raw.close()
            raw.terminate()
        if self._keeper is not None:
            await asyncio.wait([self._keeper], timeout=CLOSING)

    async def _connect(self) -> RawConnection:
        raw = await self._address.connect(self._answer)
        try:
            with self._address.faults():
                async with asyncio.timeout(self._answer):
                    await self._prepare(raw)
        except BaseException:
            raw.terminate()
            raise
        raw.add_termination_listener(self._drop)
        return raw

    async def _prepare(self, raw: RawConnection) -> None:
        if await self._address.shares_sessions(raw, self._answer):
            raise StoreFault(f"{self._address.name} {TRANSACTION_POOLER}")
        (row,) = await raw.fetch(_START)
        self.session = Session(row["pid"], row["since"])
        for channel, heard in self._listeners.items():
            await raw.add_listener(channel, partial(self._hear, heard))

    def _hear(
        self, heard: Callable[[str], None], raw: object, pid: int, channel: str, payload: object
    ) -> None:
        del raw, pid
        try:
            heard(str(payload))
        except Exception:
            log.exception("a notification on %s could not be handled", channel)

    async def _keep_up(self) -> None:
        while True:
            try:
                async with asyncio.timeout(self._keepalive):
                    await self._lost.wait()
            except TimeoutError:
                with suppress(StoreFault):  # then it is lost, which _lost says
                    await self.fetch("SELECT")
            else:
                await self._reconnect()

    async def _reconnect(self) -> None:
        log.warning("the connection to %s was lost; connecting again", self._address.name)
        failures = 0
        while True:
            try:
                self._raw = await self._connect()
                self._lost.clear()
                for hook in self._hooks:
                    await hook()
            except Exception as error:
                failures += 1
                pause = _pause_after(failures)
                expected = isinstance(error, StoreFault)
                log.warning(
                    "connecting to %s failed (%d), trying again in %.1f s%s",
                    *(self._address.name, failures, pause, f": {error}" if expected else ""),
                    exc_info=None if expected else error,
                )
                if self._raw is not None:
                    self._drop(self._raw)
                await asyncio.sleep(pause)
            else:
                log.info("connected to %s again", self._address.name)
                return

    def _drop(self, raw: RawConnection) -> None:
        """Give a connection up that failed or ended, if it is the present one."""
        if self._raw is raw:
            self._raw = None
            if self.session is not None:
                self.former_sessions = [*self.former_sessions, self.session][-FORMER_SESSIONS:]
            self._lost.set()
            raw.terminate()


def _pause_after(failures: int) -> float:
    """Return the seconds before the next attempt; by chance, so that processes don't crowd."""
    longest = min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE)
    return secrets.SystemRandom().uniform(longest / 2, longest)
