"""The message catalogues: the languages of the bot, and translations that are safe to show.

Each language's translations are in ``bot/locale``, in gettext's format; ``make messages`` keeps
them up to date. A text whose translation is missing or has lost a placeholder is shown in English,
and so is everything in a language without a catalogue.
"""

import gettext
import logging
import struct
from functools import cache, lru_cache
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError

log = logging.getLogger(__name__)

LOCALE_DIR = Path(__file__).parent.parent / "locale"
DOMAIN = "boneyard"
ENGLISH = "en-US"
LANGUAGES = (ENGLISH, "de", "es-419", "es-ES", "fr", "it", "pl", "pt-BR", "tr", "ru", "ja")
"""The languages that the bot speaks, as Discord names them, in the order of the menus.

Other varieties of a language get the first one listed: Mexicans read ``es-419``.
"""

_NUMBER = frozenset({"n"})
"""What a plural form may leave out, because it can be for one number only."""


class Catalogue:
    """The translations into one language, each checked against its English text when first used."""

    def __init__(self, name: str, translations: gettext.NullTranslations) -> None:
        self._name = name
        self._translations = translations
        self._texts: dict[tuple[str, str | None], str] = {}
        """What to show for each text and context that has been asked for."""
        self._forms: dict[tuple[str, str], str] = {}
        """What to show for a plural form, by the English plural and its translation; empty if the
        translation can't be used."""

    def text(self, english: str, context: str | None = None) -> str:
        """Return the translation of a text; English if there is none that can be used."""
        key = english, context
        if key not in self._texts:
            if context is None:
                found = self._translations.gettext(english)
            else:
                found = self._translations.pgettext(context, english)
            self._texts[key] = found if self._fits(found, english) else english
        return self._texts[key]

    def plural(self, one: str, many: str, number: int) -> str:
        """Return the translation that fits a number; English if there is none that can be used."""
        english = one if number == 1 else many
        found = self._translations.ngettext(one, many, number)
        key = many, found
        if key not in self._forms:
            fits = found == english or self._fits(found, many, optional=_NUMBER)
            self._forms[key] = found if fits else ""
        return self._forms[key] or english

    def _fits(self, found: str, english: str, optional: frozenset[str] = frozenset()) -> bool:
        """Check a translation's placeholders, which may lack ``optional`` ones; log a bad one."""
        has, wanted = placeholders(found), placeholders(english)
        if has is not None and wanted is not None and has <= wanted and wanted - has <= optional:
            return True
        log.warning(
            "%s: the placeholders of “%s” are not those of “%s”", self._name, found, english
        )
        return False


def placeholders(text: str) -> frozenset[str] | None:
    """Return the names of a text's placeholders; ``None`` if its braces can't be read.

    A conversion or a format is part of the name, so a translation can't add one.
    """
    try:
        fields = [field for _, *field in Formatter().parse(text) if field[0] is not None]
    except ValueError:
        return None
    return frozenset("".join(part for part in field if part) for field in fields)


@cache
def catalogue(language: str) -> Catalogue | None:
    """Return the catalogue of one of :data:`LANGUAGES`; ``None`` if it is missing or broken."""
    try:
        found = gettext.translation(DOMAIN, LOCALE_DIR, [language.replace("-", "_")])
    except (OSError, ValueError, LookupError, struct.error) as error:  # missing or broken
        log.warning("no catalogue for %s, so it is shown in English: %s", language, error)
        return None
    return Catalogue(language, found)


@lru_cache(maxsize=256)
def language_for(locale: str) -> str:
    """Return the one of :data:`LANGUAGES` for a locale of Discord's; English for unknown ones."""
    if locale in LANGUAGES:
        return locale
    language = locale.partition("-")[0]
    found = next((each for each in LANGUAGES if each.partition("-")[0] == language), None)
    if found is None:
        log.info("no translations for the locale %.20r, so it is shown in English", locale)
    return found or ENGLISH


def autonym(language: str) -> str:
    """Return the name of a language in itself: “Deutsch”, “Español (España)”."""
    locale = Locale.parse(language, sep="-")
    name = locale.get_language_name() if language == ENGLISH else locale.get_display_name()
    return f"{name[:1].upper()}{name[1:]}" if name else language


def formatting_locale(locale: str, language: str) -> Locale:
    """Return how to write numbers and dates: as in the reader's own region, if known."""
    for each in (locale, language):
        try:
            found = Locale.parse(each, sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        if found.language == language.partition("-")[0]:
            return found
    return Locale("en")
