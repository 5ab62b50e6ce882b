"""Updates of channels: their content, their time, and their number."""

import asyncio
from random import Random

import pytest

from bot.engine.rounds import RoundScored
from bot.games.common.events import Drew
from bot.games.connecting.events import Dealt
from bot.model.match import Stage
from bot.model.updates import News
from bot.service.ports.clock import SystemClock, SystemEntropy
from bot.service.publishing.outbox import rounds_ended
from tests.service.harness import ANA, BRUNO


async def test_updates_that_come_while_one_is_shown_are_shown_together(harness):
    match_id = await harness.running(ANA, BRUNO)
    await harness.quiet()
    harness.channel.shown.clear()
    harness.channel.answers.clear()
    for _ in range(5):
        match = await harness.store.match(match_id)
        await harness.move(match_id)
    harness.channel.answers.set()
    await harness.quiet()
    assert 1 <= len(harness.channel.shown) < 5
    match = await harness.store.match(match_id)
    assert harness.channel.shown[-1].match.ply == match.ply == match.shown_ply
    told = [news.ply for update in harness.channel.shown for news in update.news]
    assert sorted(set(told)) == sorted(told)
    count = len(harness.channel.shown)
    harness.service.attend(match_id)
    harness.service.resume()
    await harness.quiet()
    assert len(harness.channel.shown) == count, "nothing is shown twice"


async def test_moves_of_computers_are_told_together_with_the_persons_turn(harness):
    match_id = await harness.running(ANA, computers=["casual"] * 3)
    await harness.quiet()
    harness.channel.shown.clear()
    await harness.play_on(match_id, Random(1), moves=1)
    (update,) = harness.channel.shown
    events = [event for news in update.news for event in news.events]
    assert len({event.seat for event in events if hasattr(event, "seat")}) > 1


async def test_the_end_of_each_round_is_shown_once_before_what_came_after(harness):
    match_id = await harness.running(ANA, BRUNO, target=30)
    await harness.play_on(match_id, Random(2))
    scored = [
        e for ply in await harness.plies(match_id) for e in ply.events if isinstance(e, RoundScored)
    ]
    shown = [
        event.number
        for chapter in harness.channel.rounds
        for event in chapter[-1].events
        if isinstance(event, RoundScored)
    ]
    assert shown == [event.number for event in scored]
    assert harness.channel.shown[-1].match.stage is Stage.OVER


async def test_news_hold_nothing_hidden(harness):
    match_id = await harness.running(ANA, BRUNO, game_id="draw")
    await harness.play_on(match_id, Random(4), moves=30)
    updates = harness.channel.shown
    events = [event for update in updates for news in update.news for event in news.events]
    events += [
        event for chapter in harness.channel.rounds for news in chapter for event in news.events
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


async def test_closing_waits_for_what_is_under_way_and_begins_nothing_more(harness):
    harness.channel.answers.clear()
    match_id = await harness.lobby(ANA, BRUNO)
    await harness.channel.asked.wait()
    closing = asyncio.create_task(harness.service.close())
    for _ in range(20):
        await asyncio.sleep(0)
    assert not closing.done()
    harness.channel.answers.set()
    await closing
    assert len(harness.channel.shown) == 1
    harness.service.attend(match_id)
    assert not harness.service.publishing.queue._tasks


async def test_a_failed_post_is_in_doubt_until_the_next_succeeds(harness):
    match_id = await harness.running()
    await harness.quiet()
    await harness.play_on(match_id, Random(2), moves=1)
    assert not harness.channel.shown[-1].doubtful

    harness.channel.refuse = 1
    await harness.move(match_id)
    await harness.quiet()
    await harness.service.outbox.publish(match_id)
    assert harness.channel.shown[-1].doubtful, "somebody may have seen the one that failed"

    await harness.play_on(match_id, Random(1), moves=1)
    assert not harness.channel.shown[-1].doubtful


@pytest.mark.parametrize("by", ["the start", "a press before it"])
async def test_a_pending_table_is_in_doubt_after_a_restart(harness, by):
    match_id = await harness.running()
    await harness.quiet()
    user, codes = await harness.turn(match_id)
    harness.channel.refuse = 1
    await harness.matches.play(match_id, user, None, codes[0])
    await harness.quiet()

    after = harness.another()
    if by == "the start":
        after.service.resume()
    else:
        user = await after.move(match_id)
    await after.quiet()

    assert after.channel.shown[0].doubtful
