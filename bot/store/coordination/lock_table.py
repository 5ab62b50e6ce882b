"""The locks by which processes divide the work, as PostgreSQL lists them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import Any, Self

from bot.model.shards import Shards
from bot.store.coordination.direct_connection import DirectConnection, Session

FIRST_CLASS = int.from_bytes(b"bone")
"""The first key of our first kind of lock: a number that other programs are unlikely to use."""


class LockKind(IntEnum):
    """The meaning of an advisory lock of two keys; the value is its first key."""

    COUNT = FIRST_CLASS
    """Shared. The second key is the number of shards of the whole bot."""
    HOLD = FIRST_CLASS + 1
    """Exclusive: the process owns this shard, so it posts tables and runs clocks there."""
    WAITING = FIRST_CLASS + 2
    """Shared: the process wants to hold this shard."""
    LEAVING = FIRST_CLASS + 3
    """Shared: the process that holds this shard gives it up as soon as another stands by."""
    STANDBY = FIRST_CLASS + 4
    """Shared: the process receives this shard's events and keeps them until it holds it."""
    IDENTIFY = FIRST_CLASS + 5
    """Exclusive: a shard of this bucket (`shard % max_concurrency`) is about to start."""
    PROBE = FIRST_CLASS + 6
    """Held for an instant, to see whether two addresses lead to the same database."""


_ALL_LOCKS = f"""
SELECT l.classid::bigint AS kind, l.objid::bigint AS id, l.pid, l.pid = pg_backend_pid() AS own,
    a.backend_start AS since, host(a.client_addr) AS address
FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid::bigint BETWEEN {min(LockKind):d} AND {max(LockKind):d}
"""  # noqa: S608 - two numbers
# objsubid is 2 for locks of two keys. A session that is not among the activities has just ended.


@dataclass(frozen=True, slots=True)
class Holder:
    """Another process that holds shards."""

    shards: frozenset[int]
    count: int | None
    """Its number of shards of the whole bot; ``None`` if it has locked none."""
    session: Session
    address: str | None
    """The address that it connects from; ``None`` on the database's own machine."""

    @property
    def since(self) -> datetime | None:
        """When it connected to the database."""
        return self.session.since

    def __str__(self) -> str:
        """Return when and from where it connected, as in ``since … (from 10.0.0.5)``."""
        since = "an unknown time" if self.since is None else f"{self.since:%Y-%m-%d %H:%M:%S} UTC"
        return f"since {since}" + (f" (from {self.address})" if self.address else "")


@dataclass(frozen=True, slots=True)
class LockTable:
    """All locks of other processes at one moment."""

    holders: tuple[Holder, ...]
    waiting: frozenset[int]
    """The shards that somebody waits for."""
    standby: frozenset[int]
    """The shards that somebody stands by for."""
    leaving: Mapping[int, frozenset[int]]
    """The shards that a session gives up, by its process id."""

    @classmethod
    def of(cls, rows: Iterable[Mapping[str, Any]]) -> Self:
        """Return what the rows of `_ALL_LOCKS` say about other processes."""
        others = [row for row in rows if not row["own"]]

        def ids(kind: LockKind, pid: int | None = None) -> frozenset[int]:
            return frozenset(
                row["id"] for row in others if row["kind"] == kind and pid in {None, row["pid"]}
            )

        sessions = {row["pid"]: row for row in others}
        return cls(
            tuple(
                Holder(
                    ids(LockKind.HOLD, pid),
                    max(ids(LockKind.COUNT, pid), default=None),
                    Session(pid, row["since"]),
                    row["address"],
                )
                for pid, row in sorted(sessions.items())
                if ids(LockKind.HOLD, pid)
            ),
            ids(LockKind.WAITING),
            ids(LockKind.STANDBY),
            {pid: ids(LockKind.LEAVING, pid) for pid in sessions},
        )

    def in_the_way_of(self, shards: Shards) -> list[Holder]:
        """Return the processes that hold any of these shards, or count shards differently."""
        found = [
            each
            for each in self.holders
            if each.shards & shards.ids or each.count not in {None, shards.count}
        ]
        return sorted(found, key=lambda each: min(each.shards))

    def all_leave(self, holders: Collection[Holder]) -> bool:
        """Return whether these processes, at least one, give up everything that they hold."""
        return bool(holders) and all(
            each.shards <= self.leaving[each.session.pid] for each in holders
        )


async def read_locks(connection: DirectConnection) -> LockTable:
    """Return all locks of other processes now.

    Raises:
        StoreFault: PostgreSQL could not be asked.
    """
    return LockTable.of(await connection.fetch(_ALL_LOCKS))


def describe(holders: Iterable[Holder], shards: Shards) -> str:
    """Say who keeps a process from holding these shards, in sentences for the operator."""
    return " ".join(_sentence(each, shards) for each in holders)


def describe_all(holders: Iterable[Holder]) -> str:
    """Say which processes run, as the beginning of a sentence; empty if none does."""
    running = (f"another process has held {_named(each.shards)} {each}" for each in holders)
    sentence = ", and ".join(running)
    return sentence[:1].upper() + sentence[1:]


def _named(ids: frozenset[int]) -> str:
    return f"{'shard' if len(ids) == 1 else 'shards'} {Shards(0, ids)}"


def _sentence(holder: Holder, shards: Shards) -> str:
    if holder.count not in {None, shards.count}:
        return (
            f"Another process has run with SHARD_COUNT={holder.count} {holder}, and this one has "
            f"{shards.count}; all must have the same."
        )
    held = holder.shards & shards.ids
    verb = "is" if len(held) == 1 else "are"
    return (
        f"{_named(held).capitalize()} {verb} held by another process {holder}; stop that one first."
    )
