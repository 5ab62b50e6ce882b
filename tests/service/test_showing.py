"""What is shown, when, and how often."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.engine.rounds import RoundScored
from bot.games.events import Dealt, Drew
from bot.service.boneyard import SystemClock, SystemEntropy
from bot.service.ports import News, Stage
from bot.service.showing import rounds_ended
from tests.service.house import ANA, BRUNO, Channel, House


async def test_a_lobby_is_shown_once_for_each_change(house):
    match_id = await house.lobby(ANA)
    for user in (BRUNO, 103, 104):
        await house.tables.join(match_id, user, "salt")
        await house.quiet()
    assert [len(update.match.people) for update in house.channel.shown] == [2, 3, 4]


async def test_updates_that_come_while_one_is_shown_are_shown_together():
    house = House(channel=Channel(slow=0.01))
    match_id = await house.running(ANA, BRUNO)
    await house.quiet()
    house.channel.shown.clear()
    for _ in range(5):
        match = await house.store.match(match_id)
        user, codes = await house.turn(match_id)
        await house.matches.play(match_id, user, match.ply, codes[0])
    await house.quiet()
    assert 1 <= len(house.channel.shown) < 5
    match = await house.store.match(match_id)
    assert house.channel.shown[-1].match.ply == match.ply == match.shown_ply
    told = [news.ply for update in house.channel.shown for news in update.news]
    assert sorted(set(told)) == sorted(told)
    await house.boneyard.close()


async def test_nothing_is_shown_twice(house):
    match_id = await house.running(ANA, BRUNO)
    await house.quiet()
    count = len(house.channel.shown)
    for _ in range(5):
        house.boneyard.show(match_id)
        await house.quiet()
    house.boneyard.resume()
    await house.quiet()
    assert len(house.channel.shown) == count


async def test_moves_of_computers_are_told_together_with_the_persons_turn(house):
    match_id = await house.lobby(ANA)
    for _ in range(3):
        await house.tables.add_computer(match_id, ANA, "casual")
    await house.tables.start(match_id, ANA, "start")
    await house.quiet()
    house.channel.shown.clear()
    await house.play_on(match_id, Random(1), moves=1)
    (update,) = house.channel.shown
    assert (
        len({event.seat for news in update.news for event in news.events if hasattr(event, "seat")})
        > 1
    )


async def test_the_end_of_each_round_is_shown_once_before_what_came_after(house):
    match_id = await house.running(ANA, BRUNO, target=60)
    await house.play_on(match_id, Random(2))
    scored = [
        e for ply in await house.plies(match_id) for e in ply.events if isinstance(e, RoundScored)
    ]
    shown = [
        event.number
        for chapter in house.channel.rounds
        for event in chapter[-1].events
        if isinstance(event, RoundScored)
    ]
    assert shown == [event.number for event in scored]
    assert house.channel.shown[-1].match.stage is Stage.OVER


async def test_several_rounds_that_ended_unseen_are_each_shown(house):
    house.channel.refuse = 10_000
    match_id = await house.running(ANA, BRUNO, target=60)
    await house.play_on(match_id, Random(3))
    house.channel.refuse = 0
    house.boneyard.show(match_id)
    await house.quiet()
    scored = [
        e for ply in await house.plies(match_id) for e in ply.events if isinstance(e, RoundScored)
    ]
    assert len(house.channel.rounds) == len(scored)
    assert len(house.channel.shown) == 1


async def test_news_hold_nothing_hidden(house):
    match_id = await house.running(ANA, BRUNO, game_id="draw")
    await house.play_on(match_id, Random(4), moves=30)
    updates = house.channel.shown
    events = [event for update in updates for news in update.news for event in news.events]
    events += [
        event for chapter in house.channel.rounds for news in chapter for event in news.events
    ]
    assert any(isinstance(event, Dealt) for event in events)
    for event in events:
        if isinstance(event, Dealt):
            assert set(event.hands) == {None}
        if isinstance(event, Drew):
            assert event.bone is None
    for update in updates:
        if update.seen is not None:
            assert update.seen.seat is None
            assert update.seen.round.hand == ()
        for user, seen in update.hands.items():
            assert seen.seat == update.match.seat_of(user)


def test_rounds_are_cut_after_their_ends():
    end = (RoundScored(1, (0,), (5, 0), (5, 0)),)
    plain, news = (), [News(0, ()), News(1, end), News(2, ()), News(3, end), News(4, ())]
    assert [[each.ply for each in chapter] for chapter in rounds_ended(news)] == [[0, 1], [2, 3]]
    assert list(rounds_ended([News(0, plain)])) == []


def test_the_systems_own_clock_and_chance():
    assert SystemClock().now().tzinfo is not None
    assert len(SystemEntropy().secret()) == 32
    assert SystemEntropy().secret() != SystemEntropy().secret()


async def test_closing_waits_for_what_is_under_way_and_begins_nothing_more():
    house = House(channel=Channel(slow=0.02))
    match_id = await house.lobby(ANA, BRUNO)
    await asyncio.sleep(0)
    await house.boneyard.close()
    assert len(house.channel.shown) == 1
    house.boneyard.show(match_id)
    assert not house.boneyard._shows._tasks


async def test_what_was_shown_in_vain_is_in_doubt_until_it_is_shown(house):
    match_id = await house.running()
    await house.quiet()
    await house.play_on(match_id, Random(2), moves=1)
    assert not house.channel.shown[-1].doubtful

    house.channel.refuse = 1
    user, codes = await house.turn(match_id)
    await house.matches.play(match_id, user, None, codes[0])
    await house.quiet()
    await house.boneyard.showing.show(match_id)
    assert house.channel.shown[-1].doubtful, "somebody may have seen the one that failed"

    await house.play_on(match_id, Random(1), moves=1)
    assert not house.channel.shown[-1].doubtful


@pytest.mark.parametrize("by", ["the start", "a press before it"])
async def test_what_is_owed_at_a_start_is_in_doubt(house, by):
    match_id = await house.running()
    await house.quiet()
    user, codes = await house.turn(match_id)
    house.channel.refuse = 1
    await house.matches.play(match_id, user, None, codes[0])
    await house.quiet()

    after = House(house.store)
    if by == "the start":
        after.boneyard.resume()
    else:
        user, codes = await after.turn(match_id)
        await after.matches.play(match_id, user, None, codes[0])
    await after.quiet()

    assert after.channel.shown[0].doubtful
    await after.boneyard.close()
