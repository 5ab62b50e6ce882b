import json
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest

from bot.games import game
from bot.model.match import Occupant
from bot.model.preferences import DigestTime, MessagePreference, Preferences, QuietHours
from bot.model.privacy import OwnMatch, PersonalData
from bot.model.scores import Server
from bot.present.i18n import ENGLISH, words
from bot.present.screen import Document, Menu
from bot.present.screens.settings import privacy
from bot.present.screens.settings.preferences import HOLIDAYS, PersonalSettings, preferences_screen
from bot.present.screens.settings.privacy import export_screen
from bot.present.screens.settings.server_settings import settings_screen
from bot.present.text.seats import TableInfo
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
        often = {"messages": messages, "digest": DigestTime(1439, LONGEST), "quiet": night}
        chosen = own(autoplay=autoplay, away=away, days=days, **often)
        screen = preferences_screen(chosen, words(locale), "“" + "x" * 100 + "”")
        check(screen)
        assert len(menus(screen)) == 9
        assert len(told(screen)) < 1600
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


AT = datetime(2026, 11, 20, 18, 30, tzinfo=UTC)
RATINGS = [{"game": "", "mu": 25.0}]


def exported(matches: int, *, total: int | None = None, moveless: int = 0) -> PersonalData:
    match, moves = {"game": "block", "options": {"target": 50}}, [{"ply": 1, "code": "6–4 🁣"}] * 9
    played = [OwnMatch({"id": nth, **match}, moves) for nth in range(matches, 0, -1)]
    return PersonalData({"ratings": RATINGS, "holidays": []}, played, total or matches, moveless)


def written(data: PersonalData) -> tuple[dict[str, Any], int, str]:
    screen = export_screen(data, AT, ENGLISH)
    (document,) = screen.attachments
    assert isinstance(document, Document)
    found: dict[str, Any] = json.loads(document.data)
    return found, len(document.data), text(screen)


def test_everything_is_in_it():
    found, _, shown = written(exported(3))
    assert list(found) == ["about", "made_at", "matches_in_all", "ratings", "holidays", "matches"]
    assert found["made_at"] == "2026-11-20T18:30:00+00:00"
    assert found["ratings"] == RATINGS
    assert found["holidays"] == []
    assert [each["id"] for each in found["matches"]] == [3, 2, 1]
    assert all(len(each["moves"]) == 9 for each in found["matches"])
    assert "too large" not in shown


@pytest.mark.parametrize("most", [60_000, 30_000, 10_000])
def test_of_too_much_the_oldest_moves_and_then_the_oldest_matches_are_left_out(monkeypatch, most):
    monkeypatch.setattr(privacy, "MAX_EXPORT", most)
    found, size, shown = written(exported(200))
    assert size <= most
    assert "too large" in shown
    there = found["matches"]
    assert [each["id"] for each in there] == [200 - nth for nth in range(len(there))]
    whole = ["moves" in each for each in there]
    assert there
    assert whole == sorted(whole, reverse=True), "the newest have theirs"
    assert any(whole) is (len(there) == 200) is (most > 10_000)
    left_out = f"{whole.count(False)} lack their moves and {200 - len(there)} are missing."
    assert found["left_out"].endswith(left_out)


def test_what_was_not_asked_for_is_told_as_well():
    found, *_ = written(exported(3, total=5, moveless=1))
    assert ["moves" in each for each in found["matches"]] == [True, True, False]
    assert found["left_out"].endswith("1 lack their moves and 2 are missing.")


def test_a_seat_of_somebody_whose_data_was_deleted_has_a_name():
    sitters = (Occupant(0), Occupant(1, level="steady"), Occupant(2, 101))
    table_info = TableInfo(7, game("block").info, {}, 0, sitters)
    names = [table_info.name(seat, ENGLISH) for seat in range(3)]
    assert names[0] == "a former player"
    assert names[1].startswith("🤖 ")
    assert names[2] == "<@101>"
