"""Slots of a shuffle, and the hidden pieces that can have been in each, by what happened since.

A slot is a place in the order of nature's shuffle: the first ones are the hands as dealt, the next
ones were drawn one after the other, and the rest went to nobody.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.domino.bone import Bone, mask
from bot.domino.random_matching import TRIES, NoWorldFound, assign
from bot.engine.contract import Rng, Seat, Value

PieceT = TypeVar("PieceT", bound=Hashable)
WorldT = TypeVar("WorldT")

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

    def lack(self, seat: Seat, pieces: Iterable[PieceT], when: int) -> None:
        self.lacks.setdefault(seat, []).append((when, frozenset(pieces)))

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


AFRESH = 64
"""The number of shuffles made by exchanges before the hidden bones are dealt afresh."""
Kept = Mapping[Slot, Mapping[int, int]]
"""For each slot, by a bone's bit, how often that bone would have been kept there against habit."""


class Exchange:
    """Random shuffles of bones that agree with all facts.

    Each is the one before with hidden bones exchanged at random, as often as there are bones,
    wherever both slots take the other's. Where three bones would have to change places at once, no
    exchange of two leads to some shuffles; so now and then all are dealt afresh.
    """

    def __init__(
        self,
        facts: Slots[Bone],
        hidden: Sequence[Bone],
        kept: Kept | None = None,
        odds: Sequence[float] = (),
    ) -> None:
        """``hidden`` are the bones of the unknown slots, in any order.

        An exchange after which bones were ``kept`` more often than before is made with these
        ``odds``, by how much more often (the Metropolis algorithm).
        """
        unknown = [at for at, piece in enumerate(facts.known) if piece is None]
        slots = [facts.slots[at] for at in unknown]
        self._taken = {
            slot: mask(each for each in hidden if facts.takes(each, slot))
            for slot in dict.fromkeys(slots)
        }
        self._hidden, self._unknown, self._slots = hidden, unknown, slots
        self._takes = [self._taken[slot] for slot in slots]
        self._odds = odds
        self._kept_in = [kept[slot] for slot in slots] if kept else []
        anything = mask(hidden)
        self._is_free = all(takes == anything for takes in self._takes) and not any(
            any(each.values()) for each in self._kept_in
        )
        self._made = 0
        self.held = [0 if piece is None else piece.bit for piece in facts.known]
        """The bit of the bone in each slot of the present shuffle; 0 before there is one."""

    def first(self, world: Callable[[], WorldT | None], rng: Rng) -> WorldT:
        """Return the ``world`` that the next shuffle makes; ``None`` if it makes none.

        Raises :class:`~bot.domino.random_matching.NoWorldFound` if none of those tried does.
        """
        for _ in range(TRIES):
            self._advance(rng)
            found = world()
            if found is not None:
                return found
        raise NoWorldFound

    def _advance(self, rng: Rng) -> None:
        """Make the next shuffle the present one; raises ``NoWorldFound`` if none agrees."""
        if self._is_free:
            bits = [each.bit for each in self._hidden]
            rng.shuffle(bits)
            self._hold(bits)
            return
        if self._made % AFRESH == 0:
            dealt = assign(self._hidden, self._slots, self._fits, rng)
            self._hold([each.bit for each in dealt])
        self._made += 1
        self._exchange(rng)

    def _fits(self, piece: Bone, slot: Slot) -> bool:
        return bool(self._taken[slot] & piece.bit)

    def _hold(self, bits: list[int]) -> None:
        for slot, bit in zip(self._unknown, bits, strict=True):
            self.held[slot] = bit

    def _exchange(self, rng: Rng) -> None:
        """Exchange each hidden bone with a random one, if both fit and the odds allow it."""
        held, unknown, takes, kept_in = self.held, self._unknown, self._takes, self._kept_in
        odds, random, count = self._odds, rng.random, len(unknown)
        for one, slot in enumerate(unknown):
            other = int(random() * count)
            other_slot = unknown[other]
            bit, other_bit = held[slot], held[other_slot]
            if takes[one] & other_bit and takes[other] & bit:
                if kept_in:
                    kept, other_kept = kept_in[one], kept_in[other]
                    more = kept[other_bit] + other_kept[bit] - kept[bit] - other_kept[other_bit]
                    if more > 0 and random() >= odds[more]:
                        continue
                held[slot], held[other_slot] = other_bit, bit
