"""The message catalogue: every sentence that a player reads goes through here.

The English sentence is the key; :mod:`bot.present.catalogues` has the translations.
"""

import gettext
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Literal

from babel import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from bot.engine.errors import Refusal
from bot.engine.translatable import N_, Translatable
from bot.present.catalogues import (
    ENGLISH as DEFAULT,
    LANGUAGES,
    Catalogue,
    autonym,
    catalogue,
    formatting_locale,
    language_for,
)

_GROUPED_LATE = {"es", "es_ES", "it", "it_IT", "pl", "pl_PL"}
"""Locales that group digits only in numbers of five digits and more, as CLDR says."""
_WITHOUT_SPACES = {"ja"}
"""Languages with no space between sentences."""
_SPANISH_VARIANTS = (
    ("y", "e", re.compile(r"[^\w<]*h?(?:í|i(?![aeou]))", re.IGNORECASE)),
    ("o", "u", re.compile(r"[^\w<]*(?:h?[oó]|8|11(?!\d))", re.IGNORECASE)),
)
"""The last conjunction of a Spanish list, and what it is before an item that sounds alike.

Mentions, which begin with ``<``, don't tell how they sound.
"""
_UNITS = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))


def moment(at: datetime, style: str) -> str:
    """Return a timestamp that Discord shows to each reader in their own time zone.

    ``style`` is ``R`` for a countdown, ``d`` for the date, ``f`` for the date and the time of day,
    ``t`` for the time of day.
    """
    return f"<t:{round(at.timestamp())}:{style}>"


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Translates and formats for one language."""

    locale: Locale
    _catalogue: Catalogue

    def __call__(self, sentence: str, /, **places: object) -> str:
        """Translate a sentence and fill in its placeholders, translating those that are marked."""
        return self._catalogue.text(sentence).format_map(self._translated(places))

    def count(self, one: str, many: str, number: float, /, **places: object) -> str:
        """Translate the plural form that fits ``number``, which also fills ``{n}``.

        A fraction takes the form of 1 where the language counts it as singular, else that of 2.
        """
        rule = self.locale.plural_form
        whole = int(number) if number == int(number) else 1 if rule(number) == rule(1) else 2
        places = {"n": self.number(number), **self._translated(places)}
        return self._catalogue.plural(one, many, whole).format_map(places)

    def in_context(self, context: str, text: str) -> str:
        """Translate a text marked with :func:`~bot.engine.translatable.NC_`."""
        return self._catalogue.text(text, context)

    def _translated(self, places: dict[str, object]) -> dict[str, object]:
        return {
            key: self._catalogue.text(each) if isinstance(each, Translatable) else each
            for key, each in places.items()
        }

    def in_a_row(self, sentences: Iterable[str]) -> str:
        """Put sentences after one another, without those that are empty."""
        space = "" if self.locale.language in _WITHOUT_SPACES else " "
        return space.join(filter(None, sentences))

    def labelled(self, label: str, value: str) -> str:
        """Put a label before a value: “Pace: one day per move”."""
        return self(N_("{name}: {value}"), name=label, value=value)

    def labelled_in_bold(self, label: str, value: str) -> str:
        return self.labelled(f"**{label}**", value)

    def refusal(self, refusal: Refusal) -> str:
        return self(refusal.sentence, **refusal.places)

    def listed(self, items: Iterable[str]) -> str:
        """Format a list: “a, b and c”."""
        return self._joined(list(items), "standard")

    def either(self, items: Iterable[str]) -> str:
        """Format alternatives: “a, b or c”."""
        return self._joined(list(items), "or")

    def _joined(self, items: list[str], style: Literal["standard", "or"]) -> str:
        """Format a list as CLDR does, and in Spanish “Ana e Inés”, “7 u 8” as well."""
        text = format_list(items, style=style, locale=self.locale)
        if self.locale.language == "es" and len(items) > 1:
            for usual, variant, sounds_alike in _SPANISH_VARIANTS:
                end = f" {usual} {items[-1]}"
                if sounds_alike.match(items[-1]) and text.endswith(end):
                    return f"{text.removesuffix(end)} {variant} {items[-1]}"
        return text

    def ranging(self, low: int, high: int) -> str:
        """Format a range of whole numbers: “2–4”."""
        return self(N_("{low}–{high}"), low=low, high=high)

    def number(self, value: float) -> str:
        """Format a number with at most one decimal: “1,234”, “7.5”."""
        grouped = abs(value) >= 10_000 or str(self.locale) not in _GROUPED_LATE
        return format_decimal(value, "#,##0.#" if grouped else "0.#", self.locale)

    def percent(self, share: float) -> str:
        """Format a share from 0 to 1 as a whole percentage: “71%”."""
        return format_percent(share, locale=self.locale)

    def signed(self, change: float) -> str:
        """Format a change, always with its sign: “+1,234”, “−12”, “±0”."""
        return f"{'+' if change > 0 else '−' if change else '±'}{self.number(abs(change))}"

    def date(self, at: datetime, skeleton: str) -> str:
        """Format a calendar date in UTC, with the parts that the Unicode ``skeleton`` names.

        ``yMMMM`` gives “November 2026”, ``Md`` gives “11/20”.
        """
        return format_skeleton(skeleton, at.astimezone(UTC), locale=self.locale)

    def lasting(self, seconds: int) -> str:
        """Format a duration in its two largest units: “3 min, 12 sec”."""
        largest = next((at for at, (_, size) in enumerate(_UNITS) if seconds >= size), -1)
        units: list[str] = []
        for name, size in _UNITS[largest:][:2]:
            number, seconds = divmod(seconds, size)
            if number or not units:
                units.append(self._unit(number, name))
        try:
            return format_list(units, style="unit-short", locale=self.locale)
        except KeyError:  # Babel knows only a part of how Spanish lists units
            return self.listed(units)

    def _unit(self, number: int, name: str) -> str:
        """Format a duration in one unit.

        Babel lacks the form for one where it is the same as for others, as in “1 h”.
        """
        forms = self.locale._data["unit_patterns"][f"duration-{name}"]["short"]  # noqa: SLF001
        form: str = forms.get(self.locale.plural_form(number)) or forms["other"]
        return form.format(self.number(number))


@lru_cache(maxsize=256)
def words(locale: str | None) -> Words:
    """Return the words for a Discord locale such as ``pt-BR``; English if there are none."""
    language = language_for(locale or DEFAULT)
    found = None if language == DEFAULT else catalogue(language)
    if found is None:
        language, found = DEFAULT, Catalogue(DEFAULT, gettext.NullTranslations())
    return Words(formatting_locale(locale or DEFAULT, language), found)


def load_languages() -> None:
    """Load Babel's data for every language, so that no answer has to wait for it."""
    for language in LANGUAGES:
        words(language).locale.plural_form(1)
        autonym(language)


ENGLISH = words(None)
