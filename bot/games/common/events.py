"""The events that games of several families share, and the bases of their own events."""

from collections.abc import Iterator
from enum import Enum
from typing import Generic, Self

from msgspec.structs import replace

from bot.domino.bone import Bone
from bot.domino.counting import Sum
from bot.domino.square import Square
from bot.engine.contract import Event, Seat, Value
from bot.games.common.pieces import PieceT, own_only

DOMINO, BLOCKED = "domino", "blocked"
"""Reasons why a round ends: somebody is out, or nobody can go on."""


class DealEvent(Event):
    """Base class for deals of new pieces to everybody; each kind of table has its own."""


class HandsDealt(DealEvent, Generic[PieceT]):
    """Hands were dealt; a hand that the observer may not see is ``None``."""

    hands: tuple[tuple[PieceT, ...] | None, ...]
    counts: tuple[int, ...]

    def for_seat(self, seat: Seat | None) -> Self:
        return replace(self, hands=own_only(self.hands, seat))

    def filled(self, order: Iterator[PieceT]) -> Self:
        """Return the event with all hands, made of the next pieces of ``order``."""
        hands = tuple([tuple([next(order) for _ in range(count)]) for count in self.counts])
        return replace(self, hands=hands)


class LeadReason(Enum):
    LOT = "lot"
    HIGHEST_LOT = "highest lot"
    """It drew the highest bone for the lead."""
    WON = "won"
    NOBODY_WON = "nobody won"
    """It led the last round, which nobody won."""
    HIGHEST_DOUBLE = "highest double"
    LOWEST_DOUBLE = "lowest double"
    """The double of the fewest pips, but 0-0 is the last."""
    HEAVIEST = "heaviest"
    """It has the heaviest bone, and nobody has a double."""
    HOLDS = "holds"
    """It was dealt the one bone that leads."""
    HOLDS_SIX_SIX = "holds 6-6"
    """It was dealt 6-6, which it needn't lead."""
    NEXT_DOUBLE = "next double"
    """It is the first with a double, from the seat that would have led."""
    NEXT_LEFT = "next to the left"
    NEXT_RIGHT = "next to the right"
    FEWEST_PIPS = "fewest pips"
    FEWEST_PIPS_JOINED_FIRST = "fewest pips, joined first"
    """It is the oldest of those that showed the fewest pips (GEN-4)."""


class Leads(Event):
    """``seat`` leads: it sets the first bone of the round."""

    seat: Seat
    by_lot: bool
    bones: tuple[Bone, ...] = ()
    """The bones that may be led; empty for any bone."""
    reason: LeadReason | None = None
    """``None`` if the event does not say why."""


class PointsEvent(Event):
    """Base class for points that a seat scores before the round ends.

    Each kind of table has its own, with a ``seat`` and its ``points``.
    """

    @property
    def seat(self) -> Seat:
        raise NotImplementedError

    @property
    def points(self) -> int:
        raise NotImplementedError


class Scored(PointsEvent):
    seat: Seat
    sum: Sum

    @property
    def points(self) -> int:
        return self.sum.points


class LayEvent(Event):
    """Base class for a piece that ``seat`` laid in play; each kind of table has its own."""

    @property
    def seat(self) -> Seat:
        raise NotImplementedError

    @property
    def bone(self) -> Bone | None:
        """The bone that was laid; ``None`` for a piece of another kind."""
        return None


class DrawEvent(Event):
    """Base class for a draw by ``seat``; each kind of piece has its own."""

    uncovers = True

    @property
    def seat(self) -> Seat:
        raise NotImplementedError


class TransferEvent(Event):
    """Base class for pieces that pass from hand to hand."""

    def reaches(self, seat: Seat | None) -> bool:
        """Return whether somebody else has handed a piece to ``seat``."""
        raise NotImplementedError

    def uncovers_for(self, seat: Seat) -> bool:
        return self.reaches(seat)


class Drew(DrawEvent):
    """A bone was drawn; only its owner sees which."""

    seat: Seat
    bone: Bone | None
    left: int
    """Number of bones that can still be drawn."""

    def for_seat(self, seat: Seat | None) -> "Drew":
        return self if seat == self.seat else replace(self, bone=None)


class Passed(Event):
    seat: Seat


class Credit(Value):
    """Points awarded to each of ``seats``, with their arithmetic."""

    seats: tuple[Seat, ...]
    sum: Sum


def with_credits(points: tuple[int, ...], given: tuple[Credit, ...]) -> tuple[int, ...]:
    totals = list(points)
    for credit in given:
        for seat in credit.seats:
            totals[seat] += credit.sum.points
    return tuple(totals)


class RoundEndEvent(Event):
    """Base class for the end of a round, after which nothing in it is hidden.

    Each kind of table has its own, with the ``reason`` and the ``winners`` as fields.
    """

    uncovers = True

    @property
    def reason(self) -> str:
        """The reason why the round ended, in one word or a few."""
        raise NotImplementedError

    @property
    def winners(self) -> tuple[Seat, ...]:
        raise NotImplementedError


class HandsCounted(RoundEndEvent):
    """The round is over because somebody is out or nobody can go on, and hands are counted.

    ``reason`` is :data:`DOMINO` or :data:`BLOCKED`. ``out``, ``hands`` and ``credits`` are fields
    without a default, so that every game has to set them.
    """

    @property
    def out(self) -> Seat | None:
        """The seat with no pieces left; ``None`` if the round is blocked."""
        raise NotImplementedError

    @property
    def hands(self) -> tuple[tuple[Bone | Square, ...], ...]:
        """What is left in the hand of every seat of the match, by seat."""
        raise NotImplementedError

    @property
    def credits(self) -> tuple[Credit, ...]:
        raise NotImplementedError

    @property
    def earned(self) -> tuple[int, ...]:
        """Points scored by plays before the end, by seat; empty if plays score nothing."""
        return ()

    @property
    def last(self) -> tuple[Seat, Bone] | None:
        """The seat that laid the last bone, and that bone; ``None`` if it does not matter."""
        return None


class BonesCounted(HandsCounted):
    """The same where all hands are of bones."""

    @property
    def hands(self) -> tuple[tuple[Bone, ...], ...]:
        raise NotImplementedError

    @property
    def shown(self) -> tuple[tuple[Seat, tuple[Bone, ...]], ...]:
        """The hands that the end of the round shows, with their seats."""
        return tuple(enumerate(self.hands))
