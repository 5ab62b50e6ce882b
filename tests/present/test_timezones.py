from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones, reset_tzpath

import pytest

from bot.present.i18n import ENGLISH, words
from bot.present.input.timezones import (
    ManyZones,
    NoSuchZone,
    NotATime,
    formatted_time,
    minutes_of,
    zone_of,
)

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        *((name, "Europe/Berlin") for name in ("Europe/Berlin", " europe / BERLIN ", "berlin")),
        ("Europe Berlin", "Europe/Berlin"),
        *((name, "America/New_York") for name in ("New York", "new_york", "newyork", "york")),
        ("são paulo", "America/Sao_Paulo"),
        ("port au prince", "America/Port-au-Prince"),
        ("Athen", "Europe/Athens"),
        ("utc", "UTC"),
        ("GMT", "GMT"),
        ("india", "Asia/Kolkata"),
        ("France", "Europe/Paris"),
    ],
)
def test_a_zone_is_found_by_what_people_call_it(typed, zone):
    assert zone_of(typed, NOW, ENGLISH) == zone


def test_a_country_and_a_city_are_known_in_the_readers_language_too():
    assert zone_of("Österreich", NOW, words("de")) == "Europe/Vienna"
    assert zone_of("日本", NOW, words("ja")) == "Asia/Tokyo"
    assert zone_of("KIBRIS", NOW, words("tr")) == zone_of("Kıbrıs", NOW, words("tr"))  # noqa: RUF001
    assert zone_of("austria", NOW, words("de")) == "Europe/Vienna"
    assert zone_of("Roma", NOW, words("it")) == "Europe/Rome"
    assert zone_of("Москва", NOW, words("ru")) == "Europe/Moscow"
    assert zone_of("東京", NOW, words("ja")) == "Asia/Tokyo"
    assert zone_of("kolkata", NOW, words("en-US")) == "Asia/Kolkata"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("Istanbul", "Europe/Istanbul"),
        ("Louisville", "America/Kentucky/Louisville"),
        ("Germany", "Europe/Berlin"),
        ("Eastern", "America/New_York"),
    ],
)
def test_of_zones_whose_clocks_go_alike_it_does_not_matter_which(typed, expected):
    zones = ZoneInfo(zone_of(typed, NOW, ENGLISH)), ZoneInfo(expected)
    for moment in (NOW.replace(month=month) for month in range(1, 13)):
        one, other = (moment.astimezone(zone).utcoffset() for zone in zones)
        assert one == other


@pytest.mark.deep
def test_every_zone_is_found_by_its_own_name():
    for zone in sorted(available_timezones() - {"localtime", "Factory"}):
        if zone.startswith("Etc/"):  # Etc/GMT+1 is an hour behind Greenwich
            with pytest.raises(NoSuchZone):
                zone_of(zone, NOW, ENGLISH)
        else:
            found = ZoneInfo(zone_of(zone, NOW, ENGLISH))
            assert NOW.astimezone(found).utcoffset() == NOW.astimezone(ZoneInfo(zone)).utcoffset()


def test_time_zones_are_there_in_a_container_that_has_none():
    try:
        reset_tzpath(to=())
        assert {"Europe/Berlin", "Asia/Kolkata"} <= available_timezones()
        assert NOW.astimezone(ZoneInfo.no_cache("Asia/Kolkata")).hour == 17
    finally:
        reset_tzpath()


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "a",
        "//",
        "UTC+2",
        "gmt+1",
        "GMT-5",
        "+2",
        "-3",
        "Atlantis",
        "../passwd",
        "x" * 5000,
    ],
)
def test_what_is_no_place_is_refused_with_an_example_and_quoted_in_short(typed):
    with pytest.raises(NoSuchZone) as refused:
        zone_of(typed, NOW, ENGLISH)
    assert "like Berlin" in ENGLISH.refusal(refused.value)
    assert len(ENGLISH.refusal(refused.value)) < 300


def test_of_several_places_some_are_named():
    two = "“lon” could be Arctic/Longyearbyen or Europe/London. Which one is it?"
    for typed, named in (("lon", two), ("asia", "others")):
        with pytest.raises(ManyZones) as refused:
            zone_of(typed, NOW, ENGLISH)
        assert named in ENGLISH.refusal(refused.value)
        assert len(ENGLISH.refusal(refused.value)) < 200


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        *(("0", 0), ("7", 420), ("07:05", 425), ("22", 1320), ("22:30", 1350), ("22.30", 1350)),
        *(("7h", 420), ("7h30", 450), (" 23:59 ", 1439), ("10pm", 1320), ("10 PM", 1320)),
        *(("10:30\u202fp.m.", 1350), ("12 am", 0), ("12pm", 720), ("1 a.m.", 60)),
    ],
)
def test_a_time_is_read_as_people_write_it(typed, minutes):
    assert minutes_of(typed) == minutes


@pytest.mark.parametrize(
    "typed", ["", "24", "25", "22:60", "13 pm", "0 am", "-1", "7:5", "noon", "٣", "1e3", "22 7"]
)
def test_what_is_no_time_is_refused(typed):
    with pytest.raises(NotATime):
        minutes_of(typed)


def test_a_time_is_told_as_people_there_write_it():
    assert formatted_time(22 * 60, words("en-US")) == "10:00\u202fPM"
    assert formatted_time(22 * 60, words("en-GB")) == "22:00"
    assert formatted_time(7 * 60, words("de")) == "07:00"
