"""The square pieces, read from ``square_sets/sq48.toml``."""

import tomllib
from collections.abc import Iterable
from importlib import resources
from typing import Any

from bot.domino.square import SIDES, Square, piece

LEAST = 4 * 9 + 1
"""The least number of pieces: nine each for four players, and a starter (SQB-1)."""


class BadPieces(ValueError):
    """A list of pieces is invalid; the message names the list and the problem."""


def read_pieces(text: str, source: str) -> tuple[Square, ...]:
    """Parse a list of pieces and return them, each once, in the order of the groups and the list.

    The groups ``ordinary``, ``wild`` and ``command`` say which kind their pieces are. Raises
    :class:`BadPieces` if the list is not TOML, lacks a group, misspells a piece, has one twice
    (turned or not) or in the wrong group, or has too few; ``source`` is its name in the message.
    """
    try:
        listed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPieces(f"{source}: {error}") from None
    pieces = [
        _piece(code, group, source)
        for group in ("ordinary", "wild", "command")
        for code in _group(listed, group, source)
    ]
    known: dict[tuple[str, ...], Square] = {}
    for each in pieces:
        looks = min(map(each.turned, range(SIDES)))
        if looks in known:
            raise BadPieces(f"{source}: “{each.code}” is “{known[looks].code}” over again")
        known[looks] = each
    if len(pieces) < LEAST:
        raise BadPieces(f"{source}: {len(pieces)} pieces, and at least {LEAST} are needed")
    return tuple(pieces)


def _group(listed: dict[str, Any], group: str, source: str) -> list[str]:
    codes = listed.get(group)
    if not isinstance(codes, list) or not all(isinstance(code, str) for code in codes):
        raise BadPieces(f"{source}: there is no list “{group}” of pieces")
    return codes


def _piece(code: str, group: str, source: str) -> Square:
    try:
        found = piece(code)
    except ValueError as error:
        raise BadPieces(f"{source}: {error}") from None
    kind = "command" if found.command else "wild" if found.wild else "ordinary"
    if kind != group:
        raise BadPieces(f"{source}: “{code}” stands among the {group} pieces, and is {kind}")
    return found


_NAME = "sq48.toml"
SQUARES = read_pieces(
    resources.files(__package__).joinpath("square_sets", _NAME).read_text("utf-8"), _NAME
)
"""The pieces of all games with square pieces, in the order of the list (SQ-1)."""

_BY_CODE = {each.code: each for each in SQUARES}
_PLACE = {each: index for index, each in enumerate(SQUARES)}


def square(code: str) -> Square:
    """Return the piece spelled ``code``; raises ``KeyError`` for any other spelling."""
    return _BY_CODE[code]


def in_order(pieces: Iterable[Square]) -> tuple[Square, ...]:
    """Return pieces in the order of the set, so that they do not reveal the order of drawing."""
    return tuple(sorted(pieces, key=_PLACE.__getitem__))
