"""Sentences of a game about what goes on to the next round."""

from typing import TypeVar

from bot.domino.counting import Sum
from bot.engine.contract import Seat, Setup, Value


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


CarriedT = TypeVar("CarriedT", bound=Carried)


def carried_or(setup: Setup, nothing: CarriedT) -> CarriedT:
    """Return what the round before handed on, or ``nothing`` if there was none or it did not."""
    carried = None if setup.previous is None else setup.previous.carried
    return carried if isinstance(carried, type(nothing)) else nothing


def notes_of(carried: Value | None) -> tuple[Note, ...]:
    return carried.notes if isinstance(carried, Carried) else ()
