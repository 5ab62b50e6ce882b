"""Reminders on their way: sent once, later if sending fails, and only to people who need one."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.service.model.preferences import Preferences, QuietHours
from bot.service.model.updates import Update
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import ChannelGone, PersonGone, PublishFailed
from tests.service.harness import ANA, BRUNO, CHEN, ServiceHarness


@pytest.fixture
async def waiting(harness):
    """Start a match of three, and queue a reminder for the person who is to move."""
    match_id = await harness.running(ANA, BRUNO, CHEN)
    await harness.quiet()
    user, _ = await harness.turn(match_id)
    harness.service.reminders.add(match_id, user, await ply_of(harness, match_id, user))
    return harness, match_id, user


async def ply_of(harness: ServiceHarness, match_id: int, user: int) -> int:
    """Return the ply since which somebody has had their present choice."""
    match = await harness.store.match(match_id)
    ply: int = match.agenda.clock(match.seat_of(user)).ply
    return ply


@pytest.mark.parametrize("fails", ["nothing", "the channel", "the store"])
async def test_who_is_to_move_is_reminded_once_or_later_when_something_fails(waiting, fails):
    harness, match_id, user = waiting
    harness.service.reminders.add(match_id, user, await ply_of(harness, match_id, user))
    if fails == "the channel":
        harness.channel.refuse = 1
    if fails == "the store":
        await harness.service.preferences.save_preferences(user, Preferences())  # read again
        harness.store.fail_at(1, "before")
    with suppress(PublishFailed, StoreFault):
        await harness.service.reminders.remind(match_id)
    assert bool(harness.channel.reminded) is (fails == "nothing")
    for _ in range(2):
        await harness.service.reminders.remind(match_id)
    assert harness.channel.reminded == [(match_id, user)]


@pytest.mark.parametrize("why", ["they have moved", "a computer is playing for them"])
async def test_who_is_not_to_move_any_more_is_left_alone(waiting, why):
    harness, match_id, user = waiting
    match = await harness.store.match(match_id)
    if why == "they have moved":
        _, codes = await harness.turn(match_id)
        await harness.matches.play(match_id, user, match.ply, codes[0])
        harness.service.reminders.add(match_id, 999, match.ply)
    else:
        async with harness.service.cache.locked(match_id) as loaded:
            seats = list(loaded.match.seats)
            seats[match.seat_of(user)] = replace(seats[match.seat_of(user)], level="steady")
            loaded.match = replace(loaded.match, seats=tuple(seats))
    await harness.service.reminders.remind(match_id)
    assert harness.channel.reminded == []


async def test_a_reminder_that_comes_too_late_is_none_of_the_next_turn(waiting):
    harness, match_id, user = waiting
    harness.channel.refuse = 1
    with pytest.raises(PublishFailed):
        await harness.service.reminders.remind(match_id)
    for _ in range(3):
        mover, codes = await harness.turn(match_id)
        await harness.matches.play(match_id, mover, None, codes[0])
        await harness.quiet()
    assert (await harness.turn(match_id))[0] == user
    await harness.service.reminders.remind(match_id)
    assert harness.channel.reminded == []


async def test_a_reminder_that_was_long_on_its_way_waits_for_the_morning(waiting):
    harness, match_id, user = waiting
    night = QuietHours(22 * 60, 7 * 60, "UTC")
    await harness.service.set_preferences(user, Preferences(quiet=night))
    harness.clock.passed = timedelta(hours=11)
    with pytest.raises(PublishFailed):
        await harness.service.reminders.remind(match_id)
    assert harness.channel.reminded == []
    harness.clock.passed = timedelta(hours=20)
    await harness.service.reminders.remind(match_id)
    assert harness.channel.reminded == [(match_id, user)]


async def test_where_there_is_no_channel_nobody_is_reminded(waiting, monkeypatch):
    harness, match_id, _ = waiting
    calls = []

    async def gone(update: Update, user: int) -> None:
        calls.append(user)
        raise ChannelGone("deleted")

    monkeypatch.setattr(harness.channel, "remind", gone)
    for _ in range(2):
        await harness.service.reminders.remind(match_id)
    assert len(calls) == 1


async def test_who_has_left_the_server_leaves_the_match(waiting):
    harness, match_id, user = waiting
    harness.channel.gone.add(user)
    await harness.service.reminders.remind(match_id)
    await harness.quiet()
    match = await harness.store.match(match_id)
    assert user not in match.people
    assert match.seats[[each.left_by for each in match.seats].index(user)].level == "steady"


async def test_who_has_left_the_match_as_well_is_not_missed(waiting, monkeypatch):
    harness, match_id, user = waiting

    async def leaves(update: Update, user: int) -> None:
        await harness.matches.leave(match_id, user)
        raise PersonGone

    monkeypatch.setattr(harness.channel, "remind", leaves)
    await harness.service.reminders.remind(match_id)
    assert user not in (await harness.store.match(match_id)).people


async def test_whose_time_was_up_is_told_until_the_table_was_shown(waiting):
    harness, match_id, user = waiting
    match = await harness.store.match(match_id)
    seat = match.seat_of(user)
    due = match.agenda.clock(seat).due_at
    harness.clock.passed += due - harness.clock.now()
    harness.clock.passed += timedelta(minutes=1)
    harness.channel.refuse = 1
    await harness.service.scheduler._handle_due(match_id, match.created_at)
    update = await harness.service.outbox.current_update(match_id)
    assert update.late == {seat}
    await harness.service.outbox.show(match_id)
    assert (await harness.service.outbox.current_update(match_id)).late == set()
