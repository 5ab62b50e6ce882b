"""Digests: what waits, told once a day at an hour of one's own, and never twice."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from bot.model.calls import Digest
from bot.model.preferences import DigestTime, Holiday, MessagePreference, Preferences
from bot.model.shards import Shards
from bot.service.publishing.calls import CLAIM_LASTS
from bot.service.publishing.digests import APART
from tests.service import crashing
from tests.service.crashing import Action, CrashPoint
from tests.service.harness import ANA, BRUNO, CHEN, NOON, ServiceHarness
from tests.service.virtual_time import TimedHarness

AT_14 = Preferences(MessagePreference.DIGEST, digest=DigestTime(15 * 60, "Europe/Berlin"))
"""Two hours after the harness starts; Berlin is an hour ahead."""
DUE = NOON + timedelta(hours=2)


@pytest.fixture
async def waiting(timed) -> tuple[TimedHarness, int]:
    """Start a match that waits for somebody with a digest; return who it is."""
    await timed.begun(ANA, BRUNO, CHEN)
    user, _ = await timed.turn(1)
    await timed.service.set_preferences(user, AT_14)
    await timed.quiet()
    return timed, user


def sent(timed: ServiceHarness) -> list[tuple[int, tuple[int, ...]]]:
    return [*timed.channel.digests.values()]


async def digest_of(harness: ServiceHarness, user: int) -> Any:
    found: tuple[Digest, ...] = await harness.store.digests_due(NOON + timedelta(days=400))
    return next((each for each in found if each.user_id == user), None)


async def test_it_comes_once_a_day_at_that_hour_as_long_as_something_waits(waiting):
    timed, user = waiting
    await timed.until(DUE - timedelta(seconds=1))
    assert sent(timed) == []
    await timed.advance(seconds=1)
    assert sent(timed) == [(user, (1,))]
    await timed.until(DUE + timedelta(hours=9))
    assert sent(timed) == [(user, (1,))]
    await timed.play()
    await timed.until(DUE + timedelta(hours=26))
    assert len(sent(timed)) == 1, "nothing waits any more"
    await timed.play_until_turn_of(user)
    await timed.until(DUE + timedelta(hours=49))
    assert sent(timed) == [(user, (1,))] * 2


async def test_another_hour_or_none_counts_at_once(waiting):
    timed, user = waiting
    later = Preferences(MessagePreference.DIGEST, digest=DigestTime(16 * 60, "UTC"))
    await timed.service.set_preferences(user, later)
    await timed.until(DUE + timedelta(hours=1))
    assert sent(timed) == []
    await timed.until(NOON + timedelta(hours=4))
    assert len(sent(timed)) == 1
    await timed.service.set_preferences(user, Preferences())
    await timed.advance(days=2)
    assert len(sent(timed)) == 1
    assert await digest_of(timed, user) is None


async def test_other_preferences_leave_its_time_as_it_is(waiting):
    timed, user = waiting
    before = await digest_of(timed, user)
    for autoplay in (True, False):
        settings = (await timed.service.preferences.player_settings([user]))[user].preferences
        changed = Preferences(settings.messages, autoplay, digest=settings.digest)
        await timed.service.set_preferences(user, changed, settings)
    assert await digest_of(timed, user) == before


async def test_nobody_on_holiday_gets_one(waiting):
    timed, user = waiting
    await timed.service.preferences.save_holiday(user, Holiday(NOON, NOON + timedelta(days=2)))
    await timed.until(DUE + timedelta(days=1, hours=1))
    assert sent(timed) == []


async def test_after_downtime_it_is_late_but_comes_once(waiting):
    timed, user = waiting
    timed = await timed.again(hours=25)
    await timed.quiet()
    assert sent(timed) == [(user, (1,))]
    await timed.advance(hours=2)
    assert len(sent(timed)) == 1, "the next one would be too near"
    assert (await digest_of(timed, user)).due_at == DUE + timedelta(days=2)
    assert timedelta(hours=2) < APART


async def test_an_outage_of_discord_delays_it(waiting):
    timed, user = waiting
    timed.channel.refuse = 2
    await timed.until(DUE)
    assert sent(timed) == []
    await timed.advance(minutes=1)
    assert sent(timed) == [(user, (1,))]


@pytest.mark.parametrize(("pause", "again"), [(CLAIM_LASTS / 2, 1), (CLAIM_LASTS * 2, 0)])
async def test_one_that_may_have_been_sent_is_repeated_only_while_discord_drops_the_second(
    waiting, pause, again
):
    timed, user = waiting
    digest = await digest_of(timed, user)
    assert await timed.store.claim_digest(digest, DUE)
    await timed.service.cancel()
    timed.time.seconds += (DUE - NOON + pause).total_seconds()
    other = TimedHarness(timed.time, timed.store, timed.channel)
    timed.others.append(other)
    await other.quiet()
    assert len(sent(other)) == again
    assert (await digest_of(other, user)).due_at == DUE + timedelta(days=1)


async def test_of_two_processes_one_sends_it(waiting):
    timed, user = waiting
    other = TimedHarness(timed.time, timed.store, timed.channel)
    timed.others.append(other)
    await timed.until(DUE)
    await other.quiet()
    assert timed.channel.digest_attempts == 1
    assert sent(timed) == [(user, (1,))]


async def test_a_process_without_the_shard_of_dms_sends_none(waiting):
    timed, _ = waiting
    timed.service.take_shards(Shards(2, frozenset({1})))
    await timed.until(DUE + timedelta(hours=2))
    assert sent(timed) == []


async def a_digest(harness: ServiceHarness) -> Action:
    match_id = await harness.running(ANA, BRUNO)
    user, _ = await harness.turn(match_id)
    await harness.service.set_preferences(user, AT_14)
    return partial(time_for_digests, timedelta(hours=3))


async def time_for_digests(passed: timedelta, harness: ServiceHarness) -> None:
    harness.clock.passed = max(harness.clock.passed, passed)
    harness.service.digests.look()


async def test_wherever_a_process_dies_it_is_sent_once() -> None:
    durable, action = await crashing.prepared(a_digest)
    whole = CrashPoint()
    await crashing.run_until_crash(durable, action, whole)
    words = ("digest", "waiting")
    numbers = [n for n, what in enumerate(whole.moments, 1) if any(each in what for each in words)]
    assert len(numbers) >= 10
    for number in numbers:
        crash = CrashPoint(dies_at=number)
        left, _ = await crashing.run_until_crash(durable, action, crash)
        harness = left.new_process()
        await crashing.start_process(harness)
        await action(harness)
        await crashing.until_idle()
        assert len(sent(harness)) == 1, crash.moments[-1]
        (user,) = {user for user, _ in sent(harness)}
        digest = await digest_of(harness, user)
        assert digest.claimed_at is None, crash.moments[-1]
        assert digest.due_at == datetime(2026, 1, 2, 14, tzinfo=UTC)
        await left.stop(harness, crashing.this_task())


@pytest.mark.parametrize(
    ("minute", "zone", "now", "expected"),
    [
        (480, "UTC", "2026-01-01 08:00", "2026-01-02 08:00"),
        (150, "Europe/Berlin", "2026-03-28 12:00", "2026-03-29 00:30"),
        (150, "Europe/Berlin", "2026-10-24 12:00", "2026-10-25 00:30"),
        (150, "Europe/Berlin", "2026-10-25 00:30", "2026-10-26 01:30"),
        (0, "Pacific/Kiritimati", "2026-01-01 09:59", "2026-01-01 10:00"),
        (1439, "Pacific/Pago_Pago", "2026-01-01 12:00", "2026-01-02 10:59"),
    ],
)
def test_it_is_at_the_next_time_of_that_hour_once_though_clocks_change(minute, zone, now, expected):
    at, then = (datetime.fromisoformat(each).replace(tzinfo=UTC) for each in (now, expected))
    assert DigestTime(minute, zone).next(at) == then
