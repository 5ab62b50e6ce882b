"""Captions: what happened in one step of a match, in signs that need no language."""

from dataclasses import dataclass
from enum import Enum, auto

from renderers.scene.squares import Symbols


class Glyph(Enum):
    """The signs without a number or a letter."""

    TO = auto()
    """What was before it went to what comes after it."""
    TAKEN = auto()
    """What comes after it was drawn."""
    NOTHING = auto()
    """Nothing was played, or it was of no use."""
    REMOVED = auto()
    """What was before it is gone."""
    DEALT = auto()
    WON = auto()
    """The next seat won the round."""


@dataclass(frozen=True, slots=True)
class SeatSign:
    seat: str


@dataclass(frozen=True, slots=True)
class BoneSign:
    """A bone, with the pips of its left and its right half."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class SquareSign:
    symbols: Symbols


@dataclass(frozen=True, slots=True)
class EndSign:
    """An open end: its letter, if it has one, and its pips."""

    label: str
    pips: int


Sign = Glyph | SeatSign | BoneSign | SquareSign | EndSign | str
"""A sign of a caption; text is the name of a place or a number with its sign, never a word."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The signs of a step, the number of moves so far, and that of all moves of the match."""

    signs: tuple[Sign, ...]
    move: int
    moves: int
