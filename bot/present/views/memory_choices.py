"""The menus of Memory's places, and places that people type."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.games.memory.moves import TurnUp
from bot.present.i18n import Words
from bot.present.screen import MAX_ENTRIES

_Row = tuple[str, list[TurnUp]]
"""A row's letter, and the moves that turn up its tiles."""


def menus_of_rows(turns: Iterable[TurnUp]) -> Iterator[tuple[str, str, list[TurnUp]]]:
    """Yield as few menus of whole rows as have room for all moves, the longest one short.

    Each is given by the letters of its first and its last row, and its moves.
    """
    by_row = groupby(sorted(turns, key=lambda move: move.code), key=lambda move: move.code[0])
    rows = [(letter.upper(), list(moves)) for letter, moves in by_row]
    longest = max((len(moves) for _, moves in rows), default=0)
    found = [_filled(rows, most) for most in range(longest, MAX_ENTRIES + 1)]
    for menu in min(found, key=len):
        yield menu[0][0], menu[-1][0], [move for _, moves in menu for move in moves]


def _filled(rows: list[_Row], most: int) -> list[list[_Row]]:
    """Divide rows among menus, each with as many as fit into ``most`` entries."""
    menus: list[list[_Row]] = []
    free = 0
    for row in rows:
        if len(row[1]) > free:
            menus.append([])
            free = most
        menus[-1].append(row)
        free -= len(row[1])
    return menus


def menu_name(first: str, last: str, say: Words) -> str:
    """Return the name of a menu of whole rows."""
    if first == last:
        return say("Row {number}", number=first)
    return say("Rows {first} to {last}", first=first, last=last)


def places_in(text: str) -> list[str]:
    """Return the names of places if ``text`` has nothing else, however they are separated."""
    joined = "".join(text.casefold().split())
    written = re.fullmatch(r"(?:[^a-z0-9]*[a-z][0-9]+)+[^a-z0-9]*", joined)
    return re.findall(r"[a-z][0-9]+", written[0]) if written else []


def attempts_typed(text: str, places: Sequence[str]) -> list[str]:
    """Return all attempts at two of the ``places`` that begin with ``text``, once it has one."""
    typed = "".join(re.findall(r"[a-z0-9]", text.casefold()))
    return [
        f"{one} {other}".upper()
        for one in places
        for other in places
        if one != other and typed.startswith(one) and f"{one}{other}".startswith(typed)
    ]
