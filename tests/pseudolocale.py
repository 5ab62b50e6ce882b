"""A pseudolocale: a language in which every letter looks foreign.

Whatever is still in plain letters in it was never marked for translation.
"""

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.engine.seating import COMPUTER_NAMES
from bot.present import catalogues, i18n
from bot.present.catalogues import Catalogue

LOCALE = "el"
"""A locale whose own names and formats have no Latin letters either."""
_WIDE = {code: code + 0xFEE0 for code in range(33, 127) if chr(code).isalpha()}


def pseudolocalized(text: str) -> str:
    """Return a text with wide letters; placeholders stay as they are."""
    return re.sub(r"[^{}]+(?![^{]*})", lambda found: found[0].translate(_WIDE), text)


class PseudoCatalogue(Catalogue):
    """Has a translation of everything."""

    def __init__(self) -> None:
        super().__init__(LOCALE, gettext.NullTranslations())

    def text(self, english: str, context: str | None = None) -> str:
        """Return the text with wide letters."""
        del context
        return pseudolocalized(english)

    def plural(self, one: str, many: str, number: int) -> str:
        """Return the form that fits, with wide letters."""
        return pseudolocalized(one if number == 1 else many)


@contextmanager
def installed() -> Iterator[None]:
    """Let the bot speak the pseudolocale to whoever chooses its :data:`LOCALE`."""
    real = catalogues.catalogue
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogues, "LANGUAGES", (*catalogues.LANGUAGES, LOCALE))
        patch.setattr(
            i18n, "catalogue", lambda name: PseudoCatalogue() if name == LOCALE else real(name)
        )
        _forget_words()
        yield
    _forget_words()


def _forget_words() -> None:
    for cached in (catalogues.language_for, i18n.words):
        cached.cache_clear()


_NOT_TRANSLATED = re.compile(
    r"<[^>]*>|`[^`]*`|https?://\S+|salt-\d+"
    rf"|\b(?:{'|'.join(COMPUTER_NAMES)})\b"  # computers
    r"|\b(?:ana|bruno|chen|dana|eva)\b"  # people
    r"|\b[NSEW]\d+\b|\b[A-Z]\d+\b"  # places
    r"|Asia/Tokyo|tennis|nowhere|"  # typed
    + "|".join(re.escape(catalogues.autonym(each)) for each in catalogues.LANGUAGES)
)


def untranslated(text: str) -> list[str]:
    """Return the words of a text that should be in the pseudolocale and are not."""
    return re.findall(r"[A-Za-z]{2,}", _NOT_TRANSLATED.sub(" ", text))
