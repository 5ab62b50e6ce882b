import gettext
import re
import string
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from bot.discord_ui import errors as discord_errors
from bot.engine import errors as engine_errors
from bot.engine.errors import Refusal
from bot.games import CATALOGUE, game
from bot.model import errors as service_errors
from bot.present import catalogues
from bot.present.catalogues import Catalogue
from bot.present.i18n import ENGLISH, Words, words
from bot.present.screens.match.table import title
from bot.present.text.unbroken import LONGEST, heading, unbroken
from tests.games.cases import cases
from tests.present.sights import table_info


class Given(gettext.NullTranslations):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def gettext(self, message: str) -> str:
        return self.text

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.text


@pytest.mark.parametrize(
    "text",
    ["{wer} fängt an", "fängt an", "{who!r}", "{who.id}", "{who", "}", "{who} {0}", "{}", ""],
)
def test_a_translation_that_does_not_fit_is_shown_in_english_each_time(text, caplog):
    say = Words(Locale("de"), Catalogue("de", Given(text)))
    for _ in range(2):
        assert say("{who} leads", who="Ana") == "Ana leads"
    assert [each.levelname for each in caplog.records] == ["WARNING"]
    assert "{who} leads" in caplog.text


@pytest.mark.parametrize(
    ("text", "shown"), [("ein Stein", "ein Stein"), ("{n} Steine", "3 Steine"), ("{x}", "3 bones")]
)
def test_only_a_plural_form_may_leave_out_its_number_and_nothing_else(text, shown):
    say = Words(Locale("de"), Catalogue("de", Given(text)))
    assert say.count("{n} bone", "{n} bones", 3) == shown
    assert "3" in say("Move {n}", n=3)


@pytest.fixture
def locale_dir(tmp_path, monkeypatch) -> Iterator[Path]:
    monkeypatch.setattr(catalogues, "LOCALE_DIR", tmp_path)
    caches = catalogues.catalogue, words
    for each in caches:
        each.cache_clear()
    yield tmp_path
    for each in caches:
        each.cache_clear()


def compiled(locale_dir: Path, folder: str) -> Path:
    path = locale_dir / folder / "LC_MESSAGES" / "boneyard.mo"
    path.parent.mkdir(parents=True)
    return path


@pytest.mark.parametrize("content", [None, b"", b"garbage", b"\xde\x12\x04\x95" + b"\xff" * 24])
def test_without_a_catalogue_that_can_be_read_there_is_english(content, locale_dir, caplog):
    if content is not None:
        compiled(locale_dir, "fr").write_bytes(content)
    say = words("fr")
    assert say.count("{n} bone", "{n} bones", 1234) == "1,234 bones"
    assert [each.levelname for each in caplog.records] == ["WARNING"]


@pytest.mark.parametrize(
    ("language", "folder"),
    [("zh-TW", "zh_TW"), ("zh-CN", "zh_CN"), ("sv-SE", "sv_SE"), ("no", "no"), ("es-ES", "es")],
)
def test_a_catalogue_is_found_by_discords_name_of_the_language(language, folder, locale_dir):
    """Babel calls zh-TW “zh_Hant_TW”, which no folder is named after."""
    translated = Catalog(locale=folder)
    translated.add("Join", "!")
    with compiled(locale_dir, folder).open("wb") as file:
        write_mo(file, translated)
    found = catalogues.catalogue(language)
    assert found is not None
    assert found.text("Join") == "!"


@pytest.mark.parametrize(
    ("locale", "language", "formats"),
    [
        *(("en-GB", "en-US", "en_GB"), ("es-ES", "es-ES", "es_ES"), ("es-MX", "es-419", "es_MX")),
        *(("pt-BR", "pt-BR", "pt_BR"), ("ja", "ja", "ja"), ("sv-SE", "en-US", "en_US")),
        ("zh-TW", "en-US", "en_US"),
    ],
)
def test_the_language_and_the_formats_of_a_locale(locale, language, formats):
    assert catalogues.language_for(locale) == language
    assert str(catalogues.formatting_locale(locale, language)) == formats


@pytest.mark.parametrize(
    ("locale", "small", "large"),
    [
        *(("en-US", "1,234.5", "12,345"), ("de", "1.234,5", "12.345")),
        *(("es-ES", "1234,5", "12.345"), ("es-419", "1,234.5", "12,345")),
        *(("pl", "1234,5", "12\xa0345"), ("fr", "1\u202f234,5", "12\u202f345")),
    ],
)
def test_numbers_are_grouped_as_people_there_write_them(locale, small, large):
    assert [words(locale).number(each) for each in (1234.5, 12345)] == [small, large]


