import asyncio
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.model.calls import Occasion, WatchReminders
from bot.model.deadlines import NOTHING
from bot.model.match import CloseReason, MessageRecord, Occupant, WaitingFor
from bot.model.overview import Census
from bot.model.shards import ALONE, Shards
from bot.service.ports.faults import Conflict, InvitationLimit, WatcherLimit
from bot.store.tables.matches import matches
from tests.store.matches import ANA, AT, BEN, CARO, SNOWFLAKE, new, play, reread, running
from tests.store.support import execute, holding, outcomes_of, rows


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


BOTH = WatchReminders(goes_on=True, ends=True)
GONE = "SELECT (SELECT count(*) FROM watchers) + (SELECT count(*) FROM invitations)"
HOUR = timedelta(hours=1)


async def test_a_call_is_claimed_by_one_of_several(store, match, other):
    for user in (BEN, CARO):
        await store.watch(match.id, user, BOTH, 1, most=50)

    async def claim(by, *users, ply=3, **times):
        return await by.claim_calls(match.id, Occasion.GOES_ON, users, ply=ply, **times)

    moments = ((store, AT), (other, AT + HOUR))
    claims = (claim(each, BEN, CARO, before=None, after=at) for each, at in moments)
    assert sorted(map(len, await asyncio.gather(*claims))) == [0, 2]
    watchers = await other.watchers(match.id)
    ((claimed, ply),) = {(each.claimed_at, each.told_ply) for each in watchers}
    assert ply == 3
    assert claimed in {AT, AT + HOUR}
    assert await claim(other, BEN, before=claimed, after=None) == {BEN}
    await store.settle_calls(match.id, Occasion.GOES_ON, [CARO], 7)
    found = {each.user_id: each for each in await store.watchers(match.id)}
    told = [(found[user].told_ply, found[user].claimed_at) for user in (BEN, CARO)]
    assert told == [(3, None), (7, None)]
    assert await claim(store, CARO, before=None, after=AT, ply=6) == set()
    await store.settle_calls(match.id, Occasion.GOES_ON, [CARO], 6)
    assert {each.told_ply for each in await store.watchers(match.id)} == {3, 7}


async def test_matches_are_found_while_there_is_something_to_tell(store, match):
    assert not await store.may_call(match.id)
    await store.watch(match.id, CARO, BOTH, match.ply, most=50)
    assert await store.may_call(match.id)
    assert await store.matches_to_call(ALONE) == ()
    await play(store, match, match.ply)
    assert await store.matches_to_call(ALONE) == (match.id,)
    assert await store.matches_to_call(Shards(2, frozenset())) == ()
    await store.settle_calls(match.id, Occasion.GOES_ON, [CARO], match.ply + 1)
    assert await store.matches_to_call(ALONE) == ()
    assert len(await store.move_times(match.id, 0)) == match.ply + 1
    await execute(store, sa.update(matches).values(stage="over", awaits="nobody"))
    assert await store.matches_to_call(ALONE) == (match.id,)
    await store.settle_calls(match.id, Occasion.ENDED, [CARO], match.ply + 1)
    assert await store.watchers(match.id) == ()


async def test_invitations_count_for_an_hour_and_stay_as_long_as_the_lobby(store, other):
    lobby = await store.open_match(new(), AT)

    async def invite(*users, at=AT, by=store, match=lobby):
        return await by.invite(match.id, ANA, users, at, since=at - HOUR, most=3)

    found = await asyncio.gather(invite(BEN, CARO), invite(CARO, by=other))
    assert sorted(user for some in found for user in some) == [BEN, CARO]
    assert await store.matches_to_call(ALONE) == (lobby.id,)
    with pytest.raises(InvitationLimit) as limit:
        await invite(201, 202)
    assert limit.value.left == 1
    assert {each.user_id for each in await store.invitations(lobby.id)} == {BEN, CARO}
    await store.settle_calls(lobby.id, Occasion.INVITED, [BEN, CARO], 0)
    assert await store.matches_to_call(ALONE) == ()
    assert await invite(BEN, CARO, at=AT + 2 * HOUR) == set(), "the lobby is still open"
    await execute(store, sa.update(matches).values(stage="closed", given_up="lapsed"))
    with pytest.raises(Conflict):
        await invite(201)
    later = await store.open_match(new(), AT)
    await invite(BEN, at=AT + 2 * HOUR, match=later)
    assert await rows(store, "SELECT match_id, user_id FROM invitations") == [(later.id, BEN)]


async def test_people_who_press_at_the_same_moment_stay_below_the_limits(store, match, other):
    tables = [await store.open_match(new(channel), AT) for channel in (2, 3)]
    turns = enumerate((store, other) * 4, 201)
    watches = await outcomes_of(*(by.watch(match.id, user, BOTH, 1, most=3) for user, by in turns))
    assert [type(each) for each in watches if each is not None] == [WatcherLimit] * 5
    assert len(await store.watchers(match.id)) == 3
    watching = (await store.watchers(match.id))[0].user_id
    await store.watch(match.id, watching, WatchReminders(ends=True), 1, most=3)
    turns = enumerate(((store, tables[0].id), (other, tables[1].id)) * 4, 201)
    limits = {"since": AT - HOUR, "most": 5}
    pairs = ((by, at, [user, user + 50]) for user, (by, at) in turns)
    invites = await outcomes_of(*(by.invite(at, ANA, two, AT, **limits) for by, at, two in pairs))
    assert sum(isinstance(each, InvitationLimit) for each in invites) == 6
    assert await rows(store, "SELECT count(*) FROM invitations") == [(4,)]


async def test_nobody_begins_to_watch_a_match_that_has_just_ended(store, match, other):
    async with holding(other, sa.update(matches).values(stage="over", awaits="nobody")):
        watch = asyncio.create_task(store.watch(match.id, CARO, BOTH, 1, most=50))
        await asyncio.sleep(0.05)
        assert not watch.done()
    with pytest.raises(Conflict):
        await watch
    assert await store.watchers(match.id) == ()


async def test_calls_are_deleted_with_their_match(store, match):
    await store.watch(match.id, CARO, BOTH, 1, most=50)
    with pytest.raises(Conflict):
        await store.watch(match.id + 1, CARO, BOTH, 1, most=50)
    await execute(store, sa.delete(matches))
    assert await rows(store, GONE) == [(0,)]
