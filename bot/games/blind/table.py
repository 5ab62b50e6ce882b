"""The state of a round of Blind."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Event, Outcome, Seat, Setup, Shuffle
from bot.games.moves import can_play


@dataclass(frozen=True, slots=True)
class Row:
    """The bones of a seat (BLIND-3)."""

    unseen: tuple[Bone, ...] = ()
    """Bones not turned over yet: from left to right until all have chosen, then front first."""
    turned: tuple[Bone, ...] = ()
    """Bones that did not fit and went to the back, behind all unseen ones; front first."""

    @property
    def bones(self) -> tuple[Bone, ...]:
        """All bones of the row, front first."""
        return self.unseen + self.turned

    def split(self) -> tuple[Bone, Row]:
        """Return the front bone and the row without it."""
        if self.unseen:
            return self.unseen[0], Row(self.unseen[1:], self.turned)
        return self.turned[0], Row((), self.turned[1:])


Rows = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class BlindTable:
    """The state of a round."""

    setup: Setup
    awaits: Shuffle | None
    """Nature's pending task; ``None`` if there is none."""
    draws: tuple[Seat, ...]
    """Seats that draw lots from that shuffle; empty if it is for the deal."""
    lots: tuple[Bone | None, ...]
    """The lot drawn last, by seat, until everything is shuffled again."""
    leader: Seat | None
    turn: Seat
    """The seat in turn once all have chosen; before that, the leader, once known."""
    directions: tuple[str | None, ...]
    """Directions chosen so far, by seat."""
    choosing: frozenset[Seat]
    """Seats that have not chosen a direction yet."""
    rows: Rows
    """Rows by seat, for every seat of the match."""
    stock: tuple[Bone, ...] = DOUBLE_SIX
    """Unseen bones outside the rows, in the order of the last shuffle."""
    layout: Layout = field(default_factory=Layout)
    pending: Bone | None = None
    """The bone turned over that fits both ends, until its owner chooses one."""
    again: bool = False
    """True if the seat to act has laid a bone in this turn."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


def blocked(rows: Rows, layout: Layout) -> bool:
    """Return whether no bone of any row, seen or unseen, can be laid (BLIND-8)."""
    return bool(layout.laid) and not can_play(hands(rows), layout, None)


def hands(rows: Rows) -> tuple[tuple[Bone, ...], ...]:
    """Return the bones of all rows, front first, by seat."""
    return tuple([row.bones for row in rows])
