from datetime import UTC, datetime

from bot.store.coordination.lock_table import LockKind, describe, holders_in
from tests.store.coordinating import shards

AT = datetime(2026, 11, 23, 8, 1, 12, tzinfo=UTC)


def lock(kind, id_, pid=1, **values):
    return {"kind": kind, "id": id_, "pid": pid, "since": AT, "address": None} | values


def test_what_an_operator_reads():
    other = {"pid": 2, "since": None, "address": "10.0.0.5"}
    holders = holders_in(
        [
            *(lock(LockKind.HOLD, each) for each in (0, 2, 3)),
            lock(LockKind.HOLD, 1, **other),
            lock(LockKind.COUNT, 8, **other),
        ]
    )
    wanted = shards(4, 2, 3)
    in_the_way = [each for each in holders if each.is_in_the_way_of(wanted)]
    assert describe(in_the_way, wanted) == (
        "Shards 2–3 are held by another process since 2026-11-23 08:01:12 UTC; stop that one "
        "first. Another process has run with SHARD_COUNT=8 since an unknown time (from 10.0.0.5), "
        "and this one has 4; all must have the same."
    )
