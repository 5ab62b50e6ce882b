"""Sentences of a game about what goes on to the next round."""

from bot.domino.counting import Sum
from bot.engine.contract import Seat, Value


class Note(Value):
    """A sentence that everybody reads, with what its placeholders stand for."""

    text: str
    """Marked with ``N_``. It may name ``{who}``, ``{sum}`` and ``{n}``."""
    who: tuple[Seat, ...] = ()
    sum: Sum | None = None
    n: int | None = None


class Carried(Value):
    """What a game hands on to the next round; a game that counts with it derives its own."""

    notes: tuple[Note, ...] = ()
    """What it means: told at the end of the round and during all of the next one."""


def notes_of(carried: Value | None) -> tuple[Note, ...]:
    return carried.notes if isinstance(carried, Carried) else ()
