from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.match import CloseReason, FinalPlace, MatchId
from bot.service.ports.faults import ChannelTaken
from tests.store.scored import finish, first
from tests.store.support import ANA, AT, BEN, CARO, new, running


async def over(store, channel: int = 1, after: int = 0) -> MatchId:
    at = AT + timedelta(seconds=after)
    return await finish(store, *first(ANA, BEN), channel=channel, at=at)


async def test_a_rematch_is_found_while_it_is_open(store):
    before = await over(store)
    assert await store.rematch(before) is None
    opened = await store.open_match(replace(new(), rematch_of=before), AT)
    assert await store.rematch(before) == opened
    assert opened.rematch_of == before
    assert await store.rematch(opened.id) is None
    await store.close(opened.id, opened.revision, CloseReason.LEFT, AT)
    assert await store.rematch(before) is None


async def test_a_match_has_one_open_rematch_whatever_the_channel(store):
    """Of two processes that open it at the same time, one does."""
    before = await over(store)
    await store.open_match(replace(new(), rematch_of=before), AT)
    with pytest.raises(ChannelTaken):
        await store.open_match(replace(new(channel=9), rematch_of=before), AT)
    assert await store.open_in(9) is None


async def test_the_last_that_ended_among_ones_own_of_a_channel(store):
    """And the last with results, whoever played it."""
    assert await store.last_ended_in(1) is None
    late = await over(store, after=50)
    soon = await over(store, after=20)
    await over(store, 9, after=90)
    abandoned, at = await running(store), AT + timedelta(seconds=99)
    await store.close(abandoned.id, abandoned.revision, CloseReason.LAPSED, at)
    left = await running(store)
    assert late < soon
    assert (await store.last_over(1, ANA)).id == await store.last_ended_in(1) == late
    assert await store.last_over(1, CARO) is None
    assert await store.last_over(2, ANA) is None
    places = [FinalPlace(0, ANA, 1, 0, won=False, left=True)]
    await store.close(left.id, left.revision, CloseReason.LEFT, at, places=places)
    assert await store.last_ended_in(1) == left.id
    assert (await store.last_over(1, ANA)).id == late, "one that was given up is not over"
