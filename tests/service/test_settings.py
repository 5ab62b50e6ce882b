"""People's settings: read once and never out of date, and two weeks of holiday in any 365 days."""

import asyncio
from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from bot.model.errors import NotEnoughHoliday, OddHours
from bot.model.preferences import (
    Holiday,
    MessagePreference,
    PlayerSettings,
    Preferences,
    QuietHours,
)
from bot.service.clock.timing import TIME_AFTER_QUIET
from bot.service.people.holidays import MAX_HOLIDAY, left
from bot.service.ports.faults import StoreFault
from bot.service.settings_cache import YEAR, PreferenceCache
from tests.service.harness import ANA, BRUNO, NOON
from tests.service.virtual_time import TimedHarness

DAY, NOTHING = timedelta(days=1), timedelta()


def away(*spans: tuple[float, float]) -> PlayerSettings:
    """Return settings with a holiday from so many days ago to so many days ago."""
    holidays = (Holiday(NOON - first * DAY, NOON - last * DAY) for first, last in spans)
    return PlayerSettings(holidays=tuple(holidays))


class TestWhatIsLeft:
    @pytest.mark.parametrize(
        ("settings", "days"),
        [
            (away(), 14),
            (away((10, 7)), 11),
            (away((10, 7), (5, 4)), 10),
            (away((100, 86)), 0),
            (away((379, 366)), 14),  # more than a year ago
            (away((370, 360)), 9),  # half of it is
            (away((2, -3)), 12),  # three of its days are still to come
            (away((5, 5)), 14),
            (away((50, 20)), 0),  # more than the allowance
        ],
    )
    def test_is_what_was_not_taken_within_a_year(self, settings, days):
        assert left(settings, NOON) == days * DAY

    @given(st.lists(st.tuples(st.integers(0, 200), st.integers(1, 14), st.integers(0, 14))))
    def test_no_year_has_more_holiday_than_the_allowance(self, plans):
        """Whoever takes all they can, whenever, and comes back early at times."""
        now, taken = NOON, list[Holiday]()
        for pause, days, back_after in plans:
            now += pause * DAY
            if days * DAY <= left(PlayerSettings(holidays=tuple(taken)), now):
                ends_at = now + min(days, back_after) * DAY
                taken.append(Holiday(now, ends_at))
                now = ends_at
        for end in [each.ends_at for each in taken] + [each.begins_at + YEAR for each in taken]:
            within = (
                min(each.ends_at, end) - max(each.begins_at, end - YEAR)
                for each in taken
                if each.begins_at < end and each.ends_at > end - YEAR
            )
            assert sum(within, NOTHING) <= MAX_HOLIDAY


async def settings_of(timed: TimedHarness, user: int = ANA) -> PlayerSettings:
    return (await timed.service.preferences.player_settings([user]))[user]


