"""Keep line breaks out of pieces' names and ranges, and “·” from beginning a line."""

import re

from bot.domino.square import SYMBOLS
from bot.present.text.square_signs import SIGNS, WRITTEN

HARD_HYPHEN = "\N{NON-BREAKING HYPHEN}"
JOINER = "\N{WORD JOINER}"
HARD_SPACE = "\N{NO-BREAK SPACE}"
_SIDE = "(?:" + "|".join(("[0-9]", *SYMBOLS, *SIGNS.values())) + ")"
_DRAWN = "(?:" + "|".join(("[0-9]", *WRITTEN.values())) + ")"
_PIECE = rf"{_SIDE}(?:-{_SIDE})+"
_SQUARE = rf"{_DRAWN} ?{_DRAWN}/{_DRAWN} ?{_DRAWN}"
# Letters of other scripts may touch a piece: Japanese has no spaces.
_ALONE = rf"(?<![0-9A-Za-z_-])(?:{_PIECE}|{_SQUARE})(?![0-9A-Za-z_-])"
_KEPT_TOGETHER = re.compile(
    rf"(?P<verbatim>`[^`]*`|\]\([^)]*\)|https?://\S+)|{_ALONE}|(?<=[0-9])–(?=[0-9])| (?=· )",
    re.IGNORECASE,
)
_HARDENED = str.maketrans({"-": HARD_HYPHEN, " ": HARD_SPACE, "–": f"{JOINER}–{JOINER}"})


def unbroken(text: str) -> str:
    """Return ``text`` so that lines break only where they read well.

    Pieces such as 6-4 and ★4/6 5 and ranges such as 2–4 stay on one line, and no line begins with
    “·”. Code spans and links stay as they are, so that they can be copied and followed.
    """

    def harden(found: re.Match[str]) -> str:
        return found[0] if found["verbatim"] else found[0].translate(_HARDENED)

    return _KEPT_TOGETHER.sub(harden, text)
