"""A language in which every letter looks foreign, so that text which nobody marked stands out."""

import gettext
import re
from collections.abc import Iterator
from contextlib import contextmanager
from string import Formatter

import pytest

from bot.present import catalogues, i18n
from bot.present.catalogues import Catalogue

LOCALE = "el"
"""A locale whose own names and formats have no Latin letters either."""
_WIDE = {
    ord(letter): ord(letter) + 0xFEE0 for letter in map(chr, range(33, 127)) if letter.isalpha()
}


def foreign(text: str) -> str:
    """Return a text with wide letters; placeholders and code stay as they are."""
    told = []
    for literal, field, spec, conversion in Formatter().parse(text):
        told.append(literal.replace("{", "{{").replace("}", "}}").translate(_WIDE))
        if field is not None:
            told.append(
                "{"
                + field
                + (f"!{conversion}" if conversion else "")
                + (f":{spec}" if spec else "")
                + "}"
            )
    return "".join(told)


class ForeignCatalogue(Catalogue):
    """Has a translation of everything."""

    def __init__(self) -> None:
        super().__init__(LOCALE, gettext.NullTranslations())

    def text(self, english: str, context: str | None = None) -> str:
        """Return the text with wide letters."""
        del context
        return foreign(english)

    def plural(self, one: str, many: str, number: int) -> str:
        """Return the form that fits, with wide letters."""
        return foreign(one if number == 1 else many)


@contextmanager
def spoken() -> Iterator[None]:
    """Let the bot speak this language instead of English wherever it is asked for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(catalogues, "LANGUAGES", (*catalogues.LANGUAGES, LOCALE))
        patch.setattr(i18n, "catalogue", lambda _: ForeignCatalogue())
        for cached in (catalogues.language_for, i18n.words):
            cached.cache_clear()
        yield
    for cached in (catalogues.language_for, i18n.words):
        cached.cache_clear()


_CODE = re.compile(
    r"<[^>]*>|`[^`]*`|https?://\S+|salt-\d+"
    r"|\b(?:Pip|Domingo|Ebony|Ivory|Matador|Sebastopol|Spinner|Muggins)\b"  # computers
    r"|\b[NSEW]\d+\b|\b[A-Z]\d+\b"  # places
    r"|Asia/Tokyo|tennis|nowhere|"  # typed
    + "|".join(re.escape(catalogues.autonym(each)) for each in catalogues.LANGUAGES)
)


def leftovers(text: str) -> list[str]:
    """Return the words of a text that are not in this language."""
    return re.findall(r"[A-Za-z]{2,}", _CODE.sub(" ", text))