class TestTaking:
    async def test_it_begins_now_and_another_choice_while_away_counts_from_now(self, timed):
        first = await timed.service.holidays.begin(ANA, 3)
        assert first == Holiday(timed.time.now(), timed.time.now() + 3 * DAY)
        assert (await settings_of(timed)).holidays == (first,)
        await timed.advance(days=2)
        longer = await timed.service.holidays.begin(ANA, 12)
        assert longer == Holiday(first.begins_at, timed.time.now() + 12 * DAY)
        shorter = await timed.service.holidays.begin(ANA, 1)
        assert shorter == Holiday(first.begins_at, timed.time.now() + DAY)
        assert (await settings_of(timed)).holidays == (shorter,)

    @pytest.mark.parametrize("days", [15, 10**6, 0, -3])
    async def test_more_than_there_is_is_refused(self, timed, days):
        told = "14 days of holiday in any 365 days, and you have 14 left"
        with pytest.raises(NotEnoughHoliday, match=told):
            await timed.service.holidays.begin(ANA, days)
        assert (await settings_of(timed)).holidays == ()

    async def test_what_was_taken_counts_and_comes_back_after_a_year(self, timed):
        await timed.service.holidays.begin(ANA, 10)
        timed.time.seconds += 20 * DAY.total_seconds()
        with pytest.raises(NotEnoughHoliday, match="and you have 4 left"):
            await timed.service.holidays.begin(ANA, 5)
        await timed.service.holidays.begin(BRUNO, 5)
        timed.time.seconds += (365 - 20 + 10) * DAY.total_seconds()
        await timed.service.holidays.begin(ANA, 14)
        await timed.advance(days=3)
        await timed.service.holidays.end(ANA)
        assert left(await settings_of(timed), timed.time.now()) == 11 * DAY, "back early"

    async def test_two_clicks_in_the_same_instant_are_one_holiday(self, timed):
        begin = timed.service.holidays.begin
        await asyncio.gather(begin(ANA, 9), begin(ANA, 9), begin(ANA, 9))
        assert len((await settings_of(timed)).holidays) == 1
        ending = (timed.service.holidays.end(ANA) for _ in range(2))
        ends = await asyncio.gather(*ending, return_exceptions=True)
        assert sorted(type(each).__name__ for each in ends) == ["Holiday", "NotAway"]

    async def test_one_match_in_trouble_keeps_no_other_from_standing_still(self, timed):
        await timed.begun(ANA, BRUNO)
        await timed.play_until_turn_of(ANA)
        due = await timed.due()
        timed.store.fail_in("plan", "before", times=None)
        holiday = await timed.service.holidays.begin(ANA, 3)
        timed.store.works_again()
        assert (await settings_of(timed)).holidays == (holiday,)
        await timed.advance(hours=23.99)
        match = await timed.match()
        await timed.advance(hours=1)
        assert (await timed.match()).ply == match.ply
        assert await timed.due() == due + 3 * DAY, "it is found at the deadline"

    async def test_a_match_that_starts_in_the_same_moment_stands_still_as_well(self, timed):
        """Its clocks were planned before the holiday was kept, and are stored after it."""
        match_id = await timed.lobby(ANA, BRUNO)
        planned, kept, begin = asyncio.Event(), asyncio.Event(), timed.service.holidays.begin

        async def before(name: str) -> None:
            if name == "start":
                planned.set()
                await kept.wait()

        def after(name: str) -> None:
            if timed.store.calls["save_holiday"] == 2:
                kept.set()

        timed.store.before, timed.store.after = before, after
        starting = asyncio.create_task(timed.tables.start(match_id, ANA, "start"))
        await planned.wait()
        await asyncio.gather(starting, begin(ANA, 3), begin(BRUNO, 3))
        (clock,) = (await timed.match()).agenda.clocks
        assert clock.away_until == timed.time.now() + 3 * DAY

    async def test_who_is_back_but_not_planned_for_is_not_moved_for_at_once(self, timed):
        """The store fails just after the end of the holiday was kept."""
        await timed.begun(ANA, BRUNO)
        await timed.play_until_turn_of(ANA)
        await timed.service.holidays.begin(ANA, 10)
        await timed.advance(days=1)
        timed.store.fail_in("plan", "before", times=None)
        holiday = await timed.service.holidays.end(ANA)
        timed.store.works_again()
        match = await timed.match()
        (clock,) = match.agenda.clocks
        assert clock.away_until is not None
        assert holiday.ends_at + DAY < clock.away_until < clock.due_at
        await timed.until(clock.away_until + timedelta(minutes=1))  # the clock notices the end
        assert (await timed.match()).ply == match.ply
        assert await timed.due() == clock.away_until + TIME_AFTER_QUIET
        await timed.advance(hours=1)
        assert (await timed.match()).ply > match.ply


async def test_preferences_are_kept_and_what_makes_no_sense_changes_nothing(timed):
    quiet = QuietHours(0, 60, "Asia/Tokyo")
    wanted = Preferences(MessagePreference.OFF, autoplay=True, quiet=quiet)
    await timed.service.set_preferences(ANA, wanted)
    with pytest.raises(OddHours):
        await timed.service.set_preferences(ANA, Preferences(quiet=QuietHours(60, 9999, "UTC")))
    assert (await settings_of(timed)).preferences == wanted


OFF = Preferences(messages=MessagePreference.OFF)


@pytest.fixture
def people(harness) -> PreferenceCache:
    return harness.service.preferences


async def messages(people: PreferenceCache, user: int) -> MessagePreference:
    return (await people.player_settings([user]))[user].preferences.messages


async def test_settings_are_read_from_the_store_once(harness, people):
    for _ in range(3):
        assert await messages(people, ANA) is MessagePreference.ON
    assert harness.store.calls["player_settings"] == 1


async def test_what_was_read_before_somebody_changed_it_is_not_kept(harness, people):
    read, go_on = asyncio.Event(), asyncio.Event()

    async def slow(name):
        if name == "player_settings":
            read.set()
            await go_on.wait()

    harness.store.after = slow
    reading = asyncio.create_task(people.player_settings([ANA]))
    await read.wait()
    await people.save_preferences(ANA, OFF)
    go_on.set()
    await reading
    assert await messages(people, ANA) is MessagePreference.OFF


async def test_one_persons_change_does_not_disturb_who_asks_for_two(harness, people):
    await people.player_settings([ANA])
    await asyncio.gather(people.player_settings([ANA, BRUNO]), people.save_preferences(ANA, OFF))
    assert await messages(people, ANA) is MessagePreference.OFF


async def test_a_change_that_may_have_been_kept_is_looked_up(harness, people):
    await people.player_settings([ANA])
    harness.store.fail_in("save_preferences", "after")
    with pytest.raises(StoreFault):
        await people.save_preferences(ANA, OFF)
    assert await messages(people, ANA) is MessagePreference.OFF
