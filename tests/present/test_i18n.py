"""Sentences: languages, plurals, refusals."""

import string

import pytest

from bot.discord_ui import errors as discord_errors
from bot.engine import errors as engine_errors
from bot.engine.errors import Refusal
from bot.present.i18n import ENGLISH, Words, words
from bot.service import errors as service_errors


@pytest.mark.parametrize(
    "locale", ["en-US", "de", "pt-BR", "zh-CN", "es-419", "xx", "", "??", None]
)
def test_every_locale_of_discord_and_any_nonsense_has_words(locale):
    say = words(locale)
    assert isinstance(say, Words)
    assert say("{who} leads", who="Ana")


def test_words_are_made_once_for_each_locale():
    assert words("en-US") is words("en-US")


def test_places_are_filled_and_braces_in_them_are_left_alone():
    assert ENGLISH("{who} leads", who="{bone} {0}") == "{bone} {0} leads"


@pytest.mark.parametrize(("number", "text"), [(0, "0 bones"), (1, "1 bone"), (2, "2 bones")])
def test_counts(number, text):
    assert ENGLISH.count("{n} bone", "{n} bones", number) == text


@pytest.mark.parametrize(
    ("items", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b, and c")],
)
def test_lists(items, text):
    assert ENGLISH.listed(items) == text


def refusals() -> list[type[Refusal]]:
    found: list[type[Refusal]] = []
    for module in (engine_errors, service_errors, discord_errors):
        found += [
            each
            for each in vars(module).values()
            if isinstance(each, type) and issubclass(each, Refusal)
        ]
    return found


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
