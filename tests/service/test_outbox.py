"""Updates of channels: their content, time and number, also in servers that remove the bot."""

import asyncio
from datetime import timedelta
from random import Random
from unittest.mock import AsyncMock

import pytest

from bot.engine.rounds import RoundScored
from bot.games.common.events import Drew
from bot.games.connecting.events import Dealt
from bot.model.match import Stage
from bot.model.updates import PublicMove
from bot.service.attendance import BATCH_INTERVAL, BATCH_SIZE, RESUMED_AT_ONCE
from bot.service.guilds import WAITS
from bot.service.lobby.new_match import MatchPlace
from bot.service.ports.clock import SystemClock, SystemEntropy
from bot.service.ports.publisher import PostingForbidden, ServerLeft
from bot.service.publishing.outbox import rounds_ended
from tests.service.harness import ANA, BRUNO, CHEN, DANA, ServiceHarness
from tests.service.virtual_time import turns


async def test_updates_that_come_while_one_is_shown_are_shown_together(harness):
    match_id = await harness.running(ANA, BRUNO)
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
    harness.channel.shown.clear()
    await harness.play_on(match_id, Random(1), moves=1)
    (update,) = harness.channel.shown
    events = [event for news in update.news for event in news.events]
    assert len({event.seat for event in events if hasattr(event, "seat")}) > 1


async def test_the_end_of_each_round_is_shown_once_before_what_came_after(harness):
    match_id = await harness.running(ANA, BRUNO, target=30)
    await harness.play_on(match_id, Random(2))
    played = [event for ply in await harness.plies(match_id) for event in ply.events]
    shown = [event for chapter in harness.channel.rounds for event in chapter[-1].events]
    assert [each for each in shown if isinstance(each, RoundScored)] == [
        each for each in played if isinstance(each, RoundScored)
    ]
    assert harness.channel.shown[-1].match.stage is Stage.OVER


async def test_news_hold_nothing_hidden(harness):
    match_id = await harness.running(ANA, BRUNO, game_id="draw")
    await harness.play_on(match_id, Random(4), moves=30)
    updates = harness.channel.shown
    told = [*harness.channel.rounds, *(update.news for update in updates)]
    events = [event for chapter in told for news in chapter for event in news.events]
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
    plain, news = (), [PublicMove(ply, end if ply % 2 else ()) for ply in range(5)]
    assert [[each.ply for each in chapter] for chapter in rounds_ended(news)] == [[0, 1], [2, 3]]
    assert list(rounds_ended([PublicMove(0, plain)])) == []


def test_the_systems_own_clock_and_chance():
    assert SystemClock().now().tzinfo is not None
    assert len(SystemEntropy().secret()) == 32
    assert SystemEntropy().secret() != SystemEntropy().secret()


async def test_closing_waits_for_what_is_under_way_and_begins_nothing_more(harness):
    harness.channel.answers.clear()
    match_id = await harness.lobby(ANA, BRUNO)
    await harness.channel.asked.wait()
    closing = asyncio.create_task(harness.service.close())
    await turns(20)
    assert not closing.done()
    harness.channel.answers.set()
    await closing
    assert len(harness.channel.shown) == 1
    harness.service.attend(match_id)
    assert not harness.service.publishing.queue._tasks


async def test_a_failed_post_is_in_doubt_until_the_next_succeeds(harness):
    match_id = await harness.running()
    await harness.play_on(match_id, Random(2), moves=1)
    assert not harness.channel.shown[-1].maybe_shown

    harness.channel.refuse = 1
    await harness.move(match_id)
    await harness.quiet()
    await harness.service.outbox.publish(match_id)
    assert harness.channel.shown[-1].maybe_shown, "somebody may have seen the one that failed"

    await harness.play_on(match_id, Random(1), moves=1)
    assert not harness.channel.shown[-1].maybe_shown


@pytest.mark.parametrize("by", ["the start", "a press before it"])
async def test_a_pending_table_is_in_doubt_after_a_restart(harness, by):
    match_id = await harness.running()
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

    assert after.channel.shown[0].maybe_shown


ELSEWHERE = MatchPlace(guild_id=2, channel_id=20)


async def present(harness: ServiceHarness, *servers: int) -> None:
    harness.service.guilds.sync_soon(servers.__contains__)
    await harness.quiet()


