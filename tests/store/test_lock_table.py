from datetime import UTC, datetime

from bot.store.coordination.lock_table import LockKind, LockTable, describe
from tests.store.coordinating import shards

AT = datetime(2026, 11, 23, 8, 1, 12, tzinfo=UTC)


def lock(kind, id_, pid=1, **values):
    return {
        "kind": kind,
        "id": id_,
        "pid": pid,
        "own": False,
        "since": AT,
        "address": None,
    } | values


HELD = [lock(LockKind.COUNT, 4), lock(LockKind.HOLD, 0), lock(LockKind.HOLD, 1)]


def test_who_is_in_the_way_and_leaves():
    for leaving, all_leave in (((), False), ((0,), False), ((0, 1), True)):
        said = [lock(LockKind.LEAVING, each) for each in leaving]
        table = LockTable.of([*HELD, *said, lock(LockKind.LEAVING, 1, 2)])
        assert table.all_leave(table.in_the_way_of(shards(4, 0))) is all_leave
    assert not table.all_leave([]), "nobody is in the way, so nobody needs to leave"
    assert not table.all_leave(table.in_the_way_of(shards(4, 2)))


def test_ones_own_locks_are_not_in_the_way():
    table = LockTable.of([each | {"own": True} for each in HELD])
    assert table.in_the_way_of(shards(8, 0)) == []


def test_what_an_operator_reads():
    other = {"pid": 2, "since": None, "address": "10.0.0.5"}
    table = LockTable.of(
        [
            *(lock(LockKind.HOLD, each) for each in (0, 2, 3)),
            lock(LockKind.HOLD, 1, **other),
            lock(LockKind.COUNT, 8, **other),
        ]
    )
    wanted = shards(4, 2, 3)
    assert describe(table.in_the_way_of(wanted), wanted) == (
        "Shards 2–3 are held by another process since 2026-11-23 08:01:12 UTC; stop that one "
        "first. Another process has run with SHARD_COUNT=8 since an unknown time (from 10.0.0.5), "
        "and this one has 4; all must have the same."
    )
