"""Rows of pieces that lie face down, in words."""

from collections.abc import Iterable
from itertools import groupby

from bot.present.i18n import Words


def describe_row(pieces: Iterable[str | None], say: Words) -> str:
    """List a row in order, ``None`` being a piece that lies face down: “3 face down, 1-1”."""
    parts: list[str] = []
    for piece, alike in groupby(pieces):
        count = len(list(alike))
        if piece is None:
            parts.append(say.count("{n} face down", "{n} face down", count))
        else:
            parts += [piece] * count
    return ", ".join(parts) if parts else say("empty")
