"""Reminders on their way: each given once, later if that fails, and only to people who need one."""

import logging
from dataclasses import replace
from datetime import timedelta
from unittest.mock import AsyncMock

import pytest

from bot.model.calls import Occasion, Reminder
from bot.model.preferences import Holiday, Preferences, QuietHours
from bot.model.shards import ALONE
from bot.model.terms import Pace
from bot.model.updates import Update
from bot.service.ports.publisher import ChannelGone, PersonGone, PostingForbidden, PublishFailed
from bot.service.publishing.calls import CLAIM_LASTS
from tests.service.harness import ANA, BRUNO, CHEN
from tests.service.virtual_time import TimedHarness

NIGHT = QuietHours(1 * 60, 9 * 60, "UTC")
"""An hour after the first reminder, which is due at midnight, until the morning."""


@pytest.fixture
async def waiting(timed) -> tuple[TimedHarness, int, int]:
    """Start a match of three at noon; a minute remains until somebody is to be reminded."""
    match_id = await timed.begun(ANA, BRUNO, CHEN)
    user, _ = await timed.turn(match_id)
    await timed.advance(hours=11, minutes=59)
    assert timed.channel.reminded == []
    return timed, match_id, user


@pytest.mark.parametrize("fails", ["nothing", "the channel", "the store"])
@pytest.mark.parametrize("restarts", [False, True])
async def test_who_is_to_move_is_reminded_once_or_later_when_something_fails(
    waiting, fails, restarts, caplog
):
    timed, match_id, user = waiting
    if fails == "the channel":
        timed.channel.refuse = 2
    if fails == "the store":
        timed.store.fail_in("reminders", "before", times=2)
    await timed.advance(minutes=1, seconds=2)
    assert bool(timed.channel.reminded) is (fails == "nothing")
    if restarts:
        timed = await timed.again(seconds=1)
    await timed.advance(seconds=30)
    assert timed.channel.reminded == [(match_id, user)]
    assert await timed.store.matches_to_call(ALONE) == ()
    await timed.advance(hours=9)
    assert timed.channel.reminded == [(match_id, user)]
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("why", ["they have moved", "a computer is playing for them"])
async def test_who_is_not_to_move_any_more_is_left_alone(waiting, why):
    timed, match_id, user = waiting
    timed.channel.refuse = 2
    await timed.advance(minutes=1, seconds=2)
    if why == "they have moved":
        await timed.play(match_id)
    else:
        match = await timed.store.match(match_id)
        async with timed.service.cache.locked(match_id) as loaded:
            held = replace(loaded.match.seats[match.seat_of(user)], level="steady")
            await timed.matches.executor.reseat(loaded, loaded.match, held)
    await timed.advance(minutes=1)
    assert timed.channel.reminded == []
    assert await timed.store.reminders(match_id) == ()


async def test_a_reminder_that_comes_too_late_is_none_of_the_next_turn(waiting):
    timed, match_id, user = waiting
    timed.channel.refuse = 99
    await timed.advance(minutes=1, seconds=2)
    assert [each.user_id for each in await timed.store.reminders(match_id)] == [user]
    for _ in range(3):
        await timed.play(match_id)
    assert (await timed.turn(match_id))[0] == user
    timed.channel.refuse = 0
    await timed.advance(hours=11)
    assert timed.channel.reminded == []
    await timed.advance(hours=1, minutes=5)
    assert timed.channel.reminded == [(match_id, user)]


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_reminder_that_was_long_on_its_way_is_given_when_the_night_ends(
    waiting, restarts, caplog
):
    """Discord is away from before the reminder until the night has begun."""
    timed, match_id, user = waiting
    await timed.service.set_preferences(user, Preferences(quiet=NIGHT))
    timed.channel.refuse = 10_000
    await timed.advance(hours=1, minutes=30)
    timed.channel.refuse = 0
    asked = timed.store.calls["reminders"]
    caplog.clear()
    if restarts:
        timed = await timed.again(minutes=1)
    await timed.until((await timed.due()) - timedelta(hours=3, seconds=1))
    assert timed.time.now().hour == 8
    assert timed.channel.reminded == []
    assert timed.store.calls["reminders"] <= asked + 2, "it waits, and does not try all night"
    await timed.advance(seconds=2)
    assert timed.channel.reminded == [(match_id, user)]
    assert [each for each in caplog.records if each.levelno >= logging.WARNING] == []


