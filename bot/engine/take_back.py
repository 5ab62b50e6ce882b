"""Moves that were taken back: the log keeps them, and an entry after them says so.

The entry ``back@6`` of a seat returns the match to what it was after the first six entries of the
log. So the log only grows, and no two moments of a match have the same length of the log.
"""

import re
from collections.abc import Iterable

from bot.engine.contract import NATURE, Actor, Event, Seat
from bot.engine.record import Entry

_CODE = re.compile(r"back@(0|[1-9]\d{0,8})")


class TakenBack(Event):
    """A seat has taken back its last move, with everything that followed."""

    seat: Seat


def take_back_code(ply: int) -> str:
    """Return the code of the entry that returns to the length ``ply`` of the log."""
    return f"back@{ply}"


def returns_to(actor: Actor, code: str) -> int | None:
    """Return the length of the log that an entry returns to; ``None`` for a move."""
    found = None if actor is NATURE else _CODE.fullmatch(code)
    return None if found is None else int(found[1])


def remaining(log: Iterable[Entry]) -> tuple[int, ...]:
    """Return the indexes of the entries that were not taken back, in order.

    The entries that took others back are among them.
    """
    kept: list[int] = []
    for index, (actor, code) in enumerate(log):
        ply = returns_to(actor, code)
        while ply is not None and kept and kept[-1] >= ply:
            kept.pop()
        kept.append(index)
    return tuple(kept)


def kept_moves(log: Iterable[Entry]) -> tuple[int, ...]:
    """Return the indexes of the moves that were not taken back, in order."""
    entries = tuple(log)
    return tuple(each for each in remaining(entries) if returns_to(*entries[each]) is None)
