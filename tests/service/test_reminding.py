"""Reminders on their way: given once, later when the way is closed, and not to who needs none."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.service.ports import (
    ChannelGone,
    NotShown,
    PersonGone,
    Preferences,
    QuietHours,
    StoreFault,
    Update,
)
from tests.service.house import ANA, BRUNO, CHEN, House


@pytest.fixture
async def waiting():
    """A match of three, who is to move in it, and their reminder on its way."""
    house = House()
    match_id = await house.running(ANA, BRUNO, CHEN)
    await house.quiet()
    user, _ = await house.turn(match_id)
    house.boneyard.reminding.add(match_id, user, await ply_of(house, match_id, user))
    return house, match_id, user


async def ply_of(house: House, match_id: int, user: int) -> int:
    """From which ply on somebody has had the choice before them."""
    match = await house.store.match(match_id)
    ply: int = match.agenda.clock(match.seat_of(user)).ply
    return ply


async def test_who_is_to_move_is_reminded_once(waiting):
    house, match_id, user = waiting
    house.boneyard.reminding.add(match_id, user, await ply_of(house, match_id, user))
    for _ in range(2):
        await house.boneyard.reminding.remind(match_id)
    assert house.channel.reminded == [(match_id, user)]


async def test_who_is_not_to_move_any_more_is_left_alone(waiting):
    house, match_id, user = waiting
    match = await house.store.match(match_id)
    _, codes = await house.turn(match_id)
    await house.matches.play(match_id, user, match.ply, codes[0])
    house.boneyard.reminding.add(match_id, 999, match.ply)
    await house.boneyard.reminding.remind(match_id)
    assert house.channel.reminded == []


async def test_for_whom_a_computer_plays_is_left_alone(waiting):
    house, match_id, user = waiting
    async with house.boneyard.keeper.hold(match_id) as live:
        seats = [
            replace(each, level="steady") if each.user_id == user else each
            for each in live.match.seats
        ]
        live.match = replace(live.match, seats=tuple(seats))
    await house.boneyard.reminding.remind(match_id)
    assert house.channel.reminded == []


async def test_a_reminder_that_could_not_be_given_is_given_later(waiting):
    house, match_id, user = waiting
    house.channel.refuse = 1
    with pytest.raises(NotShown):
        await house.boneyard.reminding.remind(match_id)
    await house.boneyard.reminding.remind(match_id)
    assert house.channel.reminded == [(match_id, user)]


async def test_nor_is_it_forgotten_when_the_store_fails_before_it_is_given(waiting):
    house, match_id, user = waiting
    await house.boneyard.people.save_preferences(user, Preferences())  # to be read anew

    def fail(name: str) -> None:
        raise StoreFault

    house.store.before = fail
    with pytest.raises(StoreFault):
        await house.boneyard.reminding.remind(match_id)
    house.store.before = lambda _: None
    await house.boneyard.reminding.remind(match_id)
    assert house.channel.reminded == [(match_id, user)]


async def test_a_reminder_that_comes_too_late_is_none_of_the_next_turn(waiting):
    house, match_id, user = waiting
    house.channel.refuse = 1
    with pytest.raises(NotShown):
        await house.boneyard.reminding.remind(match_id)
    for _ in range(3):
        mover, codes = await house.turn(match_id)
        await house.matches.play(match_id, mover, None, codes[0])
        await house.quiet()
    assert (await house.turn(match_id))[0] == user
    await house.boneyard.reminding.remind(match_id)
    assert house.channel.reminded == []


async def test_a_reminder_that_was_long_on_its_way_waits_for_the_morning(waiting):
    house, match_id, user = waiting
    night = QuietHours(22 * 60, 7 * 60, "UTC")
    await house.boneyard.set_preferences(user, Preferences(quiet=night))
    house.clock.passed = timedelta(hours=11)
    with pytest.raises(NotShown):
        await house.boneyard.reminding.remind(match_id)
    assert house.channel.reminded == []
    house.clock.passed = timedelta(hours=20)
    await house.boneyard.reminding.remind(match_id)
    assert house.channel.reminded == [(match_id, user)]


async def test_where_there_is_no_channel_nobody_is_reminded(waiting, monkeypatch):
    house, match_id, _ = waiting
    calls = []

    async def gone(update: Update, user: int) -> None:
        calls.append(user)
        raise ChannelGone("deleted")

    monkeypatch.setattr(house.channel, "remind", gone)
    for _ in range(2):
        await house.boneyard.reminding.remind(match_id)
    assert len(calls) == 1


async def test_who_has_left_the_server_leaves_the_match(waiting):
    house, match_id, user = waiting
    house.channel.gone.add(user)
    await house.boneyard.reminding.remind(match_id)
    await house.quiet()
    match = await house.store.match(match_id)
    assert user not in match.people
    assert match.seats[[each.left_by for each in match.seats].index(user)].level == "steady"


async def test_who_has_left_the_match_as_well_is_not_missed(waiting, monkeypatch):
    house, match_id, user = waiting

    async def leaves(update: Update, user: int) -> None:
        await house.matches.leave(match_id, user)
        raise PersonGone

    monkeypatch.setattr(house.channel, "remind", leaves)
    await house.boneyard.reminding.remind(match_id)
    assert user not in (await house.store.match(match_id)).people


async def test_whose_time_was_up_is_told_until_the_table_was_shown(waiting):
    house, match_id, user = waiting
    match = await house.store.match(match_id)
    seat = match.seat_of(user)
    due = match.agenda.clock(seat).due_at
    house.clock.passed += due - house.clock.now()
    house.clock.passed += timedelta(minutes=1)
    house.channel.refuse = 1
    await house.boneyard.timekeeper._see_to(match_id, match.created_at)
    update = await house.boneyard.showing.update(match_id)
    assert update.late == {seat}
    await house.boneyard.showing.show(match_id)
    assert (await house.boneyard.showing.update(match_id)).late == set()
