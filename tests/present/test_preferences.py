from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from bot.model.preferences import MessagePreference, Preferences, QuietHours
from bot.model.scores import Server
from bot.present.i18n import ENGLISH, words
from bot.present.screen import Menu
from bot.present.screens.settings.preferences import HOLIDAYS, PersonalSettings, preferences_screen
from bot.present.screens.settings.server_settings import settings_screen
from tests.present.sights import text
from tests.present.test_screens import check

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
LONGEST = "America/Argentina/ComodRivadavia"


def quiet(begins: int, ends: int, zone: str = "Asia/Tokyo") -> QuietHours:
    return QuietHours(begins, ends, zone)


def own(*, away: datetime | None = None, days: int = 14, **chosen: Any) -> PersonalSettings:
    return PersonalSettings(Preferences(**chosen), NOON, away, days)


def menus(screen):
    rows = (*screen.top_rows, *screen.rows)
    assert all(isinstance(row, Menu) for row in rows)
    return {row.id.removeprefix("o:"): row.entries for row in rows}


def told(screen):
    return "\n".join((text(screen), *(row.title for row in (*screen.top_rows, *screen.rows))))


@pytest.mark.parametrize("locale", ["en-US", "de", "hi", "ja", "el"])
def test_everything_that_can_be_set_fits_a_message(locale):
    hours = (None, quiet(22 * 60, 7 * 60), quiet(1, 1439, LONGEST))
    for messages, autoplay, night, away, days in product(
        MessagePreference, (False, True), hours, (None, NOON), (0, 14)
    ):
        chosen = own(messages=messages, autoplay=autoplay, quiet=night, away=away, days=days)
        screen = preferences_screen(chosen, words(locale), "“" + "x" * 100 + "”")
        check(screen)
        assert len(menus(screen)) == 9
        assert len(told(screen)) < 1400
        for entries in menus(screen).values():
            assert [entry.chosen for entry in entries].count(True) == 1


@pytest.mark.parametrize("away", [None, NOON])
def test_as_many_days_are_offered_as_are_left_and_an_end_to_who_is_away(away):
    for days in range(15):
        entries = menus(preferences_screen(own(away=away, days=days), ENGLISH))["holiday"]
        offered = [int(entry.value) for entry in entries if entry.value.isdecimal()]
        assert offered == [number for number in HOLIDAYS if number <= days]
        assert ("end" in {entry.value for entry in entries}) is (away is not None)


def test_the_time_there_is_told_beside_the_readers_own():
    screen = preferences_screen(own(quiet=quiet(0, 480)), words("en-GB"))
    assert "It's 21:00 in Asia/Tokyo now, and <t:1767268800:t> on your own clock." in told(screen)
    assert "**Quiet hours**: 00:00–08:00\n-# It's" in told(screen)


def test_a_holiday_says_until_when():
    screen = preferences_screen(own(away=NOON), ENGLISH)
    assert "**Holiday**: until <t:1767268800:f>\n-# You have" in told(screen)


def test_hours_that_were_typed_stand_in_the_menu_beside_the_usual_ones():
    screen = preferences_screen(own(quiet=quiet(21 * 60 + 30, 375)), words("en-GB"))
    entries = menus(screen)["quiet"]
    (chosen,) = [entry for entry in entries if entry.chosen]
    assert chosen.label == "Quiet hours: 21:30–06:15"
    assert len(entries) == 7


def test_why_something_was_refused_is_right_above_the_menus():
    screen = preferences_screen(own(), ENGLISH, "That will not do.")
    assert str(screen.parts[0]).endswith("\nThat will not do.")
    assert list(menus(screen))[:2] == ["quiet", "holiday"]


def test_every_closed_menu_fits_a_phone():
    """A closed menu 275 points wide shows 28 letters."""
    mine = preferences_screen(own(), ENGLISH)
    for screen in (mine, settings_screen(Server(), ENGLISH)):
        for row in (*screen.top_rows, *screen.rows):
            if isinstance(row, Menu):
                now = [each.label for each in row.entries if each.chosen] or [row.hint]
                assert len(now[0]) <= 28, now
