"""Moves typed by people: still looked up, in more than one spelling."""

from __future__ import annotations

from bot.engine.contract import Observation
from bot.present.choosing import named_move, spellings
from bot.present.words import Words

MAX_CHOICES = 25
MAX_CHOICE = 100
"""Characters of a suggestion."""


def code_of(text: str, seen: Observation, say: Words) -> str:
    """The code of the legal move that ``text`` spells, or the text itself when it spells none.

    A bone may be written either way round; where it fits at one place only, that may be left out.
    """
    wanted = _folded(text)
    spelled: dict[str, set[str]] = {}
    for move in seen.legal:
        for spelling in spellings(move, seen, say):
            spelled.setdefault(_folded(spelling), set()).add(move.code)
    codes = spelled.get(wanted, set())
    return next(iter(codes)) if len(codes) == 1 else text.strip()


def suggestions(text: str, seen: Observation, say: Words) -> list[tuple[str, str]]:
    """Up to 25 legal moves that go with what was typed so far: label and code."""
    wanted = _folded(text)
    found = [
        (named_move(move, seen, say)[:MAX_CHOICE], move.code)
        for move in seen.legal
        if any(wanted in _folded(spelling) for spelling in spellings(move, seen, say))
    ]
    return found[:MAX_CHOICES]


def _folded(text: str) -> str:
    return "".join(text.casefold().split())
