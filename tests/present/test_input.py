from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from itertools import chain
from zoneinfo import ZoneInfo, available_timezones, reset_tzpath

import pytest

from bot.engine.game_info import Preset
from bot.games import game
from bot.games.draw import DRAW
from bot.games.names import NAMED, with_presets
from bot.present.i18n import ENGLISH, words
from bot.present.input.folding import folded
from bot.present.input.game_input import games_named, matching, similar
from bot.present.input.move_input import (
    MAX_CHOICE,
    MAX_CHOICES,
    MAX_NAMED,
    code_of,
    listed_moves,
    meant,
    suggestions,
    typed_example,
    unknown_bone,
)
from bot.present.input.time_of_day import NotATime, formatted_time, minutes_of
from bot.present.input.timezones import ManyZones, NoSuchZone, zone_of
from bot.present.text.at_home import at_home_first, games_to_choose
from tests.games.positions import bones, line, position
from tests.present.sights import ALL, seen, table_info


def ids(found):
    return [info.key for info in found]


@pytest.mark.parametrize(
    ("typed", "game_id"),
    [
        *(("muggins", "muggins"), ("5s", "all-fives"), ("Fives", "all-fives")),
        *(("Gaple", "gaple"), ("Five-Up", "muggins"), ("Домино Классика", "klassika")),
        *(("Concentration", "memory"), ("pairs", "memory"), ("PATIENCE", "solitaire")),
        *(("Sebastopol", "star"), ("blind hughie", "blind"), ("doubles", "maltese-cross")),
        *(("all fives", "all-fives"), ("double-double", "double-double"), ("squares", "squares")),
    ],
)
def test_a_game_has_many_names(typed, game_id):
    assert ids(games_named(NAMED, typed, ENGLISH)) == [game_id]
    assert game_id in ids(matching(NAMED, typed[:4], ENGLISH))


@pytest.mark.parametrize("found", [matching, similar])
@pytest.mark.parametrize(
    ("typed", "first"), [("double", "double-double"), ("memo", "memory"), ("bli", "blind")]
)
def test_words_of_names_come_before_other_names(found, typed, first):
    assert ids(found(NAMED, typed, ENGLISH))[0] == first


def test_few_names_mean_two_games():
    """One of all names: whoever types it is asked which game they mean."""
    names = [{folded(each) for each in (info.key, info.name, *info.aliases)} for info in NAMED]
    several = [name for name, count in Counter(chain(*names)).items() if count > 1]
    assert {*several} == {folded("Plain Arabic dominoes"), folded("دومينو عادة")}
    found = games_named(NAMED, "دومينو عادة", ENGLISH)
    assert ids(found) == ["arabic-block", "arabic-draw"]


def test_what_a_game_is_called_comes_before_what_else_another_is_called():
    """An id is one game's, whatever others are called."""
    one, other = (game(each).info for each in ("block", "draw"))
    other = replace(other, aliases=(one.id, one.name, "both"))
    for typed, found in (("block", [one]), ("BLOCK", [one]), ("draw", [other])):
        assert [*games_named([other, one], typed, ENGLISH)] == found
    both = replace(one, aliases=("both",))
    assert games_named([other, both], "Both", ENGLISH) == (other, both)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("blok", "block"),
        ("mugins", "muggins"),
        ("gapple", "gaple"),
        ("solitare", "solitaire"),
        ("memori", "memory"),
    ],
)
def test_a_misspelt_name_is_recognised(typed, first):
    assert games_named(NAMED, typed, ENGLISH) == ()
    assert ids(similar(NAMED, typed, ENGLISH))[0] == first


@pytest.mark.parametrize("typed", ["", "tennis", "x" * 3000])
def test_what_resembles_no_name_is_not_guessed(typed):
    assert similar(NAMED, typed, ENGLISH) == ()


def test_names_can_be_typed_in_ones_own_language():
    german = words("de")
    info = game("memory").info
    assert games_named(NAMED, german(info.name), german) == (info,)
    assert games_named(NAMED, "concentration", german) == (info,)


WHO = table_info()
HAND = seen(bones("6-4 5-5 2-1"), line("6-5 5-4@r"))
"""6-4 fits at both ends, which show 6 and 4; nothing else fits."""
LEAD = seen(bones("6-4 5-5 2-1"))
ONE_SIDE = seen(bones("6-4 2-1"), line("6-6"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *((text, "6-4@l") for text in ("6-4@l", "4-6@l", "6-4 → 6", "4-6 6")),
        *((text, "6-4@r") for text in (" 6-4@R ", "6-4→4", "6 - 4 @ r", "6\u20114@r", "64@r")),
        ("4 6 @r", "6-4@r"),
    ],
)
def test_a_move_in_many_spellings(text, code):
    assert code_of(text, HAND, ENGLISH) == code


@pytest.mark.parametrize(
    "text", ["6-4", "4-6", "5-5", "", "6-4 5", "6-4 l", "6-4@x", "@l", "6", "pass"]
)
def test_what_spells_no_single_move_stays_as_it_was_typed(text):
    assert code_of(f" {text} ", HAND, ENGLISH) == text


