"""The moves of the games with square pieces."""

from dataclasses import dataclass
from typing import Literal

from bot.domino.path import Cell, Path, cell_name
from bot.domino.square import Square
from bot.engine.contract import Move, Seat
from bot.games.common.pieces import Draw, Pass

Direction = Literal["left", "right"]
"""A direction around the table, or an end of a row."""


@dataclass(frozen=True, slots=True)
class Lay(Move):
    """Laying a piece in a cell, turned: ``0-2-6-6@n1/1`` (SQ-3)."""

    piece: Square
    cell: Cell
    turn: int
    """The number of clockwise quarter turns from the way the piece is spelled."""
    scores: tuple[int, int]
    """The numbers on its scoring side (SQ-13)."""
    outside: tuple[str, str]
    """The symbols on that side, clockwise."""


@dataclass(frozen=True, slots=True)
class Done(Move):
    """Not playing another piece: ``keep`` the one just drawn, or ``stop`` after the first."""


@dataclass(frozen=True, slots=True)
class Give(Move):
    """Giving a piece to an opponent (SQ-18): ``0-0-1-3@2`` to seat 2."""

    piece: Square
    to: Seat


@dataclass(frozen=True, slots=True)
class PassDirection(Move):
    """Choosing the direction in which everybody passes (SQ-22): ``pass-left``, ``pass-right``."""

    way: Direction


@dataclass(frozen=True, slots=True)
class PassOn(Move):
    """Choosing the piece that the seat passes on (SQ-22): ``0-0-1-3@pass``."""

    piece: Square


@dataclass(frozen=True, slots=True)
class TurnPiece(Move):
    """Turning over a piece at an end of one's row (SQM-2, SQM-5): ``turn``, ``turn-right``."""

    end: Direction


DRAW, FORCED_DRAW = Draw("draw"), Draw("draw", automatic=True)
"""``DRAW`` is for games where drawing is a choice (SQ-11); making it automatic would reveal
something about the hand."""
PASS, FORCED_PASS = Pass("pass"), Pass("pass", automatic=True)
KEEP, STOP = Done("keep"), Done("stop")
TURN, TURN_RIGHT = TurnPiece("turn", end="left"), TurnPiece("turn-right", end="right")
TURN_ON = TurnPiece("turn", automatic=True, end="left")
"""The automatic form of ``turn``, after a piece was laid and if there is no choice (SQM-2)."""
WAYS = (PassDirection("pass-left", way="left"), PassDirection("pass-right", way="right"))


def lays(pieces: tuple[Square, ...], path: Path) -> tuple[Lay, ...]:
    """Return every way to lay one of ``pieces`` at an end, in the order of ``pieces``."""
    return tuple(
        [
            Lay(
                f"{piece.code}@{cell_name(way.cell)}/{way.turn}",
                piece=piece,
                cell=way.cell,
                turn=way.turn,
                scores=way.scores,
                outside=way.outside,
            )
            for piece in pieces
            for way in path.ways(piece)
        ]
    )


def gifts(pieces: tuple[Square, ...], to: tuple[Seat, ...]) -> tuple[Give, ...]:
    """Return the gifts of every piece to every seat of ``to``; only the giver sees the codes."""
    return tuple(
        Give(f"{piece.code}@{seat}", piece=piece, to=seat, secret=True)
        for piece in pieces
        for seat in to
    )


def passes(pieces: tuple[Square, ...]) -> tuple[PassOn, ...]:
    return tuple(PassOn(f"{piece.code}@pass", piece=piece, secret=True) for piece in pieces)
