"""Dominoes on a board, and the places where the next one can go (DDD-7)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.domino.board import Board, Cell, beside, cell_name, neighbours
from bot.domino.bone import DOUBLE_SIX, Bone
from bot.engine.contract import Value


class OnBoard(Value):
    bone: Bone
    first: Cell
    """The square under its high half."""
    second: Cell
    """The square under its low half."""

    @property
    def code(self) -> str:
        """The spelling, such as ``4-3@h8i8``."""
        return f"{self.bone.code}@{cell_name(self.first)}{cell_name(self.second)}"


class Spot(Value):
    """Two empty squares that a bone can cover so that a half touches another bone."""

    tail: Cell
    """The square that touches exactly one covered square."""
    shows: int
    """The number that the tail must show."""
    at: int
    """The index of the bone that the tail touches."""
    head: Cell
    """The other square."""
    head_shows: int | None = None
    """For a bridge, the number that the head must show; else ``None``."""
    head_at: int | None = None
    """For a bridge, the index of the bone that the head touches; else ``None``."""

    def takes(self, bone: Bone) -> bool:
        if self.head_shows is None:
            return bone.has(self.shows)
        return {bone.high, bone.low} == {self.shows, self.head_shows}


@dataclass(frozen=True)
class Tiling:
    """The bones on a board, in the order they were placed."""

    board: Board
    laid: tuple[OnBoard, ...] = ()

    def place(self, domino: OnBoard) -> "Tiling":
        after = Tiling(self.board, (*self.laid, domino))
        # Adding the new squares to the cached ones is faster than computing all of them again.
        after.__dict__["squares"] = {**self.squares, **_halves(domino, len(self.laid))}
        return after

    @cached_property
    def squares(self) -> Mapping[Cell, tuple[int, int]]:
        covered: dict[Cell, tuple[int, int]] = {}
        for at, domino in enumerate(self.laid):
            covered.update(_halves(domino, at))
        return covered

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """The spots for a bone: a single contact, or a bridge between two bones (DDD-7)."""
        squares, around = self.squares, neighbours(self.board.size)
        contacts: dict[Cell, list[Cell]] = {}
        for cell in squares:
            for empty in around[cell]:
                if empty not in squares:
                    contacts.setdefault(empty, []).append(cell)
        found = []
        for tail, touched in contacts.items():
            if len(touched) != 1:
                continue
            shows, at = squares[touched[0]]
            for head in around[tail]:
                if head in squares:
                    continue
                beyond = contacts.get(head)
                if beyond is None:
                    found.append(Spot(tail, shows, at, head))
                elif tail < head and len(beyond) == 1 and not beside(touched[0], beyond[0]):
                    head_shows, head_at = squares[beyond[0]]
                    if head_at != at:
                        found.append(Spot(tail, shows, at, head, head_shows, head_at))
        return tuple(found)

    @cached_property
    def full(self) -> bool:
        """True if no bone of the set fits anywhere, whoever holds it (DDD-19)."""
        if not self.laid:
            return False
        squares, around = self.squares, neighbours(self.board.size)
        for cell in reversed(list(squares)):  # nearly always finds room near the last domino
            for tail in around[cell]:
                if tail in squares or _touches(squares, around[tail]) != 1:
                    continue
                for head in around[tail]:
                    if head not in squares and not _touches(squares, around[head]):
                        return False
        return not self.spots

    @cached_property
    def fitting(self) -> frozenset[Bone]:
        if not self.laid:
            return frozenset(DOUBLE_SIX)
        ends = {spot.shows for spot in self.spots if spot.head_shows is None}
        bridges = [spot for spot in self.spots if spot.head_shows is not None]
        return frozenset(
            each
            for each in DOUBLE_SIX
            if each.high in ends or each.low in ends or any(b.takes(each) for b in bridges)
        )


def _halves(domino: OnBoard, at: int) -> dict[Cell, tuple[int, int]]:
    return {domino.first: (domino.bone.high, at), domino.second: (domino.bone.low, at)}


def _touches(squares: Mapping[Cell, tuple[int, int]], cells: tuple[Cell, ...]) -> int:
    return sum(cell in squares for cell in cells)
