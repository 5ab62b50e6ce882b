"""A table of Blind at one moment."""

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
    """Not turned over yet: from left to right until all have chosen, then front first."""
    turned: tuple[Bone, ...] = ()
    """Turned over in vain and gone to the back, so behind all unseen ones; front first."""

    @property
    def bones(self) -> tuple[Bone, ...]:
        """All of them, front first."""
        return self.unseen + self.turned

    def split(self) -> tuple[Bone, Row]:
        """The front bone and the row without it."""
        if self.unseen:
            return self.unseen[0], Row(self.unseen[1:], self.turned)
        return self.turned[0], Row((), self.turned[1:])


Rows = tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class BlindTable:
    """A round at one moment."""

    setup: Setup
    awaits: Shuffle | None
    """What nature is asked for, if anything."""
    draws: tuple[Seat, ...]
    """Who draws lots from that shuffle; nobody when it is the deal."""
    lots: tuple[Bone | None, ...]
    """What was drawn last, by seat, until everything is shuffled again."""
    leader: Seat | None
    turn: Seat
    """Whose turn it is, once all have chosen; before, who leads, once that is known."""
    directions: tuple[str | None, ...]
    """By seat, as chosen so far."""
    choosing: frozenset[Seat]
    """Who has not chosen yet."""
    rows: Rows
    """By seat, for every seat of the match."""
    stock: tuple[Bone, ...] = DOUBLE_SIX
    """Bones that lie unseen outside the rows, in the order of the last shuffle."""
    layout: Layout = field(default_factory=Layout)
    pending: Bone | None = None
    """Turned over, fits at both ends, and waits for its owner's choice."""
    again: bool = False
    """Whether the seat to act has laid a bone in this turn."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


def blocked(rows: Rows, layout: Layout) -> bool:
    """No bone of any row can be laid, seen or unseen (BLIND-8)."""
    return bool(layout.laid) and not can_play(hands(rows), layout, None)


def hands(rows: Rows) -> tuple[tuple[Bone, ...], ...]:
    """The bones of all rows, front first, by seat."""
    return tuple([row.bones for row in rows])
