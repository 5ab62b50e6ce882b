"""Keep line breaks out of the names of pieces."""

import re

from bot.domino.square import SYMBOLS
from bot.present.text.square_signs import SIGNS

HARD_HYPHEN = "\N{NON-BREAKING HYPHEN}"
_SIDE = "(?:" + "|".join(("[0-9]", *SYMBOLS, *SIGNS.values())) + ")"
_PIECE = rf"(?P<piece>{_SIDE}(?:-{_SIDE})+)"
# Letters of other scripts may touch a piece: Japanese has no spaces.
_PIECE_OR_VERBATIM = re.compile(
    rf"`[^`]*`|\]\([^)]*\)|https?://\S+|(?<![0-9A-Za-z_-]){_PIECE}(?![0-9A-Za-z_-])", re.IGNORECASE
)


def unbroken(text: str) -> str:
    """Return ``text`` with hard hyphens in pieces such as 6-4 and ★-1-2-3.

    Code spans and links stay as they are, so that they can be copied and followed.
    """

    def harden(found: re.Match[str]) -> str:
        return found[0].replace("-", HARD_HYPHEN) if found["piece"] else found[0]

    return _PIECE_OR_VERBATIM.sub(harden, text)
