"""Events at a table where bones are dealt, played, drawn and counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.domino.bone import Bone
from bot.domino.counting import Sum
from bot.domino.layout import DoublePlacement, Layout
from bot.engine.contract import Event, Seat

DOMINO, BLOCKED = "domino", "blocked"
"""Reasons why a round ends: somebody is out, or nobody can go on."""


class VoidDeal(Enum):
    """Reasons why a deal does not count."""

    NO_DOUBLE = "no double"
    """Nobody was dealt a double."""
    MANY_DOUBLES = "many doubles"
    """A hand has more doubles than the game allows."""
    LEADER_LEFT = "leader left over"
    """The bone that has to lead was not dealt."""


@dataclass(frozen=True, slots=True)
class Redealt(Event):
    """The deal was void, and everything is shuffled again (GEN-12)."""

    reason: VoidDeal


class Dealing(Event):
    """Base class for deals of new pieces to everybody; each kind of table has its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Dealt(Dealing):
    """Hands were dealt; a hand that the observer may not see is ``None``."""

    hands: tuple[tuple[Bone, ...] | None, ...]
    """Hands by seat."""
    counts: tuple[int, ...]
    boneyard: int
    """Number of bones that can be drawn."""
    aside: int
    """Number of bones out of play, unseen."""

    def for_seat(self, seat: Seat | None) -> Dealt:
        """Return the event with only the hand of ``seat``; with no hand for a spectator."""
        own = tuple(hand if at == seat else None for at, hand in enumerate(self.hands))
        return replace(self, hands=own)


@dataclass(frozen=True, slots=True)
class Lacking(Event):
    """Finding the leader has shown that ``seats`` were dealt none of ``bones``."""

    seats: tuple[Seat, ...]
    bones: tuple[Bone, ...]


@dataclass(frozen=True, slots=True)
class Leads(Event):
    """``seat`` leads: it sets the first bone of the round."""

    seat: Seat
    by_lot: bool
    bones: tuple[Bone, ...] = ()
    """The bones that may be led; empty for any bone."""


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A bone was laid."""

    seat: Seat
    bone: Bone
    at: str
    """The name of the opening it was laid at; empty for the lead."""
    ends: tuple[int, ...]
    """Pips shown by the open ends afterwards."""
    lie: DoublePlacement = DoublePlacement.ALONG
    """The bone's position: along the line unless it is a double."""
    chosen: bool = False
    """True for a double that could also have been laid the other way."""


class Earning(Event):
    """Base class for points that a seat scores before the round ends.

    Each kind of table has its own, with a ``seat`` and its ``points``.
    """

    __slots__ = ()

    seat: Seat

    @property
    def points(self) -> int:
        """Points scored."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Scored(Earning):
    """The bone just laid has scored points."""

    seat: Seat
    sum: Sum

    @property
    def points(self) -> int:
        """The points of :attr:`sum`."""
        return self.sum.points


class Drawing(Event):
    """Base class for a draw by ``seat``; each kind of piece has its own."""

    __slots__ = ()

    seat: Seat


class Handing(Event):
    """Base class for pieces that pass from hand to hand."""

    __slots__ = ()

    def reaches(self, seat: Seat | None) -> bool:
        """Return whether somebody else has handed a piece to ``seat``."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Drew(Drawing):
    """A bone was drawn; only its owner sees which."""

    seat: Seat
    bone: Bone | None
    left: int
    """Number of bones that can still be drawn."""

    def for_seat(self, seat: Seat | None) -> Drew:
        """Return the event without the bone, unless ``seat`` drew it."""
        return self if seat == self.seat else replace(self, bone=None)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passed: it knocked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Credit:
    """Points awarded to each of ``seats``, with their arithmetic."""

    seats: tuple[Seat, ...]
    sum: Sum


class Closing(Event):
    """Base class for the end of a round, after which nothing in it is hidden.

    Each kind of table has its own, with a ``reason`` of one word or a few, and ``winners``, the
    seats that won the round.
    """

    __slots__ = ()

    reason: str
    winners: tuple[Seat, ...]


class HandsCounted(Closing):
    """The round is over because somebody is out or nobody can go on, and hands are counted.

    ``reason`` is :data:`DOMINO` or :data:`BLOCKED`. ``out`` is the seat with no pieces left;
    ``None`` if the round is blocked. It has no default, so that every game has to set it.
    """

    __slots__ = ()

    out: Seat | None


@dataclass(frozen=True, slots=True)
class RoundEnded(HandsCounted):
    """The round is over, and all hands are face up."""

    reason: str
    """:data:`DOMINO` or :data:`BLOCKED`."""
    winners: tuple[Seat, ...]
    """Empty when the lowest hands are tied (GEN-11)."""
    hands: tuple[tuple[Bone, ...], ...]
    """Hands by seat, for every seat of the match; sorted, to hide the order of drawing."""
    credits: tuple[Credit, ...]
    """Points awarded for the end of the round."""
    layout: Layout
    """The table at the end of the round."""
    out: Seat | None
    """The seat with no bones left; ``None`` if the round is blocked."""
    earned: tuple[int, ...] = ()
    """Points scored by plays before the end, by seat; may be empty if plays score nothing."""

    @property
    def shown(self) -> tuple[tuple[Seat, tuple[Bone, ...]], ...]:
        """The seats with their hands, without those that did not play (no bones, and not out)."""
        hands = enumerate(self.hands)
        return tuple((seat, hand) for seat, hand in hands if hand or seat == self.out)
