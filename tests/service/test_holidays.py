"""Two weeks of holiday within any 365 days, taken when and as often as somebody likes."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.errors import NotAway, NotEnoughHoliday, OddHours, UnknownZone
from bot.service.habits import Habits, Holiday, Letters, Preferences, QuietHours
from bot.service.holidays import MOST, left
from bot.service.people import YEAR
from bot.service.ports import StoreBusy
from bot.service.timing import BREATH
from tests.service.clockwork import Clockhouse
from tests.service.house import ANA, BRUNO, NOON

DAY, NOTHING = timedelta(days=1), timedelta()


def been(*spans: tuple[float, float]) -> Habits:
    """Away from so many days ago to so many days ago."""
    return Habits(
        holidays=tuple(Holiday(NOON - first * DAY, NOON - last * DAY) for first, last in spans)
    )


class TestWhatIsLeft:
    @pytest.mark.parametrize(
        ("habits", "days"),
        [
            (been(), 14),
            (been((10, 7)), 11),
            (been((10, 7), (5, 4)), 10),
            (been((100, 86)), 0),
            (been((379, 366)), 14),  # more than a year ago
            (been((370, 360)), 9),  # half of it is
            (been((2, -3)), 12),  # three days of it are still to come, and may be had otherwise
            (been((5, 5)), 14),
            (been((50, 20)), 0),  # more than there is
        ],
    )
    def test_is_what_was_not_taken_within_a_year(self, habits, days):
        assert left(habits, NOON) == days * DAY

    @given(st.lists(st.tuples(st.integers(0, 200), st.integers(1, 14), st.integers(0, 14))))
    def test_in_no_year_whatever_there_is_more(self, plans):
        """Whoever takes all they can, whenever, and comes back early at times."""
        now, taken = NOON, list[Holiday]()
        for pause, days, back_after in plans:
            now += pause * DAY
            if days * DAY <= left(Habits(holidays=tuple(taken)), now):
                ends_at = now + min(days, back_after) * DAY
                taken.append(Holiday(now, ends_at))
                now = ends_at
        for end in [each.ends_at for each in taken] + [each.begins_at + YEAR for each in taken]:
            within = (
                min(each.ends_at, end) - max(each.begins_at, end - YEAR)
                for each in taken
                if each.begins_at < end and each.ends_at > end - YEAR
            )
            assert sum(within, NOTHING) <= MOST


async def habits_of(there: Clockhouse, user: int = ANA) -> Habits:
    return (await there.boneyard.people.habits([user]))[user]


class TestTaking:
    async def test_it_begins_now_and_lasts_for_days(self, there):
        holiday = await there.boneyard.holidays.begin(ANA, 3)
        assert holiday == Holiday(there.time.now(), there.time.now() + 3 * DAY)
        assert (await habits_of(there)).holidays == (holiday,)

    async def test_another_choice_while_away_counts_from_now(self, there):
        first = await there.boneyard.holidays.begin(ANA, 3)
        await there.goes_by(days=2)
        longer = await there.boneyard.holidays.begin(ANA, 12)
        assert longer == Holiday(first.begins_at, there.time.now() + 12 * DAY)
        shorter = await there.boneyard.holidays.begin(ANA, 1)
        assert shorter == Holiday(first.begins_at, there.time.now() + DAY)
        assert (await habits_of(there)).holidays == (shorter,)

    @pytest.mark.parametrize("days", [15, 10**6, 0, -3])
    async def test_more_than_there_is_is_refused(self, there, days):
        with pytest.raises(NotEnoughHoliday, match="14 days a year; you have 14 left"):
            await there.boneyard.holidays.begin(ANA, days)
        assert (await habits_of(there)).holidays == ()

    async def test_what_was_taken_counts_and_comes_back_after_a_year(self, there):
        await there.boneyard.holidays.begin(ANA, 10)
        await there.goes_by(days=20)
        with pytest.raises(NotEnoughHoliday, match="you have 4 left"):
            await there.boneyard.holidays.begin(ANA, 5)
        await there.boneyard.holidays.begin(BRUNO, 5)
        await there.goes_by(days=365 - 20 + 10)
        await there.boneyard.holidays.begin(ANA, 14)

    async def test_back_early_the_rest_is_not_lost(self, there):
        await there.boneyard.holidays.begin(ANA, 14)
        await there.goes_by(days=3)
        await there.boneyard.holidays.end(ANA)
        assert left(await habits_of(there), there.time.now()) == 11 * DAY
        with pytest.raises(NotAway):
            await there.boneyard.holidays.end(ANA)

    async def test_two_clicks_in_the_same_instant_are_one_holiday(self, there):
        begin = there.boneyard.holidays.begin
        await asyncio.gather(begin(ANA, 9), begin(ANA, 9), begin(ANA, 9))
        assert len((await habits_of(there)).holidays) == 1
        ends = await asyncio.gather(
            *(there.boneyard.holidays.end(ANA) for _ in range(2)), return_exceptions=True
        )
        assert sorted(type(each).__name__ for each in ends) == ["Holiday", "NotAway"]

    async def test_one_match_in_trouble_keeps_no_other_from_standing_still(self, there):
        await there.begun(ANA, BRUNO)
        await there.play_until_turn_of(ANA)
        due = await there.due()

        def fail(name: str) -> None:
            if name == "plan":
                raise StoreBusy("held")

        there.store.before = fail
        holiday = await there.boneyard.holidays.begin(ANA, 3)
        there.store.before = lambda _: None
        assert (await habits_of(there)).holidays == (holiday,)
        await there.goes_by(hours=23.99)
        match = await there.match()
        await there.goes_by(hours=1)
        assert (await there.match()).ply == match.ply
        assert await there.due() == due + 3 * DAY, "it is found at the deadline"

    async def test_a_match_that_starts_in_the_same_moment_stands_still_as_well(
        self, there, monkeypatch
    ):
        """Its clocks were planned before the holiday was kept, and are stored after it."""
        match_id = await there.lobby(ANA, BRUNO)
        start, planned, kept = there.store.start, asyncio.Event(), asyncio.Event()

        async def slow(*args, **how) -> None:
            planned.set()
            await kept.wait()
            await start(*args, **how)

        monkeypatch.setattr(there.store, "start", slow)
        starting = asyncio.create_task(there.tables.start(match_id, ANA, "start"))
        await planned.wait()
        leaving = [
            asyncio.create_task(there.boneyard.holidays.begin(user, 3)) for user in (ANA, BRUNO)
        ]
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(there.store.set_by) == 2
        kept.set()
        await asyncio.gather(starting, *leaving)
        (clock,) = (await there.match()).agenda.clocks
        assert clock.away_until == there.time.now() + 3 * DAY

    async def test_who_is_back_and_was_told_another_time_is_not_moved_for_at_once(self, there):
        """The store fails just after the end of the holiday was kept, and nothing is planned."""
        await there.begun(ANA, BRUNO)
        await there.play_until_turn_of(ANA)
        await there.boneyard.holidays.begin(ANA, 10)
        await there.goes_by(days=1)

        def fail(name: str) -> None:
            if name == "plan":
                raise StoreBusy("held")

        there.store.before = fail
        holiday = await there.boneyard.holidays.end(ANA)
        there.store.before = lambda _: None
        match = await there.match()
        (clock,) = match.agenda.clocks
        assert clock.away_until is not None
        assert holiday.ends_at + DAY < clock.away_until < clock.due_at

        await there.until(clock.away_until + timedelta(minutes=1))  # it is found
        assert (await there.match()).ply == match.ply
        assert await there.due() == clock.away_until + BREATH
        await there.goes_by(hours=1)
        assert (await there.match()).ply > match.ply


class TestPreferences:
    async def test_they_are_kept(self, there):
        wanted = Preferences(Letters.OFF, autoplay=True, quiet=QuietHours(0, 60, "Asia/Tokyo"))
        await there.boneyard.set_preferences(ANA, wanted)
        assert (await habits_of(there)).preferences == wanted

    @pytest.mark.parametrize(
        ("quiet", "refusal"),
        [
            (QuietHours(0, 60, "Asia/Nowhere"), UnknownZone),
            (QuietHours(60, 60, "Asia/Tokyo"), OddHours),
            (QuietHours(60, 59, "Asia/Tokyo"), OddHours),
            (QuietHours(60, 9999, "Asia/Tokyo"), OddHours),
        ],
    )
    async def test_what_makes_no_sense_changes_nothing(self, there, quiet, refusal):
        with pytest.raises(refusal):
            await there.boneyard.set_preferences(ANA, Preferences(quiet=quiet, autoplay=True))
        assert await habits_of(there) == Habits()
