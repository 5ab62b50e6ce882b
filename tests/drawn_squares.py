"""Finds square pieces that a text names as they are drawn: ``★★/4 3``, ``0 2/6 6``."""

import re

from bot.present.text.square_signs import SIGNS

_SIGN, _DIGIT = "[" + "".join(SIGNS.values()) + "]", "[0-6]"
_ROW = rf"{_DIGIT}\xa0{_DIGIT}|{_SIGN}{_DIGIT}|{_DIGIT}{_SIGN}|{_SIGN}{_SIGN}"
DRAWN = re.compile(rf"(?<![0-9A-Za-z_-])({_ROW})/({_ROW})(?![0-9A-Za-z_-])")
_SYMBOLS = {sign: symbol for symbol, sign in SIGNS.items()}


def spelled(drawn: re.Match[str]) -> str:
    """Return the symbols of a piece found by `DRAWN`, clockwise from the top left: ``0-2-6-6``."""
    upper, lower = (each.replace("\xa0", "") for each in drawn.groups())
    return "-".join(_SYMBOLS.get(each, each) for each in (*upper, *reversed(lower)))
