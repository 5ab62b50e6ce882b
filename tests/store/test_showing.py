import pytest

from bot.model.deadlines import NOTHING
from bot.model.match import CloseReason, Occupant, WaitingFor
from bot.model.messages import MessageRecord
from bot.model.overview import Census
from bot.model.shards import ALONE
from bot.service.ports.faults import Conflict
from tests.store.matches import ANA, AT, BEN, CARO, SNOWFLAKE, new, play, reread, running


class TestShown:
    async def test_it_never_goes_back(self, store, match):
        await play(store, match, 1)
        await store.mark_shown(match.id, 3, 3, 2)
        await store.mark_shown(match.id, 4, 2, 1)
        shown = await reread(store, match)
        assert (shown.shown_version, shown.shown_ply) == (3, 2)

    async def test_what_was_not_shown(self, store):
        lobby = await store.open_match(new(1), AT)
        match = await running(store, channel=2)
        seen = await running(store, channel=3)
        await store.mark_shown(lobby.id, 1, 1, 0)
        await store.mark_shown(match.id, 2, 1, 0)
        await store.mark_shown(seen.id, 2, 2, 1)
        assert await store.pending_matches(ALONE) == (match.id,)

    async def test_a_table_that_waits_for_a_computer(self, store, match):
        await play(store, match, 1, awaits=WaitingFor.COMPUTER)
        await store.mark_shown(match.id, 3, 3, 2)
        assert await store.pending_matches(ALONE) == (match.id,)
        await store.take_seat(match.id, 4, Occupant(0, CARO), WaitingFor.PERSON, NOTHING)
        await store.mark_shown(match.id, 5, 4, 2)
        assert await store.pending_matches(ALONE) == ()

    async def test_an_end_is_owed_until_it_is_shown(self, store):
        closed = await running(store, channel=1)
        await store.take_seat(closed.id, 2, Occupant(0, level="easy"), WaitingFor.COMPUTER, NOTHING)
        await store.close(closed.id, 3, CloseReason.LEFT, AT)
        over = await running(store, channel=2)
        await play(store, over, 1, awaits=WaitingFor.COMPUTER, places=())
        assert await store.pending_matches(ALONE) == (closed.id, over.id)
        await store.mark_shown(closed.id, 4, 4, 1)
        await store.mark_shown(over.id, 3, 3, 2)
        assert await store.pending_matches(ALONE) == ()


class TestMessages:
    async def test_the_oldest_comes_first(self, store, match):
        table = MessageRecord(SNOWFLAKE, SNOWFLAKE - 1, None, 3, 7)
        to_ben, to_ana = MessageRecord(11, 21, BEN, 2, 6), MessageRecord(12, 22, ANA)
        for posted in (to_ana, table, to_ben):
            await store.remember(match.id, posted)
        assert await store.posted(match.id) == (to_ben, to_ana, table)

    async def test_a_message_that_shows_something_newer(self, store, match):
        await store.remember(match.id, MessageRecord(1, 20))
        await store.remember(match.id, MessageRecord(1, 30))
        await store.remember(match.id, MessageRecord(1, 20, None, 5, 9))
        assert await store.posted(match.id) == (
            MessageRecord(1, 20, None, 5, 9),
            MessageRecord(1, 30),
        )

    async def test_a_message_that_takes_the_place_of_an_attempt(self, store, match):
        await store.remember(match.id, MessageRecord(1, -BEN, BEN, -5, 9, 77))
        await store.remember(match.id, MessageRecord(1, 20, BEN, 5, 9), instead_of=-BEN)
        assert await store.posted(match.id) == (MessageRecord(1, 20, BEN, 5, 9),)

    async def test_forgetting_an_unknown_message_changes_nothing(self, store, match):
        await store.remember(match.id, MessageRecord(1, 20))
        neighbour = await running(store, channel=2)
        await store.remember(neighbour.id, MessageRecord(1, 30))
        await store.forget(match.id, 30)
        await store.forget(77, 20)
        assert await store.posted(neighbour.id) == (MessageRecord(1, 30),)
        assert await store.posted(match.id) == (MessageRecord(1, 20),)

    async def test_a_message_of_no_match(self, store):
        with pytest.raises(Conflict):
            await store.remember(77, MessageRecord(1, 20))


async def test_matches_are_counted_by_stage_and_by_what_is_pending(store):
    assert await store.census(ALONE) == Census(lobbies=0, running=0, pending=0)
    await store.open_match(new(1), AT)
    first, second = await running(store, 2), await running(store, 3)
    assert await store.census(ALONE) == Census(lobbies=1, running=2, pending=3)
    for match in (first, second):
        await store.mark_shown(match.id, match.revision, match.version, match.ply)
    assert await store.census(ALONE) == Census(lobbies=1, running=2, pending=1)
    assert (await store.census(ALONE)).pending == len(await store.pending_matches(ALONE))
