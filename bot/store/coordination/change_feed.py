"""Changes sent from process to process with PostgreSQL's LISTEN and NOTIFY.

A notification is text as in ``1f2e3d4c m123:456 p77``. The first word names the process that sent
it. Each other word is a change: its subject, its id and, for a match in a server, the server's id.
``!`` stands for changes that were not sent.
"""

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Iterator

from bot.service.ports.changes import Change, Subject
from bot.service.ports.faults import StoreFault
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

MAX_PAYLOAD = 7900
"""The most bytes of a payload; PostgreSQL takes fewer than 8000."""
SOME_WERE_LOST = "!"

_INSTANCE = re.compile(r"[0-9a-f]{8}")
_NUMBER = "(0|[1-9][0-9]{0,18})"
_WORD = re.compile(rf"(?:(m){_NUMBER}(?::{_NUMBER})?|([pes]){_NUMBER})")
_LARGEST_ID = 2**63 - 1

_NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"


class PostgresChangeFeed:
    """A `ChangeFeed` between the processes on one PostgreSQL.

    Changes that are announced while the connection is lost are dropped. When it is back, this
    process and the others hear that they missed something.
    """

    def __init__(self, connection: DirectConnection) -> None:
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
                    log.exception("a change from another process could not be handled")

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
                log.exception("missed changes could not be handled")


class NotOurs(Exception):
    """A payload that no process of Boneyard has sent."""


def payloads(instance: str, words: Iterable[str]) -> Iterator[str]:
    """Yield texts, each short enough for a notification, which together have all the words."""
    line = instance
    for word in words:
        if len(line) + 1 + len(word) > MAX_PAYLOAD:
            yield line
            line = instance
        line = f"{line} {word}"
    if line != instance:
        yield line


def word_of(change: Change) -> str:
    place = "" if change.guild_id is None else f":{change.guild_id}"
    return f"{change.subject.value}{change.id}{place}"


def read(payload: str) -> tuple[str, list[Change | None]]:
    """Return who sent a payload, and its changes; None stands for changes that were not sent."""
    instance, *words = payload.split(" ")
    if not _INSTANCE.fullmatch(instance) or not words or len(payload) > MAX_PAYLOAD:
        raise NotOurs
    return instance, [_change_of(word) for word in words]


def _change_of(word: str) -> Change | None:
    if word == SOME_WERE_LOST:
        return None
    match = _WORD.fullmatch(word)
    if match is None:
        raise NotOurs
    subject, id_, guild_id = match[1] or match[4], int(match[2] or match[5]), match[3]
    change = Change(Subject(subject), id_, None if guild_id is None else int(guild_id))
    if max(change.id, change.guild_id or 0) > _LARGEST_ID:
        raise NotOurs
    return change
