"""Changes sent from process to process with PostgreSQL's LISTEN and NOTIFY."""

import asyncio
import logging
from collections.abc import Callable

from bot.service.ports.changes import Change
from bot.service.ports.faults import StoreFault
from bot.store.coordination.change_payload import SOME_WERE_LOST, NotOurs, payloads, read, word_of
from bot.store.coordination.direct_connection import DirectConnection

log = logging.getLogger(__name__)

CHANNEL = "boneyard_changes"
"""The channel of notifications."""
COLLECTING = 0.02
"""Seconds for which changes are collected, so that many go in one statement."""
MOST_PENDING = 10_000
"""The most changes that are kept to be sent; beyond it, others hear only that they missed some."""
LAST_WAIT = 1.0
"""Seconds that the last changes may take when the feed is closed."""

_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"


class PostgresChangeFeed:
    """A `ChangeFeed` between the processes on one PostgreSQL.

    Changes that are announced while the connection is lost are dropped. When it is back, this
    process and the others hear that they missed something.
    """

    def __init__(self, connection: DirectConnection) -> None:
        """Take a connection that is not open yet."""
        self._connection = connection
        self._heard: list[Callable[[Change], None]] = []
        self._missed: list[Callable[[], None]] = []
        self._pending: dict[Change, None] = {}
        self._lost_some = False
        self._sending: asyncio.Task[None] | None = None
        self._found_garbage = False
        connection.listen(CHANNEL, self._receive)
        connection.on_restored(self._restore)

    def announce(self, change: Change) -> None:
        """Tell the other processes soon, in the background; it never waits and never fails."""
        if not self._connection.is_connected or len(self._pending) >= MOST_PENDING:
            self._pending.clear()
            self._lost_some = True
        else:
            self._pending[change] = None
        self._send_soon()

    def subscribe(self, heard: Callable[[Change], None], missed: Callable[[], None]) -> None:
        """Call ``heard`` with each change of another process, and ``missed`` after a gap."""
        self._heard.append(heard)
        self._missed.append(missed)

    async def close(self) -> None:
        """Send what is still to be sent, unless that takes long; the connection stays open."""
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=LAST_WAIT)
            self._sending.cancel()

    def _send_soon(self) -> None:
        idle = self._sending is None or self._sending.done()
        if idle and self._connection.is_connected:
            self._sending = asyncio.create_task(self._send(), name="change feed")

    async def _send(self) -> None:
        """Send changes until there are none."""
        while (self._pending or self._lost_some) and self._connection.is_connected:
            await asyncio.sleep(COLLECTING)
            lost = [SOME_WERE_LOST] if self._lost_some else []
            words = [*lost, *map(word_of, self._pending)]
            self._pending.clear()
            self._lost_some = False
            try:
                texts = list(payloads(self._connection.instance, words))
                await self._connection.fetch(_NOTIFY, CHANNEL, texts)
            except StoreFault as fault:
                log.debug("changes were not announced: %s", fault)
                self._lost_some = True
                return  # sent with the next change, or when the connection is back

    def _receive(self, payload: str) -> None:
        try:
            instance, changes = read(payload)
        except NotOurs:
            if not self._found_garbage:
                self._found_garbage = True
                log.warning("somebody else sends notifications on %s; they are ignored", CHANNEL)
            return
        if instance == self._connection.instance:
            return
        for change in changes:
            if change is None:
                self._tell_missed()
                continue
            for heard in self._heard:
                try:
                    heard(change)
                except Exception:
                    log.exception("a change could not be followed")

    async def _restore(self) -> None:
        """Say that changes may have been missed, to others only if any were announced."""
        self._tell_missed()
        if self._lost_some:
            self._send_soon()

    def _tell_missed(self) -> None:
        for missed in self._missed:
            try:
                missed()
            except Exception:
                log.exception("missed changes could not be followed")
