"""People who are invited to a lobby are called once, as they want, and nobody calls too many."""

import asyncio
from datetime import timedelta

import pytest

from bot.model import errors
from bot.model.calls import Occasion
from bot.model.preferences import InvitationPreference, Preferences
from bot.model.shards import ALONE
from bot.service.lobby.new_match import MatchPlace
from bot.service.ports.faults import StoreFault
from tests.service.harness import ANA, BRUNO, CHEN, DANA, EVA, ServiceHarness, refused


@pytest.fixture
async def lobby(harness) -> int:
    match_id: int = await harness.lobby(ANA, BRUNO)
    harness.service.attend(match_id)
    await harness.quiet()
    return match_id


async def invites(harness: ServiceHarness, match_id: int, by: int, *users: int) -> set[int]:
    new = await harness.service.invitations.invite(match_id, by, users)
    await harness.quiet()
    return {*new}


def called(harness: ServiceHarness) -> list[tuple[int, ...]]:
    return [users for users, _ in harness.channel.called]


async def test_everybody_is_called_once_whoever_invites_them(harness, lobby):
    assert await invites(harness, lobby, BRUNO, CHEN, DANA) == {CHEN, DANA}
    assert called(harness) == [(CHEN, DANA)]
    (_, call) = harness.channel.called[0]
    assert (call.occasion, call.invited_by) == (Occasion.INVITED, BRUNO)
    assert await invites(harness, lobby, ANA, DANA, EVA) == {EVA}
    assert await invites(harness, lobby, BRUNO, CHEN) == set()
    assert called(harness) == [(CHEN, DANA), (EVA,)]
    assert await harness.store.matches_to_call(ALONE) == ()


async def test_whoever_may_have_been_invited_is_called_although_the_store_failed(harness, lobby):
    harness.store.fail_in("invite", "after")
    with pytest.raises(StoreFault):
        await invites(harness, lobby, ANA, CHEN)
    await harness.quiet()
    assert called(harness) == [(CHEN,)]


async def test_two_presses_at_once_make_one_call(harness, lobby):
    invite = harness.service.invitations.invite
    found = await asyncio.gather(*(invite(lobby, by, [CHEN]) for by in (ANA, BRUNO, ANA)))
    await harness.quiet()
    assert sorted(map(len, found)) == [0, 0, 1]
    assert called(harness) == [(CHEN,)]


async def test_each_is_called_as_they_want(harness, lobby):
    for user, wanted in ((CHEN, InvitationPreference.OFF), (DANA, InvitationPreference.DM)):
        await harness.service.set_preferences(user, Preferences(invitations=wanted))
    harness.channel.without_dms.add(EVA)
    await harness.service.set_preferences(EVA, Preferences(invitations=InvitationPreference.DM))
    assert await invites(harness, lobby, ANA, CHEN, DANA, EVA, 106) == {CHEN, DANA, EVA, 106}
    assert called(harness) == [(DANA,), (EVA, 106)]
    assert harness.channel.mentions == 1


async def test_who_sits_there_is_not_invited_and_then_nobody_is(harness, lobby):
    await refused(errors.InviteeSeated, invites(harness, lobby, ANA, CHEN, BRUNO))
    assert called(harness) == []
    assert await harness.store.invitations(lobby) == ()


async def test_nobody_invites_more_than_ten_people_an_hour(harness, lobby):
    await invites(harness, lobby, ANA, *range(201, 209))
    other = await harness.lobby(ANA, where=MatchPlace(1, 11))
    with pytest.raises(errors.TooManyInvitations) as refusal:
        await invites(harness, other, ANA, 301, 302, 303)
    assert (refusal.value.places["most"], refusal.value.places["left"]) == (10, 2)
    assert await harness.store.invitations(other) == ()
    await invites(harness, lobby, ANA, 201, 202, 203)  # they were called before
    await invites(harness, other, ANA, 301, 302)
    await invites(harness, lobby, BRUNO, 401)
    harness.clock.passed += timedelta(hours=1, minutes=1)
    await invites(harness, other, ANA, 303)
    assert await invites(harness, other, ANA, 301) == set(), "not even after an hour"


async def test_only_who_sits_in_a_lobby_with_free_seats_invites(harness, lobby):
    await refused(errors.NotSeated, invites(harness, lobby, CHEN, DANA))
    await refused(errors.NoSuchMatch, invites(harness, 99, ANA, DANA))
    await harness.tables.join(lobby, CHEN, "c")
    assert await harness.service.invitations.seats_to_offer(lobby, CHEN) == 1
    await harness.tables.join(lobby, DANA, "d")
    await refused(errors.TableFull, invites(harness, lobby, ANA, EVA))
    await harness.tables.start(lobby, ANA, "start")
    await refused(errors.AlreadyStarted, invites(harness, lobby, ANA, EVA))
    other = await harness.lobby(ANA, where=MatchPlace(1, 11))
    await harness.tables.leave(other, ANA)
    await refused(errors.TableClosed, invites(harness, other, ANA, EVA))
    assert called(harness) == []


async def test_a_call_that_comes_too_late_is_not_made(harness, lobby):
    """The channel fails for a while; meanwhile one sits down, and then the match starts."""
    harness.channel.refuse = 1
    await invites(harness, lobby, ANA, CHEN, DANA)
    await harness.tables.join(lobby, CHEN, "c")
    await harness.quiet()
    assert called(harness) == [(DANA,)]
    harness.channel.refuse = 2
    await invites(harness, lobby, ANA, EVA)
    await harness.tables.start(lobby, ANA, "start")
    await harness.quiet()
    await harness.service.calls.deliver(lobby)
    assert called(harness) == [(DANA,)]
    assert await harness.store.matches_to_call(ALONE) == ()