def test_sentences_have_no_space_between_them_where_people_write_none():
    assert words("fr").in_a_row(["Un.", "", "Deux."]) == "Un. Deux."
    assert words("ja").in_a_row(["一。", "二。"]) == "一。二。"


def test_what_is_marked_is_translated_inside_another_sentence():
    say = words("de")
    refusal = engine_errors.WrongSeats(game=game("draw").info.name, allowed="2", seats=1)
    assert say(game("draw").info.name) in say.refusal(refusal)
    assert "Draw" in str(refusal)


@pytest.mark.parametrize(("number", "one"), [(1, True), (2, False), (1.5, True), (0.5, True)])
def test_fractions_take_the_form_that_the_language_counts_them_by(number, one):
    """French counts less than two as one."""
    singular, plural = (words("fr").count("{n} win", "{n} wins", each) for each in (1, 2))
    text = words("fr").count("{n} win", "{n} wins", number)
    assert text.split()[-1] == (singular if one else plural).split()[-1]


@pytest.mark.parametrize(
    ("locale", "seconds", "text"),
    [
        *(("en-US", 0, "0 sec"), ("en-US", 59, "59 sec"), ("en-US", 60, "1 min")),
        *(("en-US", 192, "3 min, 12 sec"), ("en-US", 3600, "1 hr"), ("en-US", 259_203, "3 days")),
        *(("en-US", 3725, "1 hr, 2 min"), ("es-ES", 3725, "1 h y 2 min")),
        *(("es-419", 3725, "1 h y 2 min"), ("es-MX", 3725, "1 h y 2 min")),
        *(("pt-BR", 3725, "1 h e 2 min"), ("pl", 3725, "1 godz. i 2 min")),
        ("ja", 3725, "1 時間 2 分"),
    ],
)
def test_a_duration_in_its_two_largest_units(locale, seconds, text):
    assert words(locale).lasting(seconds) == text


@pytest.mark.parametrize("locale", list(discord.Locale))
def test_every_locale_of_discord_has_formats(locale):
    """Babel lacks some of them, and only fails when one is used."""
    say, now = words(str(locale)), datetime(2026, 11, 20, 13, tzinfo=UTC)
    for seconds in (0, 1, 2, 5, 61, 150, 3605, 86_400, 93_600):
        assert re.search(r"[0-9]", say.lasting(seconds))
    for skeleton in ("yMMMM", "MMMd", "Md"):
        assert re.search(r"[0-9]", say.date(now, skeleton))
    assert "71" in say.percent(0.71)
    assert "Ana" in say("{who} leads", who="Ana")
    assert all(each in say.either(["A", "B", "C"]) for each in "ABC")


@pytest.mark.parametrize("locale", ["xx", "", "??", None])
def test_any_nonsense_has_words_and_braces_in_places_are_left_alone(locale):
    assert words(locale)("{who} leads", who="{bone} {0}") == "{bone} {0} leads"


def test_counts_and_lists():
    counts = [ENGLISH.count("{n} bone", "{n} bones", number) for number in range(3)]
    assert counts == ["0 bones", "1 bone", "2 bones"]
    lists = [ENGLISH.listed("abc"[:length]) for length in range(4)]
    assert lists == ["", "a", "a and b", "a, b, and c"]


@pytest.mark.parametrize("locale", ["es-ES", "es-419"])
@pytest.mark.parametrize(
    ("last", "both", "one"),
    [
        ("Inés", "Ana e Inés", "Ana o Inés"),
        ("**Hilario**", "Ana e **Hilario**", "Ana o **Hilario**"),
        *(("Hielo", "Ana y Hielo", "Ana o Hielo"), ("Íñigo", "Ana e Íñigo", "Ana o Íñigo")),
        *(("Óscar", "Ana y Óscar", "Ana u Óscar"), ("8", "Ana y 8", "Ana u 8")),
        *(("110", "Ana y 110", "Ana o 110"), ("<@8>", "Ana y <@8>", "Ana o <@8>")),
    ],
)
def test_spanish_lists_sound_right(locale, last, both, one):
    say = words(locale)
    assert say.listed(["Ana", last]) == both
    assert say.either(["Ana", last]) == one
    assert say.listed([last]) == last


