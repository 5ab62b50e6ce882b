import asyncio
from datetime import timedelta

import pytest
import sqlalchemy as sa

from bot.model.calls import Occasion, WatchReminders
from bot.model.shards import ALONE, Shards
from bot.service.ports.faults import Conflict, InvitationLimit, WatcherLimit
from bot.store.tables.matches import matches
from tests.store.matches import ANA, AT, BEN, CARO, new, play
from tests.store.support import execute, holding, outcomes_of, rows

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
