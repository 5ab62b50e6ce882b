"""Wishes: moves that a player would like to make on a later turn, whatever is legal then."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Wish:
    """A piece that a player would like to play, and maybe where.

    The rules say which move it means when it is to be played
    (:meth:`~bot.engine.rules.Rules.granted`).
    """

    piece: str
    """The piece's code, as in moves."""
    place: str = ""
    """The place for it, spelled so that it still means the same later; empty for any place."""

    @property
    def code(self) -> str:
        return f"{self.piece}@{self.place}" if self.place else self.piece

    @classmethod
    def of(cls, code: str) -> Self:
        piece, _, place = code.partition("@")
        return cls(piece, place)


Wishes = tuple[Wish, ...]