def test_ranges_are_written_as_in_the_language():
    told = [words(locale).ranging(2, 4) for locale in ("en-US", "ja")]
    assert told == ["2–4", "2\N{FULLWIDTH TILDE}4"]


def refusals() -> list[type[Refusal]]:
    modules = (engine_errors, service_errors, discord_errors)
    named = (each for module in modules for each in vars(module).values())
    return [each for each in named if isinstance(each, type) and issubclass(each, Refusal)]


@pytest.mark.parametrize("refusal", refusals(), ids=lambda each: each.__name__)
def test_a_refusal_is_a_sentence(refusal):
    """It ends like one, and its places are names that a translator can keep."""
    sentence = refusal.sentence
    assert sentence[-1] in ".?!"
    assert sentence[0].isupper() or sentence[0] in "“{"
    for _, place, spec, conversion in string.Formatter().parse(sentence):
        assert place is None or place.isidentifier()
        assert not spec
        assert not conversion


def test_a_refusal_reads_the_same_here_and_in_a_log():
    refusal = engine_errors.IllegalMove(code="9-9", legal="6-4@l, 6-4@r")
    assert ENGLISH.refusal(refusal) == str(refusal)
    assert str(refusal) == "“9-9” isn't a legal move now. Legal: 6-4@l, 6-4@r."


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_the_heading_of_every_table_fits_one_line(rules):
    case = next(cases(rules))
    who = table_info(*range(1001, 1001 + case.seats), game_id=rules.info.id)
    for ply in case.match().plies:
        first, *rest = title(who, rules.observe(ply.state, None), ENGLISH).split("\n")
        assert first.startswith(f"### {rules.info.name}")
        assert len(first.removeprefix("### ")) <= LONGEST
        assert all(each.startswith("-# round ") for each in rest)


def test_the_rest_of_a_long_heading_is_a_small_line():
    assert heading("The Star · round 12 · to 100") == "### The Star · round 12 · to 100"
    long = "Maltese Cross · round 1 · out at 100"
    assert heading(long) == "### Maltese Cross\n-# round 1 · out at 100"
    assert heading("x" * 40) == f"### {'x' * 40}"
    assert "\n-# " in heading("クラシックドミノ · ラウンド12 · 100点まで")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("You played **6-4** on the 2", "You played **6\u20114** on the 2"),
        ("E 4-4, FF 3-3", "E\xa04\u20114, FF\xa03\u20113"),
        ("Ends: E 6, F 8 + 1 = 9.", "Ends: E\xa06, F\xa08\xa0+\xa01\xa0=\xa09."),
        ("6-4 → E · +15", "6\u20114\xa0→\xa0E\xa0· +15"),
        ("**4 · 0 2/4 3** → H", "**4\xa0· 0\xa02/4\xa03** → H".replace("· ", "·\xa0")),
        ("12 + 10 + 11 + 9 + 6 = 48", "12 +\xa010 +\xa011 +\xa09 +\xa06 =\xa048"),
        ("6-4 5-5, 2-0.", "6\u20114 5\u20115, 2\u20110."),
        ("12-9 12-12, 10-0.", "12\u20119 12\u201112, 10\u20110."),
        ("Ana · 7 bones · 0", "Ana\xa0· 7 bones\xa0· 0"),
        ("Block · 2–4 players", "Block\xa0· 2\u2060–\u20604 players"),
        ("Player A played ★4/6 5.", "Player A played ★4/6\xa05."),
        ("0 0/2 6 and 1 1/5 5", "0\xa00/2\xa06 and 1\xa01/5\xa05"),
        ("★-1-2-3 and ⊘-3-5-6", "★\u20111\u20112\u20113 and ⊘\u20113\u20115\u20116"),
    ],
)
def test_pieces_and_ranges_and_sums_are_not_broken_and_no_line_begins_with_a_dot(text, shown):
    assert unbroken(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        *("`6-4@l`", "[Block](https://discord.com/channels/1-2/3-4)", "https://example.org/6-4"),
        *("2026-11-22", "a double-six set", "12-34", "to 100, in 7 days", "7 – 8", "`A · B 2–4`"),
    ],
)
def test_codes_links_and_other_words_stay_as_they_are(text):
    assert unbroken(text) == text
