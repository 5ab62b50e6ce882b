"""Compare what people type with what is offered, whatever its case, accents and spaces."""

import re
import unicodedata

from bot.present.text.unbroken import HARD_HYPHEN

_DOTLESS_I = "\N{LATIN SMALL LETTER DOTLESS I}"
_SAME = str.maketrans({HARD_HYPHEN: "-", _DOTLESS_I: "i", "ł": "l"})
"""Characters that people replace with simpler ones, though Unicode does not decompose them."""
_IN_BONE = re.compile(r"(?<!\d\d)(?<=\d)\s*-\s*(?=\d(?!\d))")
"""A hyphen between two digits, as in 6-4; people leave it out. With longer numbers it stays, as it
tells 11-2 from 1-12."""


def folded(text: str) -> str:
    """Return ``text`` in the form in which two spellings of the same thing are equal."""
    return "".join(_IN_BONE.sub("", without_accents(text)).split())


def without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_SAME))
    return "".join(each for each in decomposed if not unicodedata.combining(each))
