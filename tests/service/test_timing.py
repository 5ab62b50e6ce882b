"""The arithmetic of clocks: nights, holidays, reminders, in all zones and when clocks change."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given, strategies as st

from bot.model.deadlines import SeatClock
from bot.model.errors import OddHours, UnknownZone
from bot.model.preferences import LONGEST_QUIET, Holiday, PlayerSettings, Preferences, QuietHours
from bot.model.terms import Pace
from bot.service.clock import timing

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = ["UTC", "Europe/Berlin", "America/Los_Angeles", "America/St_Johns", "Asia/Kathmandu"]
ZONES += ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Australia/Lord_Howe", "Africa/Casablanca"]
COUNTING, FAST = (Pace.DAY, Pace.SLOW), (Pace.LIVE, Pace.RELAXED)

moments = st.integers(0, 3 * 366 * 24 * 60).map(
    lambda minutes: datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


@st.composite
def quiet_hours(draw) -> QuietHours:
    begins = draw(st.integers(0, 24 * 60 - 1))
    length = draw(st.integers(1, LONGEST_QUIET // timedelta(minutes=1)))
    return QuietHours(begins, (begins + length) % (24 * 60), draw(st.sampled_from(ZONES)))


def night(begins: int = 22, ends: int = 8, zone: str = "Europe/Berlin") -> QuietHours:
    return QuietHours(begins * 60, ends * 60, zone)


def settings(quiet: QuietHours | None = None, *holidays: Holiday) -> PlayerSettings:
    return PlayerSettings(Preferences(quiet=quiet), holidays)


def is_quiet(quiet: QuietHours, moment: datetime) -> bool:
    local = moment.astimezone(ZoneInfo(quiet.zone))
    minute = local.hour * 60 + local.minute
    if quiet.begins <= quiet.ends:
        return quiet.begins <= minute < quiet.ends
    return minute >= quiet.begins or minute < quiet.ends


def berlin(*at: int) -> datetime:
    year, month, day, hour, *minute = at
    local = datetime(year, month, day, hour, *minute, tzinfo=ZoneInfo("Europe/Berlin"))  # type: ignore[misc,arg-type]
    return local.astimezone(UTC)


NOW = berlin(2026, 7, 1, 12)


def begun(pace: Pace, now: datetime, own: PlayerSettings) -> SeatClock:
    return timing.new_clock(0, 5, pace, now, own)


def due(clock: SeatClock) -> datetime:
    assert clock.due_at is not None
    return clock.due_at


def utc(day: int, hour: int, minute: int = 0, month: int = 1) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


FROM_2_30, UNTIL_2_30 = (QuietHours(*each, "Europe/Berlin") for each in ((150, 360), (1320, 150)))


class TestQuietHours:
    @pytest.mark.parametrize(
        ("quiet", "at", "ends"),
        [
            (night(), utc(10, 20, 59), utc(10, 20, 59)),
            (night(), utc(10, 21), utc(11, 7)),
            (night(), utc(10, 23, 30), utc(11, 7)),
            (night(), utc(11, 6, 59), utc(11, 7)),
            (night(), utc(11, 7), utc(11, 7)),
            (night(13, 16), utc(10, 13), utc(10, 15)),
            (night(13, 16), utc(10, 2), utc(10, 2)),
            (night(zone="Pacific/Kiritimati"), utc(10, 9), utc(10, 18)),  # fourteen hours ahead
            (night(zone="Pacific/Pago_Pago"), utc(10, 10), utc(10, 19)),  # eleven behind
            # The night when clocks go forward is an hour shorter, the other one longer.
            (night(), utc(28, 21, month=3), utc(29, 6, month=3)),
            (night(), utc(24, 20, month=10), utc(25, 7, month=10)),
            # If a time comes twice in a night, quiet hours begin at the first or end at the second.
            (UNTIL_2_30, utc(25, 0, 30, month=10), utc(25, 1, 30, month=10)),
            (FROM_2_30, utc(25, 0, 30, month=10), utc(25, 5, month=10)),
        ],
    )
    def test_when_they_end(self, quiet, at, ends):
        assert quiet.end(at) == ends

    @given(quiet_hours(), moments)
    @example(QuietHours(150, 400, "Europe/Berlin"), berlin(2026, 3, 29, 3, 15))
    @example(QuietHours(1320, 150, "Europe/Berlin"), berlin(2026, 3, 29, 1, 59))
    def test_who_waits_for_the_end_is_not_in_them(self, quiet, moment):
        end = quiet.end(moment)
        assert end >= moment
        assert not is_quiet(quiet, end)
        assert quiet.end(end) == end
        assert end - moment <= LONGEST_QUIET + 2 * HOUR
        if is_quiet(quiet, moment):
            assert end > moment

    @given(moments, st.sampled_from(ZONES), st.integers(0, 24 * 60 - 1))
    def test_quiet_hours_that_end_when_they_begin_are_ignored(self, moment, zone, minute):
        assert QuietHours(minute, minute, zone).end(moment) == moment

    def test_a_zone_that_no_longer_exists_counts_as_utc(self):
        moment = datetime(2026, 1, 10, 23, tzinfo=UTC)
        for zone in ("Europe/Atlantis", "", "../etc"):
            assert night(zone=zone).end(moment) == moment + 9 * HOUR

    def test_what_cannot_be_kept_is_refused(self):
        night(15, 7).check()
        for quiet in (night(8, 8), night(8, 7), night(0, 17), QuietHours(-60, 60, "UTC")):
            with pytest.raises(OddHours, match="no more than 16 hours apart"):
                quiet.check()
        for zone in ("Middle-earth", "", "../../etc/passwd", "europe/berlin"):
            with pytest.raises(UnknownZone):
                night(zone=zone).check()


class TestDeadlines:
    def test_as_long_as_it_takes_is_no_deadline(self):
        own = settings(night())
        clock = begun(Pace.NONE, berlin(2026, 1, 10, 12), own)
        assert clock == SeatClock(0, 5, None)
        assert timing.next_alarm(clock, Pace.NONE, berlin(2027, 1, 1, 12), own) is None

    @given(st.sampled_from(COUNTING), moments, quiet_hours())
    def test_where_moves_take_days_none_falls_into_quiet_hours(self, pace, now, quiet):
        at = due(begun(pace, now, settings(quiet)))
        assert not is_quiet(quiet, at)
        an_hour_before = at - timing.TIME_AFTER_QUIET
        assert not is_quiet(quiet, an_hour_before), "there is time to read the reminder and to move"
        assert pace.allowance is not None
        assert timedelta() <= at - now - pace.allowance <= LONGEST_QUIET + 3 * HOUR

    @given(st.sampled_from(FAST), moments, st.none() | quiet_hours(), st.integers(1, 14))
    def test_a_fast_table_waits_for_no_morning_and_no_holidays_end(self, pace, now, quiet, days):
        own = settings(quiet, Holiday(now, now + days * DAY))
        clock = begun(pace, now, own)
        assert clock.away_until is None
        assert due(clock) == now + pace.allowance
        assert timing.replanned(clock, pace, now, own) == clock

    @given(st.sampled_from(COUNTING), moments, quiet_hours(), st.integers(0, 100_000))
    def test_who_has_more_time_is_never_worse_off(self, pace, now, quiet, seconds):
        own, later = settings(quiet), now + timedelta(seconds=seconds)
        assert due(begun(pace, now, own)) <= due(begun(pace, later, own))


class TestReminders:
    def given_at(
        self, clock: SeatClock, pace: Pace, own: PlayerSettings, now: datetime
    ) -> list[datetime]:
        """Return when a bot that wakes at every alarm reminds somebody."""
        given: list[datetime] = []
        for _ in range(10):
            at = timing.next_alarm(clock, pace, now, own)
            assert at is not None
            now = max(at, now)
            if now >= due(clock):
                return given
            count = timing.reminders_due(clock, pace, now, own)
            assert count > clock.reminded, "an alarm with nothing to do would ring for ever"
            given.append(now)
            clock = replace(clock, reminded=count)
        raise AssertionError("there is no end to it")

    @given(st.sampled_from([*COUNTING, *FAST]), moments, quiet_hours(), st.integers(0, 99))
    def test_never_in_quiet_hours_even_if_the_bot_was_away(self, pace, now, quiet, percent):
        own = settings(quiet)
        clock = begun(pace, now, own)
        back = now + (due(clock) - now) * percent / 100
        for at in self.given_at(clock, pace, own, back):
            assert not is_quiet(quiet, at)
            assert at < due(clock)

    def test_no_reminder_becomes_due_in_quiet_hours(self):
        own, now = settings(night()), berlin(2026, 1, 10, 8)
        clock = begun(Pace.DAY, now, own)  # half is over at 20:00, while the bot is away
        assert timing.reminders_due(clock, Pace.DAY, berlin(2026, 1, 10, 23), own) == 0
        assert timing.reminders_due(clock, Pace.DAY, berlin(2026, 1, 11, 8), own) == 2

    def test_two_reminders_put_off_by_quiet_hours_become_one(self):
        own = settings(night(20, 12))
        now = berlin(2026, 1, 10, 14)  # half is over at 2 at night, nine tenths at 11:36
        clock = begun(Pace.DAY, now, own)
        assert self.given_at(clock, Pace.DAY, own, now) == [berlin(2026, 1, 11, 12)]


class TestHolidays:
    @pytest.mark.parametrize("pace", COUNTING)
    def test_a_clock_that_begins_during_one_begins_when_it_ends(self, pace):
        ends = NOW + 3 * DAY
        clock = begun(pace, NOW, settings(None, Holiday(NOW - DAY, ends)))
        assert due(clock) == ends + pace.allowance
        assert clock.away_until == ends

    @given(st.sampled_from(COUNTING), st.data())
    def test_however_often_it_changes_all_comes_to_the_days_it_lasted(self, pace, data):
        """Begins, lengthened, cut short, begun once more, each planned at once or a while later."""
        holidays: list[Holiday] = []
        now, clock = NOW, begun(pace, NOW, PlayerSettings())
        strict = due(clock)
        for _ in range(data.draw(st.integers(1, 6))):
            now += data.draw(st.integers(1, 30 * 60)) * timedelta(minutes=1)
            last = holidays[-1] if holidays else None
            if last is not None and now < last.ends_at:
                holidays[-1] = replace(last, ends_at=now + data.draw(st.integers(0, 5)) * DAY)
            else:
                holidays.append(Holiday(now, now + data.draw(st.integers(1, 5)) * DAY))
            now += data.draw(st.sampled_from((timedelta(), timedelta(minutes=7))))
            clock = timing.replanned(clock, pace, now, settings(None, *holidays))
        lasted = sum((each.ends_at - each.begins_at for each in holidays), timedelta())
        assert clock.strict_due_at == strict + lasted
        late = due(clock) - timing.TIME_AFTER_QUIET > now
        assert due(clock) == clock.strict_due_at or not late, "found too late"
        assert clock.away_until == settings(None, *holidays).away_until(now)

    @given(st.sampled_from(COUNTING), moments, quiet_hours(), st.integers(0, 2000))
    def test_nobody_is_worse_off_for_having_been_away(self, pace, now, quiet, minutes):
        clock = begun(pace, now, settings(quiet))
        begins = now + HOUR
        back = begins + timedelta(minutes=minutes)
        gone = settings(quiet, Holiday(begins, begins + 2 * DAY))
        clock_away = timing.replanned(clock, pace, begins, gone)
        assert not is_quiet(quiet, due(clock_away))

        again = timing.replanned(clock_away, pace, back, settings(quiet, Holiday(begins, back)))

        assert due(again) >= due(clock)
        assert not is_quiet(quiet, due(again))
        assert again.away_until is None

    def test_no_reminder_comes_while_they_are_away(self):
        away = settings(None, Holiday(NOW, NOW + 7 * DAY))
        clock = begun(Pace.DAY, NOW, away)
        assert timing.next_alarm(clock, Pace.DAY, NOW, away) == NOW + 7 * DAY
        back = timing.replanned(clock, Pace.DAY, NOW + 7 * DAY, away)
        assert back == replace(clock, away_until=None)
        reminder = NOW + 7.5 * DAY
        assert timing.next_alarm(back, Pace.DAY, NOW + 7 * DAY, away) == reminder


class TestChangedQuietHours:
    def test_a_deadline_is_moved_out_of_new_ones_and_back_without_them(self):
        clock = begun(Pace.DAY, NOW, PlayerSettings())
        clock = timing.replanned(clock, Pace.DAY, NOW, settings(night(10, 14)))
        assert due(clock) == berlin(2026, 7, 2, 15)
        assert due(timing.replanned(clock, Pace.DAY, NOW, PlayerSettings())) == NOW + DAY

    def test_removing_quiet_hours_leaves_an_hour_to_move(self):
        clock = begun(Pace.DAY, NOW, settings(night(10, 18)))
        now = NOW + DAY + 3 * HOUR
        assert due(clock) == NOW + DAY + 7 * HOUR

        moved = timing.replanned(clock, Pace.DAY, now, PlayerSettings())

        assert due(moved) == now + HOUR
        again = timing.replanned(moved, Pace.DAY, now + HOUR, PlayerSettings())
        assert again == moved, "once only"

    @given(st.lists(st.tuples(st.none() | quiet_hours(), st.integers(0, 600)), max_size=12))
    def test_changing_quiet_hours_again_and_again_gains_no_time(self, changes):
        now, clock = NOW, begun(Pace.DAY, NOW, PlayerSettings())
        for quiet, minutes in changes:
            now += timedelta(minutes=minutes)
            if now >= due(clock):
                break
            clock = timing.replanned(clock, Pace.DAY, now, settings(quiet))
            assert due(clock) > now
            assert due(clock) <= NOW + DAY + LONGEST_QUIET + 3 * HOUR


class TestAbsence:
    """Nobody could play: the bot or Discord was away."""

    @given(st.sampled_from([*COUNTING, *FAST]), moments, st.integers(-(10**6), 10**6))
    def test_it_takes_nothing_from_anybody(self, pace, now, seconds):
        clock = begun(pace, now, PlayerSettings())
        assert due(timing.with_grace(clock, pace, now + timedelta(seconds=seconds))) >= due(clock)

    def test_a_night_begins_before_the_grace_ends(self):
        own = settings(night())
        back = berlin(2026, 7, 3, 21, 30)
        clock = timing.with_grace(begun(Pace.DAY, NOW, own), Pace.DAY, back)
        assert due(timing.replanned(clock, Pace.DAY, back, own)) == berlin(2026, 7, 4, 9)
