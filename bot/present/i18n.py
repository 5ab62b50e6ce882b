"""The message catalogue: every sentence that a player reads goes through here.

The English sentence is the key; the catalogues of other languages are in ``bot/locale``, in
gettext's format. ``make messages`` collects the sentences.
"""

import gettext
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.units import format_unit

from bot.engine.errors import Refusal

LOCALE_DIR = Path(__file__).parent.parent / "locale"
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
    _catalogue: gettext.NullTranslations

    def __call__(self, sentence: str, /, **places: object) -> str:
        """Translate a sentence and fill in its placeholders."""
        return self._catalogue.gettext(sentence).format_map(places)

    def count(self, one: str, many: str, number: int, /, **places: object) -> str:
        """Translate the plural form that fits ``number``, which also fills ``{n}``."""
        places = {"n": self.number(number), **places}
        return self._catalogue.ngettext(one, many, number).format_map(places)

    def refusal(self, refusal: Refusal) -> str:
        """Explain why something can't be done."""
        return self(refusal.sentence, **refusal.places)

    def listed(self, items: Iterable[str]) -> str:
        """Format a list: “a, b and c”."""
        return format_list(list(items), locale=self.locale)

    def either(self, items: Iterable[str]) -> str:
        """Format alternatives: “a, b or c”."""
        return format_list(list(items), style="or", locale=self.locale)

    def number(self, value: float) -> str:
        """Format a number with at most one decimal: “1,234”, “7.5”."""
        return format_decimal(value, "#,##0.#", self.locale)

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
                units.append(format_unit(number, f"duration-{name}", "short", locale=self.locale))
        return format_list(units, style="unit-short", locale=self.locale)


@cache
def words(locale: str | None) -> Words:
    """Return the words for a Discord locale such as ``pt-BR``; English if there are none."""
    try:
        known = Locale.parse(locale or "en", sep="-")
    except (ValueError, UnknownLocaleError):
        known = Locale("en")
    languages = [str(known), known.language]
    return Words(known, gettext.translation("boneyard", LOCALE_DIR, languages, fallback=True))


ENGLISH = words("en")
