"""The state of a round of Blind."""

from bot.domino.bone import DOUBLE_SIX, Bone
from bot.domino.layout import Layout
from bot.engine.contract import ALONE, Seat
from bot.games.common.row import Row
from bot.games.common.rules import RoundState
from bot.games.connecting.moves import can_play

Rows = tuple[Row[Bone], ...]
"""Rows by seat: from left to right until all have chosen a direction, then front first."""


class BlindTable(RoundState):
    """The state of a round. Until all have chosen, ``turn`` is the leader, once known."""

    draws: tuple[Seat, ...]
    """Seats that draw lots from that shuffle; empty if it is for the deal."""
    lots: tuple[Bone | None, ...]
    """The lot drawn last, by seat, until everything is shuffled again."""
    directions: tuple[str | None, ...]
    """Directions chosen so far, by seat."""
    choosing: frozenset[Seat]
    """Seats that have not chosen a direction yet."""
    rows: Rows
    """Rows by seat, for every seat of the match."""
    stock: tuple[Bone, ...] = DOUBLE_SIX
    """Unseen bones outside the rows, in the order of the last shuffle."""
    layout: Layout = Layout()
    pending: Bone | None = None
    """The bone turned over that fits both ends, until its owner chooses one."""
    again: bool = False
    """True if the seat to act has laid a bone in this turn."""

    def acting(self) -> frozenset[Seat]:
        return self.choosing or ALONE[self.turn]


def blocked(rows: Rows, layout: Layout) -> bool:
    """Return whether no bone of any row, seen or unseen, can be laid (BLIND-8)."""
    return bool(layout.laid) and not can_play(hands(rows), layout.ends.fitting)


def hands(rows: Rows) -> tuple[tuple[Bone, ...], ...]:
    return tuple([row.pieces for row in rows])
