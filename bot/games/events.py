"""What happens at a table where bones are laid, drawn and counted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.domino.bone import Bone
from bot.domino.counting import Sum
from bot.domino.layout import Layout, Lie
from bot.engine.contract import Event, Seat

DOMINO, BLOCKED = "domino", "blocked"
"""How a round ends: somebody is out, or nobody can go on."""


class VoidDeal(Enum):
    """Why a deal does not count."""

    NO_DOUBLE = "no double"
    """Nobody was dealt one."""
    MANY_DOUBLES = "many doubles"
    """A hand has more than the game allows."""
    LEADER_LEFT = "leader left over"
    """The bone that has to lead was not dealt."""


@dataclass(frozen=True, slots=True)
class Redealt(Event):
    """The deal was void, and everything is shuffled again (GEN-12)."""

    reason: VoidDeal


class Dealing(Event):
    """Everybody has new pieces. Each kind of table has its own."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Dealt(Dealing):
    """Hands were dealt; a hand of another seat is ``None``."""

    hands: tuple[tuple[Bone, ...] | None, ...]
    """By seat."""
    counts: tuple[int, ...]
    boneyard: int
    """Bones that can be drawn."""
    aside: int
    """Bones out of play, unseen."""

    def for_seat(self, seat: Seat | None) -> Dealt:
        """Only the own hand."""
        own = tuple(hand if at == seat else None for at, hand in enumerate(self.hands))
        return replace(self, hands=own)


@dataclass(frozen=True, slots=True)
class Lacking(Event):
    """Finding out who leads has shown that ``seats`` were dealt none of ``bones``."""

    seats: tuple[Seat, ...]
    bones: tuple[Bone, ...]


@dataclass(frozen=True, slots=True)
class Leads(Event):
    """``seat`` sets the first bone of the round."""

    seat: Seat
    by_lot: bool
    bones: tuple[Bone, ...] = ()
    """Those that may be led, if not any bone."""


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A bone was laid."""

    seat: Seat
    bone: Bone
    at: str
    """The opening it was laid at; empty for the lead."""
    ends: tuple[int, ...]
    """What the open ends show afterwards."""
    lie: Lie = Lie.ALONG
    """How it lies."""
    chosen: bool = False
    """Whether it could have lain otherwise."""


class Earning(Event):
    """A seat has made points before the round's end. Each kind of table has its own.

    It has a ``seat`` and its ``points``.
    """

    __slots__ = ()

    seat: Seat

    @property
    def points(self) -> int:
        """How many."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Scored(Earning):
    """The bone just laid has made points."""

    seat: Seat
    sum: Sum

    @property
    def points(self) -> int:
        """What the sum comes to."""
        return self.sum.points


class Drawing(Event):
    """A ``seat`` drew a piece. Each kind of piece has its own."""

    __slots__ = ()

    seat: Seat


class Handing(Event):
    """Pieces went from hand to hand."""

    __slots__ = ()

    def reaches(self, seat: Seat | None) -> bool:
        """Whether ``seat`` was handed something by somebody else."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Drew(Drawing):
    """A bone was drawn; only its owner sees which."""

    seat: Seat
    bone: Bone | None
    left: int
    """Bones left in the boneyard."""

    def for_seat(self, seat: Seat | None) -> Drew:
        """Without the bone, unless it is the own one."""
        return self if seat == self.seat else replace(self, bone=None)


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat could not play: it knocked."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Credit:
    """Points that each of ``seats`` is given, with their arithmetic."""

    seats: tuple[Seat, ...]
    sum: Sum


class Closing(Event):
    """The round is over, and nothing of it is hidden any more. Each kind of table has its own.

    It has a ``reason``, one word or a few, and ``winners``, the seats that won the round.
    """

    __slots__ = ()

    reason: str
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded(Closing):
    """The round is over and all hands lie face up."""

    reason: str
    """:data:`DOMINO` or :data:`BLOCKED`."""
    winners: tuple[Seat, ...]
    """Empty when the lowest hands are tied (GEN-11)."""
    hands: tuple[tuple[Bone, ...], ...]
    """By seat, for every seat of the match; sorted, so that no order of drawing is told."""
    credits: tuple[Credit, ...]
    """What the round's end is worth."""
    layout: Layout
    """The table as it was."""
    earned: tuple[int, ...] = ()
    """Points made by plays before the end, by seat, in a game that has such."""
    out: Seat | None = None
    """Who has no bones left; ``None`` when it is blocked."""

    @property
    def shown(self) -> tuple[tuple[Seat, tuple[Bone, ...]], ...]:
        """The hands of those who took part: who holds nothing is out, or did not play."""
        hands = enumerate(self.hands)
        return tuple((seat, hand) for seat, hand in hands if hand or seat == self.out)
