"""Keep line breaks out of headings, pieces' names, moves, sums and ranges, and before “·”."""

import re
from unicodedata import east_asian_width

from bot.domino.square import SYMBOLS
from bot.present.text.square_signs import SIGNS, WRITTEN

HARD_HYPHEN = "\N{NON-BREAKING HYPHEN}"
JOINER = "\N{WORD JOINER}"
HARD_SPACE = "\N{NO-BREAK SPACE}"
_SIDE = "(?:" + "|".join(("1[0-2]|[0-9]", *SYMBOLS, *SIGNS.values())) + ")"
_DRAWN = "(?:" + "|".join(("[0-9]", *WRITTEN.values())) + ")"
LONGEST_KEPT = 24
"""The most characters of a sum or a move that stay on one line of a phone."""
_PIECE = rf"{_SIDE}(?:-{_SIDE})+"
_SQUARE = rf"(?:[0-9]{{1,2}} · )?{_DRAWN} ?{_DRAWN}/{_DRAWN} ?{_DRAWN}"
_NUMBER = r"[0-9]+(?:[.,][0-9]+)*"
_END = "(?-i:(?P<{}>[A-Z])(?P={})?)"
# Letters of other scripts may touch a piece: Japanese has no spaces.
_APART = "(?![0-9A-Za-z_-])"
_UNIT = rf"(?:{_SQUARE}|{_PIECE}|{_NUMBER}){_APART}"
_NEXT = rf" [+−×÷=≈→] (?:{_UNIT}|{_END.format('to', 'to')}{_APART})"
_CHAIN = rf"(?<![0-9A-Za-z_-])(?:{_END.format('at', 'at')} )?{_UNIT}(?:{_NEXT})*"
_KEPT_TOGETHER = re.compile(
    rf"(?P<verbatim>`[^`]*`|\]\([^)]*\)|https?://\S+)|{_CHAIN}|(?<=[0-9])–(?=[0-9])| (?=· )",
    re.IGNORECASE,
)
_HARDENED = str.maketrans({"-": HARD_HYPHEN, " ": HARD_SPACE, "–": f"{JOINER}–{JOINER}"})


def unbroken(text: str) -> str:
    """Return ``text`` so that lines break only where they read well.

    Pieces such as 6-4 and ★4/6 5, with their end or their number in the hand, sums such as
    3 + 5 = 8, moves such as 5-2 → E, and ranges such as 2–4 stay on one line, and no line begins
    with “·”. Longer sums break before a sign. Code spans and links stay as they are, so that they
    can be copied and followed.
    """

    def harden(found: re.Match[str]) -> str:
        kept = found[0]
        if found["verbatim"]:
            return kept
        if len(kept) > LONGEST_KEPT:
            parts = re.split(r" (?=[+−×÷=≈→] )", kept)
            return " ".join(part.translate(_HARDENED) for part in parts)
        return kept.translate(_HARDENED)

    return _KEPT_TOGETHER.sub(harden, text)


LONGEST = 34
"""The most letters of a heading on a phone 400 points wide; a wide letter counts as two."""
_SEPARATOR = " · "


def heading(text: str) -> str:
    """Return a heading such as “Block · round 2 · to 100” in Discord's markdown.

    If it is too long for one line, only what stands before the first “·” is the heading, and the
    rest is a small line below it.
    """
    first, _, rest = text.partition(_SEPARATOR)
    letters = sum(2 if east_asian_width(each) in "WF" else 1 for each in text)
    return f"### {first}\n-# {rest}" if rest and letters > LONGEST else f"### {text}"
