from datetime import UTC, datetime

from bot.store.coordination.lock_table import LockKind, describe, holders_in
from tests.store.coordinating import shards

SINCE = datetime(2026, 11, 23, 8, 1, 12, tzinfo=UTC)


def lock(kind, id_, pid=1, **values):
    return {"kind": kind, "id": id_, "pid": pid, "since": SINCE, "address": None} | values


def test_the_sentence_names_held_shards_and_a_different_shard_count():
    other = {"pid": 2, "since": None, "address": "10.0.0.5"}
    of_other = lock(LockKind.HOLD, 1, **other), lock(LockKind.COUNT, 8, **other)
    holders = holders_in([*(lock(LockKind.HOLD, each) for each in (0, 2, 3)), *of_other])
    wanted = shards(4, 2, 3)
    assert describe([each for each in holders if each.is_in_the_way_of(wanted)], wanted) == (
        "Shards 2–3 are held by another process since 2026-11-23 08:01:12 UTC; stop that one "
        "first. Another process has run with SHARD_COUNT=8 since an unknown time (from 10.0.0.5), "
        "and this one has 4; all must have the same."
    )
