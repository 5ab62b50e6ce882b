"""Moves of several families."""

from dataclasses import dataclass

from bot.engine.contract import Move


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """A knock, when nothing can be played or drawn."""


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """A draw of the boneyard's top bone."""
