"""Compare what people type with what is offered, whatever its case, accents and spaces."""

import unicodedata

from bot.present.text.unbroken import HARD_HYPHEN

_DOTLESS_I = "\N{LATIN SMALL LETTER DOTLESS I}"
_SAME = str.maketrans({HARD_HYPHEN: "-", _DOTLESS_I: "i", "ł": "l"})
"""Letters that decomposition leaves alone, though people leave out what marks them."""


def folded(text: str) -> str:
    """Return ``text`` in the form in which two spellings of the same thing are equal."""
    return "".join(bare(text).split())


def bare(text: str) -> str:
    """Return ``text`` in small letters without accents."""
    spread = unicodedata.normalize("NFKD", text.casefold().translate(_SAME))
    return "".join(each for each in spread if not unicodedata.combining(each))
