"""People's preferences are stored, and the holidays of a year with them."""

from dataclasses import replace
from datetime import timedelta

from bot.service.model.preferences import (
    Holiday,
    MessagePreference,
    PlayerSettings,
    Preferences,
    QuietHours,
)
from tests.store.support import ANA, AT, BEN, CARO, rows

DAY = timedelta(days=1)
NIGHT = QuietHours(1320, 450, "America/Argentina/ComodRivadavia")
SOON = Holiday(AT, AT + 3 * DAY)
SINCE = AT - 365 * DAY


async def test_preferences_are_kept_and_replaced(store):
    for preferences in (
        Preferences(MessagePreference.REMINDERS, autoplay=True, quiet=NIGHT),
        Preferences(MessagePreference.OFF),
        Preferences(quiet=replace(NIGHT, begins=0, ends=1)),
        Preferences(),
    ):
        await store.save_preferences(CARO, preferences)
        assert await store.player_settings([CARO], SINCE) == {CARO: PlayerSettings(preferences)}
    assert await rows(store, "SELECT count(*) FROM people") == [(1,)]


async def test_everybody_has_their_own(store):
    await store.save_preferences(ANA, Preferences(MessagePreference.OFF))
    await store.save_preferences(BEN, Preferences(autoplay=True))
    await store.save_holiday(BEN, SOON)
    await store.save_holiday(CARO, SOON)
    assert await store.player_settings([ANA, BEN], SINCE) == {
        ANA: PlayerSettings(Preferences(MessagePreference.OFF)),
        BEN: PlayerSettings(Preferences(autoplay=True), (SOON,)),
    }
    assert await store.player_settings([CARO], SINCE) == {CARO: PlayerSettings(holidays=(SOON,))}


async def test_a_holiday_is_lengthened_and_cut_short(store):
    for days in (5, 1, 0):
        holiday = replace(SOON, ends_at=AT + days * DAY)
        await store.save_holiday(ANA, holiday)
        assert await store.player_settings([ANA], SINCE) == {
            ANA: PlayerSettings(holidays=(holiday,))
        }


async def test_holidays_are_told_in_order_and_for_a_year(store):
    years = [Holiday(AT - ago * DAY, AT - (ago - 2) * DAY) for ago in (10, 366, 500, 367, 0)]
    for holiday in years:
        await store.save_holiday(ANA, holiday)
    found = (await store.player_settings([ANA], SINCE))[ANA].holidays
    assert found == (years[1], years[0], years[4])
