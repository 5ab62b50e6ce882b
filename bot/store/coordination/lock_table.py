"""The locks by which processes divide the work, as PostgreSQL lists them."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import sqlalchemy as sa

from bot.model.shards import Shards
from bot.store.coordination.direct_connection import DirectConnection, Session
from bot.store.database import Database

FIRST_CLASS = int.from_bytes(b"bone")
"""The first key of our first kind of lock: a number that other programs are unlikely to use."""


class LockKind(IntEnum):
    """The meaning of an advisory lock of two keys; the value is its first key.

    The three numbers that are left out had a meaning in earlier versions.
    """

    COUNT = FIRST_CLASS
    """Shared. The second key is the number of shards of the whole bot."""
    HOLD = FIRST_CLASS + 1
    """Exclusive: the process owns this shard, so it posts tables and runs clocks there."""
    IDENTIFY = FIRST_CLASS + 5
    """Exclusive: a shard of this bucket (`shard % max_concurrency`) is about to start."""
    PROBE = FIRST_CLASS + 6
    """Held for an instant, to see whether two addresses lead to the same database."""


_HERE = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
# objsubid is 2 for locks of two keys. A session that is not among the activities has just ended.
_SHARDS_OF_OTHERS = f"""
SELECT l.classid::bigint AS kind, l.objid::bigint AS id, l.pid, a.backend_start AS since,
    host(a.client_addr) AS address
FROM pg_locks l JOIN pg_stat_activity a USING (pid)
WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.granted AND l.pid <> pg_backend_pid()
    AND l.{_HERE} AND l.classid::bigint IN ({LockKind.COUNT:d}, {LockKind.HOLD:d})
"""  # noqa: S608 - two numbers
_PROBE_IS_SEEN = sa.text(f"""
SELECT count(*) FROM pg_locks
WHERE locktype = 'advisory' AND objsubid = 2 AND {_HERE}
    AND classid::bigint = {LockKind.PROBE:d} AND objid::bigint = :id
""")  # noqa: S608 - a number


@dataclass(frozen=True, slots=True)
class Holder:
    shards: frozenset[int]
    count: int | None
    """Its number of shards of the whole bot; ``None`` if it has locked none."""
    session: Session
    address: str | None
    """The address that it connects from; ``None`` on the database's own machine."""

    def is_in_the_way_of(self, shards: Shards) -> bool:
        """Return whether it holds any of these shards, or counts shards differently."""
        return bool(self.shards & shards.ids) or self.count not in {None, shards.count}

    def __str__(self) -> str:
        """Return when and from where it connected, as in ``since … (from 10.0.0.5)``."""
        moment = self.session.since
        since = "an unknown time" if moment is None else f"{moment:%Y-%m-%d %H:%M:%S} UTC"
        return f"since {since}" + (f" (from {self.address})" if self.address else "")


async def read_holders(connection: DirectConnection) -> list[Holder]:
    """Return all other processes that hold shards now, or raise :class:`StoreFault`."""
    return holders_in(await connection.fetch(_SHARDS_OF_OTHERS))


def holders_in(rows: Sequence[Mapping[str, Any]]) -> list[Holder]:
    """Return the processes that have these locks, ordered by their first shards."""
    found = []
    for row in {row["pid"]: row for row in rows}.values():
        locks = [(each["kind"], each["id"]) for each in rows if each["pid"] == row["pid"]]
        held = frozenset(id_ for kind, id_ in locks if kind == LockKind.HOLD)
        count = max((id_ for kind, id_ in locks if kind == LockKind.COUNT), default=None)
        if held:
            found.append(Holder(held, count, Session(row["pid"], row["since"]), row["address"]))
    return sorted(found, key=lambda each: min(each.shards))


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


async def is_same_database(connection: DirectConnection, database: Database) -> bool:
    """Return whether a lock that is taken over the connection is seen by the database.

    It is not if they lead to other servers or databases, or if the latter leads to a replica.
    """
    probe = secrets.randbelow(2**31)
    await connection.fetch("SELECT pg_try_advisory_lock($1, $2)", LockKind.PROBE, probe)
    try:
        return await database.read(lambda db: bool(db.scalar(_PROBE_IS_SEEN, {"id": probe})))
    finally:
        await connection.fetch("SELECT pg_advisory_unlock($1, $2)", LockKind.PROBE, probe)
