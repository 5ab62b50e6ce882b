"""Headings of messages that fit one line of a phone."""

from unicodedata import east_asian_width

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
