"""People who watch are reminded once when the match goes on, and once when it ends."""

from datetime import timedelta
from random import Random

import pytest

from bot.engine.errors import MatchOver
from bot.model.calls import Occasion, WatchReminders
from bot.model.errors import AtTheTable, NotStarted, TooManyWatchers
from bot.model.match import Stage
from bot.model.preferences import Holiday, MessagePreference, Preferences, QuietHours
from bot.model.shards import ALONE
from bot.service.play import watching
from bot.service.ports.faults import StoreFault
from tests.service.harness import ANA, BRUNO, CHEN, DANA, EVA, ServiceHarness, refused

BOTH = WatchReminders(goes_on=True, ends=True)
GOES_ON, ENDS = WatchReminders(goes_on=True), WatchReminders(ends=True)


@pytest.fixture
async def watched(harness) -> tuple[ServiceHarness, int]:
    """Start a long match that Dana watches for everything, Eva for its end."""
    match_id = await harness.running(ANA, BRUNO, target=1000)
    await harness.service.watching.choose(match_id, DANA, BOTH)
    await harness.service.watching.choose(match_id, EVA, ENDS)
    await harness.quiet()
    return harness, match_id


async def moves(harness: ServiceHarness, match_id: int, *, after: timedelta = timedelta()) -> None:
    harness.clock.passed += after
    await harness.move(match_id)
    await harness.quiet()


def told(harness: ServiceHarness) -> list[tuple[tuple[int, ...], Occasion]]:
    return [(users, call.occasion) for users, call in harness.channel.called]


async def test_the_next_move_after_an_hour_is_told_once_for_each_pause(watched):
    harness, match_id = watched
    await moves(harness, match_id, after=timedelta(minutes=59))
    assert told(harness) == []
    await moves(harness, match_id, after=timedelta(hours=1))
    assert told(harness) == [((DANA,), Occasion.GOES_ON)]
    await moves(harness, match_id)
    await moves(harness, match_id, after=timedelta(minutes=50))
    assert len(told(harness)) == 1
    await moves(harness, match_id, after=timedelta(hours=5))
    assert told(harness) == [((DANA,), Occasion.GOES_ON)] * 2
    assert len({call.token for _, call in harness.channel.called}) == 2
    assert await harness.store.matches_to_call(ALONE) == ()


async def test_a_pause_from_before_counts_if_the_move_comes_after(harness):
    match_id = await harness.running(ANA, BRUNO, target=1000)
    harness.clock.passed += timedelta(hours=2)
    await harness.service.watching.choose(match_id, DANA, GOES_ON)
    await moves(harness, match_id)
    await harness.service.watching.choose(match_id, EVA, GOES_ON)
    await harness.quiet()
    assert told(harness) == [((DANA,), Occasion.GOES_ON)]


async def test_the_end_is_told_to_everybody_who_wants_that_and_then_nobody_watches(watched):
    harness, match_id = watched
    await harness.service.watching.choose(match_id, CHEN, GOES_ON)
    await harness.leave(match_id, ANA, BRUNO)
    assert not (await harness.store.match(match_id)).is_open
    assert told(harness) == [((DANA,), Occasion.ENDED), ((EVA,), Occasion.ENDED)]
    assert await harness.store.watchers(match_id) == ()
    assert await harness.store.matches_to_call(ALONE) == ()


async def test_a_match_played_to_its_end_is_told_too(harness):
    match_id = await harness.running(ANA, BRUNO, target=10)
    await harness.service.watching.choose(match_id, DANA, ENDS)
    await harness.play_on(match_id, Random(1))
    assert (await harness.store.match(match_id)).stage is Stage.OVER
    assert told(harness) == [((DANA,), Occasion.ENDED)]


async def test_those_whom_dms_dont_reach_are_mentioned_in_one_message(watched):
    harness, match_id = watched
    await harness.service.watching.choose(match_id, EVA, BOTH)
    await harness.service.watching.choose(match_id, CHEN, BOTH)
    await harness.service.set_preferences(EVA, Preferences(messages=MessagePreference.OFF))
    harness.channel.without_dms = {DANA}
    await moves(harness, match_id, after=timedelta(hours=1))
    assert [users for users, _ in told(harness)] == [(CHEN,), (DANA, EVA)]
    assert harness.channel.mentions == 1


async def test_who_turns_reminders_off_or_sits_down_gets_none(watched):
    harness, match_id = watched
    await harness.service.watching.choose(match_id, DANA, WatchReminders())
    assert await harness.service.watching.reminders(match_id, DANA) == WatchReminders()
    await harness.store.watch(match_id, ANA, BOTH, 1, most=50)  # as after coming back to the table
    await moves(harness, match_id, after=timedelta(hours=1))
    assert told(harness) == []
    assert [each.user_id for each in await harness.store.watchers(match_id)] == [EVA]