@pytest.mark.parametrize("text", ["6-4", "4-6", "64", "4 6"])
def test_where_it_fits_may_be_left_out_when_there_is_one_place_only(text):
    assert code_of(text, LEAD, ENGLISH) == "6-4"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *((text, "12-1") for text in ("12-1", "1-12", "1 - 12", "121", "1\u201112")),
        *((text, "11-2") for text in ("11-2", "2-11", "211")),
        *((text, "12-9") for text in ("12-9", "9-12", "129", "12 9", "9 12")),
    ],
)
def test_halves_of_two_digits_are_told_apart(text, code):
    hand = seen(bones("12-1 11-2 12-9"))
    assert code_of(text, hand, ENGLISH) == code
    assert [move.code for move in meant("112", hand, ENGLISH)] == ["12-1", "11-2"]


def test_at_a_double_both_ends_are_places():
    """Both show the same number, and still are not the same place."""
    assert code_of("6-4", ONE_SIDE, ENGLISH) == "6-4"
    assert code_of("4-6 f", ONE_SIDE, ENGLISH) == "6-4@r"
    assert {code for _, code in suggestions("6-4", ONE_SIDE, WHO, ENGLISH)} == {"6-4@l", "6-4@r"}


def test_who_is_not_to_move_can_spell_nothing():
    waiting = seen(bones("6-4"), line("6-5"), to_act=(1,))
    assert code_of("6-4", waiting, ENGLISH) == "6-4"
    assert suggestions("", waiting, WHO, ENGLISH) == []


def test_suggestions_go_with_what_was_typed():
    assert {code for _, code in suggestions("", HAND, WHO, ENGLISH)} == {"6-4@l", "6-4@r"}
    assert suggestions("→ 4", HAND, WHO, ENGLISH) == [("6-4 → 4", "6-4@r")]
    assert {code for _, code in suggestions("4-6", HAND, WHO, ENGLISH)} == {"6-4@l", "6-4@r"}
    assert suggestions("5-5", HAND, WHO, ENGLISH) == []
    assert suggestions("zzz" * 500, HAND, WHO, ENGLISH) == []


def test_suggestions_stay_within_discords_limits():
    offered = suggestions("", seen(ALL, line("6-6")), WHO, ENGLISH)
    assert len(suggestions("", seen(ALL), WHO, ENGLISH)) == MAX_CHOICES
    assert all(1 <= len(label) <= MAX_CHOICE and code for label, code in offered)
    assert len({code for _, code in offered}) == len(offered)


def test_a_refusal_names_moves_as_the_hand_does():
    assert listed_moves(HAND.legal, HAND, WHO, ENGLISH) == "6-4 → 6 or 6-4 → 4"
    named = listed_moves(seen(ALL).legal, seen(ALL), WHO, ENGLISH)
    assert named.endswith(f"or {len(ALL) - MAX_NAMED} more moves")
    assert named.count("-") == MAX_NAMED


def test_an_example_spells_one_move():
    for each in (HAND, ONE_SIDE, seen(ALL, line("6-6"))):
        assert meant(typed_example(each, ENGLISH), each, ENGLISH) == (each.legal[0],)


def test_a_text_without_the_end_means_the_bone_at_each_end_it_fits():
    assert [move.code for move in meant("46", HAND, ENGLISH)] == ["6-4@l", "6-4@r"]


@pytest.mark.parametrize(
    ("text", "unknown"),
    [("3-9", "3-9"), ("83 f", "8-3"), ("6-6", ""), ("31", ""), ("190", ""), ("11-2", "11-2")],
)
def test_a_bone_that_the_set_lacks_is_told(text, unknown):
    assert unknown_bone(text, DRAW.observe(position(DRAW, "6-4", "1-0", on="6-5"), 0)) == unknown


NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        *((name, "Europe/Berlin") for name in ("Europe/Berlin", " europe / BERLIN ", "berlin")),
        ("Europe Berlin", "Europe/Berlin"),
        *((name, "America/New_York") for name in ("New York", "new_york", "newyork", "york")),
        *(("são paulo", "America/Sao_Paulo"), ("port au prince", "America/Port-au-Prince")),
        *(("Athen", "Europe/Athens"), ("utc", "UTC"), ("GMT", "GMT"), ("india", "Asia/Kolkata")),
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
        *[" ", "a", "//", "UTC+2", "gmt+1", "GMT-5", "+2", "-3", "Atlantis", "../passwd"],
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


@pytest.mark.parametrize(
    ("home", "readers", "others"),
    [
        (("es-419",), ["es-419"], ["es-ES", "pt-BR", "en-US"]),
        (("es",), ["es-419", "es-ES"], ["fr"]),
        (("pt-BR", "en-GB"), ["pt-BR", "en-GB"], ["en-US", "de"]),
        (("ja",), ["ja"], ["zh-CN", None]),
    ],
)
def test_a_game_is_first_for_readers_where_it_is_at_home(home, readers, others):
    star = game("star").info
    here = replace(star, at_home=home)
    abroad = replace(star, presets=(Preset("abroad", "Abroad", at_home=home),))
    for reader in readers:
        assert at_home_first([star, here], words(reader)) == (here, star)
        assert [each.key for each in games_to_choose(with_presets(abroad), words(reader))] == [
            "abroad"
        ]
    for reader in others:
        assert at_home_first([star, here], words(reader)) == (star, here)
        assert [each.key for each in games_to_choose(with_presets(abroad), words(reader))] == [
            "star"
        ]