async def test_a_holiday_keeps_nobody_from_being_reminded_where_others_wait(timed):
    await timed.begun(pace=Pace.LIVE)
    user, _ = await timed.turn(1)
    now = timed.time.now()
    await timed.service.preferences.save_holiday(user, Holiday(now, now + timedelta(days=2)))
    await timed.until(await timed.due() - timedelta(seconds=1))
    assert timed.channel.reminded == [(1, user)] * 2


@pytest.mark.parametrize("fault", [ChannelGone("deleted"), PostingForbidden("not allowed")])
async def test_where_nothing_can_be_posted_nobody_is_reminded(waiting, monkeypatch, fault):
    timed, _, _ = waiting
    remind = AsyncMock(side_effect=fault)
    monkeypatch.setattr(timed.channel, "remind", remind)
    await timed.advance(hours=2)
    assert remind.call_count == 1


async def test_one_who_cannot_be_reminded_keeps_nobody_else_waiting(timed, monkeypatch):
    people = ANA, BRUNO, CHEN
    await timed.begun(*people, game_id="blind")
    assert len((await timed.match()).agenda.clocks) == len(people)
    remind = timed.channel.remind

    async def fails(update: Update, user: int) -> None:
        if user == ANA:
            raise PublishFailed("away")
        await remind(update, user)

    monkeypatch.setattr(timed.channel, "remind", fails)
    await timed.advance(hours=12.01)
    assert timed.channel.reminded == [(1, BRUNO), (1, CHEN)]


async def test_who_has_left_the_server_leaves_the_match(waiting):
    timed, match_id, user = waiting
    timed.channel.gone.add(user)
    await timed.advance(minutes=1, seconds=2)
    match = await timed.store.match(match_id)
    assert user not in match.people
    assert match.seats[[each.left_by for each in match.seats].index(user)].level == "steady"
    assert await timed.store.reminders(match_id) == ()


async def test_who_has_left_the_match_as_well_is_not_missed(waiting, monkeypatch):
    timed, match_id, user = waiting

    async def leaves(update: Update, user: int) -> None:
        await timed.matches.leave(match_id, user)
        raise PersonGone

    monkeypatch.setattr(timed.channel, "remind", leaves)
    await timed.advance(minutes=1, seconds=2)
    assert user not in (await timed.store.match(match_id)).people


@pytest.mark.parametrize(("ago", "given"), [(CLAIM_LASTS / 2, True), (CLAIM_LASTS * 2, False)])
async def test_one_that_may_have_been_given_is_repeated_while_discord_knows_it(waiting, ago, given):
    """A process has died after it had claimed the reminder."""
    timed, match_id, user = waiting
    match = await timed.store.match(match_id)
    (clock,) = match.agenda.clocks
    reminded = [Reminder(user, clock.ply)]
    await timed.store.plan(match_id, match.revision, match.agenda, reminded=reminded)
    claim = {"before": None, "after": timed.time.now() - ago, "ply": clock.ply}
    await timed.store.claim_calls(match_id, Occasion.REMINDED, [user], **claim)
    timed = await timed.again(seconds=1)
    assert bool(timed.channel.reminded) is given
    assert await timed.store.reminders(match_id) == ()


async def test_whose_time_was_up_is_told_until_the_table_was_shown(waiting):
    timed, match_id, user = waiting
    match = await timed.store.match(match_id)
    seat = match.seat_of(user)
    timed.time.set_by += match.agenda.clock(seat).due_at - timed.time.now() + timedelta(minutes=1)
    timed.channel.refuse = 1
    await timed.service.scheduler._handle_due(match_id, match.created_at)
    await timed.quiet()
    assert (await timed.service.outbox.current_update(match_id)).late == {seat}
    await timed.service.outbox.publish(match_id)
    assert (await timed.service.outbox.current_update(match_id)).late == set()
