"""The square pieces, read from the list beside this file (``sq48.toml``)."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from bot.domino.square import SIDES, Square

LEAST = 4 * 9 + 1
"""Pieces needed: nine each for four players, and a starter (SQB-1)."""


class BadPieces(ValueError):
    """A list of pieces cannot be played with; the message names the list and what is wrong."""


def read_pieces(text: str, source: str) -> tuple[Square, ...]:
    """The pieces of a list, as they stand in it, each once.

    The groups ``ordinary``, ``wild`` and ``command`` say what their pieces are. Raises
    :class:`BadPieces` for a list that is not TOML, misses a group, spells a piece wrong, has one
    twice (turned or not) or in the wrong group, or has too few; ``source`` names it.
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
    for piece in pieces:
        same = known.setdefault(min(map(piece.turned, range(SIDES))), piece)
        if same is not piece:
            raise BadPieces(f"{source}: “{piece.code}” is “{same.code}” over again")
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
        piece = Square(code)
    except ValueError as error:
        raise BadPieces(f"{source}: {error}") from None
    kind = "command" if piece.command else "wild" if piece.wild else "ordinary"
    if kind != group:
        raise BadPieces(f"{source}: “{code}” stands among the {group} pieces, and is {kind}")
    return piece


_NAME = "sq48.toml"
SQUARES = read_pieces(resources.files(__name__).joinpath(_NAME).read_text("utf-8"), _NAME)
"""The pieces of all games with squares, in the order of the list (SQ-1)."""

_BY_CODE = {piece.code: piece for piece in SQUARES}


def square(code: str) -> Square:
    """The piece spelled ``code``; raises ``KeyError`` for any other spelling."""
    return _BY_CODE[code]