async def test_quiet_hours_and_holidays_put_a_reminder_off(watched):
    harness, match_id = watched
    now = harness.clock.now()
    night = QuietHours(now.hour * 60, (now.hour + 8) % 24 * 60, "UTC")
    await harness.service.set_preferences(DANA, Preferences(quiet=night))
    await moves(harness, match_id, after=timedelta(hours=2))
    assert told(harness) == []
    assert await harness.store.matches_to_call(ALONE) == (match_id,)
    assert harness.service.calls.queue.is_pending(match_id)
    await harness.service.preferences.save_holiday(DANA, Holiday(now, now + timedelta(days=2)))
    harness.clock.passed += timedelta(hours=12)
    await harness.service.calls.deliver(match_id)
    assert told(harness) == []
    harness.clock.passed += timedelta(days=3)
    await harness.service.calls.deliver(match_id)
    assert told(harness) == [((DANA,), Occasion.GOES_ON)]


async def test_who_has_left_the_server_does_not_watch_any_more(watched):
    harness, match_id = watched
    harness.channel.gone.add(DANA)
    await moves(harness, match_id, after=timedelta(hours=1))
    assert told(harness) == []
    assert [each.user_id for each in await harness.store.watchers(match_id)] == [EVA]


async def test_a_call_that_fails_is_made_later_and_others_are_not_called_again(watched):
    harness, match_id = watched
    await harness.service.watching.choose(match_id, EVA, BOTH)
    harness.channel.without_dms = {EVA}
    harness.clock.passed += timedelta(hours=1)
    user, codes = await harness.turn(match_id)
    harness.store.fail_in("settle_calls", "after")
    await harness.matches.play(match_id, user, None, codes[0])
    await harness.quiet()
    assert [users for users, _ in told(harness)] == [(DANA,)]
    harness.store.after = lambda _: None
    harness.clock.passed += timedelta(seconds=6)
    await harness.service.calls.deliver(match_id)
    assert [users for users, _ in told(harness)] == [(DANA,), (EVA,)]


async def test_a_claim_for_one_call_does_not_stand_for_the_next(watched):
    """A process died while it called Dana; nobody looked again until there was more to tell."""
    harness, match_id = watched
    for calls in (1, 2):
        harness.store.fail_in("settle_calls", "before", times=None)
        await moves(harness, match_id, after=timedelta(hours=1))
        assert told(harness) == [((DANA,), Occasion.GOES_ON)] * calls
    harness.store.before = lambda _: None
    harness.clock.passed += timedelta(hours=1)
    await harness.leave(match_id, ANA, BRUNO, for_good=True)
    assert told(harness)[2:] == [((EVA,), Occasion.ENDED), ((DANA,), Occasion.ENDED)]
    assert await harness.store.watchers(match_id) == ()


async def test_a_call_that_may_have_been_made_long_ago_is_not_made(watched):
    harness, match_id = watched
    harness.clock.passed += timedelta(hours=1)
    harness.store.fail_in("settle_calls", "before", times=None)
    await harness.move(match_id)
    await harness.quiet()
    harness.clock.passed += timedelta(seconds=20)
    with pytest.raises(StoreFault):
        await harness.service.calls.deliver(match_id)
    first, again = harness.channel.called
    assert first == again, "the same token, so that Discord drops it"
    harness.store.before = lambda _: None
    harness.clock.passed += timedelta(minutes=3)
    await harness.service.calls.deliver(match_id)
    assert len(harness.channel.called) == 2
    assert await harness.store.matches_to_call(ALONE) == ()


async def test_only_who_has_no_seat_watches_and_only_a_running_match(harness, monkeypatch):
    lobby = await harness.lobby(ANA, BRUNO)
    choose = harness.service.watching.choose
    await refused(NotStarted, choose(lobby, DANA, BOTH))
    await harness.tables.start(lobby, ANA, "start")
    await refused(AtTheTable, choose(lobby, ANA, BOTH))
    monkeypatch.setattr(watching, "MOST_WATCHERS", 1)
    await choose(lobby, DANA, BOTH)
    await choose(lobby, DANA, ENDS)
    await refused(TooManyWatchers, choose(lobby, EVA, BOTH))
    await harness.store.stop_watching(lobby, [DANA])
    await harness.play_on(lobby, Random(1))
    assert not (await harness.store.match(lobby)).is_open
    await refused(MatchOver, choose(lobby, DANA, BOTH))
    assert (await choose(lobby, DANA, WatchReminders())).id == lobby
