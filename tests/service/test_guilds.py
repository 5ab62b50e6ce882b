"""Servers that remove the bot and invite it again: no time runs out, nothing waits for ever."""

import asyncio
from datetime import timedelta
from random import Random

import pytest

from bot.model.updates import Update
from bot.service.attendance import BATCH_INTERVAL, BATCH_SIZE, RESUMED_AT_ONCE
from bot.service.guilds import WAITS
from bot.service.lobby.seating import Where
from bot.service.ports.publisher import PostingForbidden, ServerLeft
from tests.service.harness import CHEN, DANA, ServiceHarness

ELSEWHERE = Where(guild_id=2, channel_id=20)


async def present(harness: ServiceHarness, *servers: int) -> None:
    harness.service.guilds.sync_soon(servers.__contains__)
    await harness.quiet()


async def test_out_of_the_server_no_time_runs_and_in_a_week_it_is_to_end(harness):
    here = await harness.running()
    timed = await harness.running(CHEN, DANA, where=ELSEWHERE)
    lobby = await harness.lobby(where=Where(guild_id=1, channel_id=11))
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
    other = await harness.running(CHEN, DANA, where=Where(guild_id=1, channel_id=11))
    await harness.quiet()
    async with harness.service.cache.locked(stuck):
        harness.service.guilds.sync_soon(lambda _: False)
        for _ in range(100):
            await asyncio.sleep(0)
        assert (await harness.store.match(other)).agenda.clocks == ()
    await harness.quiet()
    assert (await harness.store.match(stuck)).agenda.clocks == ()


async def test_let_in_again_all_have_their_whole_time_and_the_table_is_shown(harness):
    match_id = await harness.running()
    await harness.quiet()
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
    await harness.quiet()
    await present(harness)

    async def post(update: Update) -> None:
        raise ServerLeft

    monkeypatch.setattr(harness.channel, "post", post)
    await harness.play_on(match_id, Random(1), moves=1)

    match = await harness.store.match(match_id)
    assert match.shown_ply < match.ply
    assert match.agenda.clocks == ()
    assert match.agenda.lapses_at - harness.clock.now() <= WAITS


@pytest.mark.parametrize("harness", ["memory"], indirect=True)
async def test_ten_thousand_pending_matches_are_resumed_in_batches(harness, monkeypatch):
    woken: dict[int, float] = {}
    monkeypatch.setattr(harness.service.attendance.queue, "enqueue_later", woken.__setitem__)

    async def pending(*_: object) -> tuple[int, ...]:
        return tuple(range(1, 10_001))

    monkeypatch.setattr(harness.service.attendance.pending, "_read", pending)
    await harness.service.attendance.pending._resume(0)

    ten_minutes = [key for key, pause in woken.items() if pause < 600]
    assert len(ten_minutes) * 2 < 10_000, "an edit and a message may be refused for each of them"
    assert woken[RESUMED_AT_ONCE] == 0
    assert woken[RESUMED_AT_ONCE + 2] == woken[RESUMED_AT_ONCE + BATCH_SIZE] == BATCH_INTERVAL
    assert woken[RESUMED_AT_ONCE + 2 + BATCH_SIZE] == 2 * BATCH_INTERVAL
    assert len(woken) == 10_000


async def test_a_table_that_may_not_be_posted_is_posted_once_when_attended_to(harness, monkeypatch):
    match_id = await harness.running()
    await harness.quiet()
    with monkeypatch.context() as patch:

        async def post(update: Update) -> None:
            raise PostingForbidden

        patch.setattr(harness.channel, "post", post)
        await harness.play_on(match_id, Random(1), moves=2)
    match = await harness.store.match(match_id)
    assert match.is_open
    assert match.shown_version < match.version
    assert len(match.agenda.clocks) == 1, "people can play on, so their time runs"
    shown = len(harness.channel.shown)
    harness.service.attend(match_id)
    await harness.quiet()
    assert len(harness.channel.shown) == shown + 1