async def test_out_of_the_server_no_time_runs_and_in_a_week_it_is_to_end(harness):
    here = await harness.running()
    timed = await harness.running(CHEN, DANA, where=ELSEWHERE)
    lobby = await harness.lobby(where=MatchPlace(guild_id=1, channel_id=11))
    await harness.quiet()
    before = [await harness.store.match(each) for each in (timed, lobby)]

    await present(harness, 2)

    left = await harness.store.match(here)
    assert left.agenda.clocks == ()
    assert left.agenda.wakes_at == left.agenda.lapses_at
    assert left.agenda.lapses_at - harness.clock.now() <= WAITS
    for match in before:
        assert (await harness.store.match(match.id)).agenda == match.agenda

    harness.clock.passed = timedelta(days=3)
    await present(harness, 2)
    assert (await harness.store.match(here)).agenda == left.agenda, "the week is no longer for it"
    await harness.agree(here)


async def test_a_match_that_hangs_keeps_no_other_from_being_paused(harness):
    stuck = await harness.running()
    other = await harness.running(CHEN, DANA, where=MatchPlace(guild_id=1, channel_id=11))
    async with harness.service.cache.locked(stuck):
        harness.service.guilds.sync_soon(lambda _: False)
        await turns(100)
        assert (await harness.store.match(other)).agenda.clocks == ()
    await harness.quiet()
    assert (await harness.store.match(stuck)).agenda.clocks == ()


async def test_let_in_again_all_have_their_whole_time_and_the_table_is_shown(harness):
    match_id = await harness.running()
    await present(harness)
    shown = len(harness.channel.shown)
    harness.clock.passed = timedelta(days=6)

    await present(harness, 1)

    match = await harness.store.match(match_id)
    (clock,) = match.agenda.clocks
    allowance = match.pace.allowance
    assert allowance is not None
    assert timedelta(0) <= clock.due_at - harness.clock.now() + timedelta(minutes=1) - allowance
    assert len(harness.channel.shown) == shown + 1
    assert match.shown_version == match.version
    await present(harness, 1)
    assert len(harness.channel.shown) == shown + 1
    await harness.play_on(match_id, Random(1), moves=3)
    await harness.agree(match_id)


async def test_who_plays_on_by_dm_sets_the_match_going_until_it_cannot_be_shown(
    harness, monkeypatch
):
    match_id = await harness.running()
    await present(harness)
    monkeypatch.setattr(harness.channel, "post", AsyncMock(side_effect=ServerLeft))
    await harness.play_on(match_id, Random(1), moves=1)

    match = await harness.store.match(match_id)
    assert match.shown_ply < match.ply
    assert match.agenda.clocks == ()
    assert match.agenda.lapses_at - harness.clock.now() <= WAITS


@pytest.mark.parametrize("harness", ["memory"], indirect=True)
async def test_ten_thousand_pending_matches_are_resumed_in_batches(harness, monkeypatch):
    woken: dict[int, float] = {}
    monkeypatch.setattr(harness.service.attendance.queue, "enqueue_later", woken.__setitem__)
    pending = harness.service.attendance.pending
    monkeypatch.setattr(pending, "_read", AsyncMock(return_value=tuple(range(1, 10_001))))
    await pending._resume(0)

    ten_minutes = [key for key, pause in woken.items() if pause < 600]
    assert len(ten_minutes) * 2 < 10_000, "an edit and a message may be refused for each of them"
    assert woken[RESUMED_AT_ONCE] == 0
    assert woken[RESUMED_AT_ONCE + 2] == woken[RESUMED_AT_ONCE + BATCH_SIZE] == BATCH_INTERVAL
    assert woken[RESUMED_AT_ONCE + 2 + BATCH_SIZE] == 2 * BATCH_INTERVAL
    assert len(woken) == 10_000


async def test_a_table_that_may_not_be_posted_is_posted_once_when_attended_to(harness, monkeypatch):
    match_id = await harness.running()
    with monkeypatch.context() as patch:
        patch.setattr(harness.channel, "post", AsyncMock(side_effect=PostingForbidden))
        await harness.play_on(match_id, Random(1), moves=2)
    match = await harness.store.match(match_id)
    assert match.is_open
    assert match.shown_version < match.version
    assert len(match.agenda.clocks) == 1, "people can play on, so their time runs"
    shown = len(harness.channel.shown)
    harness.service.attend(match_id)
    await harness.quiet()
    assert len(harness.channel.shown) == shown + 1
