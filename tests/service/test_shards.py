"""Shards: which process owns what."""

import pytest
from hypothesis import given, strategies as st

from bot.model.shards import Shards


@given(st.integers(1, 50), st.integers(0, 2**63 - 1))
def test_every_server_has_one_owner(count, guild_id):
    alone = [Shards(count, frozenset({shard_id})) for shard_id in range(count)]
    (owner,) = [each for each in alone if each.hold(guild_id)]
    assert owner.ids == {(guild_id >> 22) % count}
    assert [each.hold(None) for each in alone] == [True] + [False] * (count - 1)


@pytest.mark.parametrize(
    ("ids", "text"), [({0}, "0"), ({0, 1, 2, 3}, "0–3"), ({5, 0, 1, 7}, "0–1, 5, 7"), ((), "")]
)
def test_they_are_written_as_ranges(ids, text):
    assert str(Shards(8, frozenset(ids))) == text
