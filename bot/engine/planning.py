"""Wishes: moves that a player would like to make on a later turn, whatever is legal then."""

from typing import Self

from bot.engine.contract import Value


class Wish(Value):
    """A piece that a player would like to play, and maybe where.

    What it means is for the rules to say, at the moment when it is to be played
    (:meth:`~bot.engine.contract.Rules.granted`).
    """

    piece: str
    """The piece's code, as in moves."""
    place: str = ""
    """The place for it, in words of the game that mean the same later; empty for any place."""

    @property
    def code(self) -> str:
        return f"{self.piece}@{self.place}" if self.place else self.piece

    @classmethod
    def of(cls, code: str) -> Self:
        piece, _, place = code.partition("@")
        return cls(piece, place)
