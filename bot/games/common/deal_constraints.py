"""Slots of a shuffle, and the hidden pieces that can have been in each, by what happened since.

A slot is a place in the order of nature's shuffle: the first ones are the hands as dealt, the next
ones were drawn one after the other, and the rest went to nobody.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.domino.random_matching import assign
from bot.engine.contract import Rng, Seat, Value

PieceT = TypeVar("PieceT", bound=Hashable)

NEVER = 1 << 30
"""Greater than any index in a history."""


class Slot(Value):
    """The seat that got the slot's piece, and when it did (index in the history)."""

    owner: Seat | None
    """``None`` for a piece that nobody was dealt or drew."""
    born: int


@dataclass(slots=True)
class Slots(Generic[PieceT]):
    """The facts of a history of dealing, drawing and playing; each piece exists only once."""

    slots: list[Slot] = field(default_factory=list)
    known: list[PieceT | None] = field(default_factory=list)
    """For each slot its piece, if the observer has seen it there, else ``None``."""
    played: dict[PieceT, tuple[Seat, int]] = field(default_factory=dict)
    """For each piece played, the seat and when (index in the history)."""
    holds: dict[PieceT, Seat] = field(default_factory=dict)
    """Pieces that a seat is known to have, with that seat."""
    lacks: dict[Seat, list[tuple[int, frozenset[PieceT]]]] = field(default_factory=dict)
    """For each seat, the times it showed that it holds none of certain pieces."""

    def deal(
        self, hands: Sequence[tuple[PieceT, ...] | None], counts: Sequence[int], when: int
    ) -> None:
        """Add the hands dealt; a hand that was not seen is ``None``."""
        for seat, count in enumerate(counts):
            hand = hands[seat]
            self.slots += [Slot(seat, when)] * count
            self.known += hand if hand is not None else [None] * count

    def draw(self, seat: Seat, piece: PieceT | None, when: int) -> None:
        self.slots.append(Slot(seat, when))
        self.known.append(piece)

    def lack(self, seat: Seat, pieces: frozenset[PieceT], when: int) -> None:
        self.lacks.setdefault(seat, []).append((when, pieces))

    def leave(self, count: int) -> None:
        self.slots += [Slot(None, NEVER)] * count
        self.known += [None] * count

    def takes(self, piece: PieceT, slot: Slot) -> bool:
        owner, gone = self.played.get(piece, (None, NEVER))
        if owner is not None and (owner != slot.owner or slot.born > gone):
            return False
        if self.holds.get(piece, slot.owner) != slot.owner:
            return False
        if slot.owner is None:
            return True
        return not any(
            slot.born < when < gone and piece in pieces
            for when, pieces in self.lacks.get(slot.owner, ())
        )

    def order(self, hidden: Iterable[PieceT], rng: Rng) -> list[PieceT]:
        """Return a random shuffle that agrees with all facts.

        ``hidden`` are the pieces of the unknown slots. Raises
        :class:`~bot.domino.random_matching.NoWorldFound` if no shuffle agrees.
        """
        unknown = [
            slot for slot, piece in zip(self.slots, self.known, strict=True) if piece is None
        ]
        found = iter(assign(list(hidden), unknown, self.takes, rng))
        return [next(found) if piece is None else piece for piece in self.known]
