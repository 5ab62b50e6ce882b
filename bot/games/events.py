"""What happens at a table where bones are laid, drawn and counted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.engine.contract import Event, Seat


@dataclass(frozen=True, slots=True)
class Dealt(Event):
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
class Leads(Event):
    """``seat`` sets the first bone of the round."""

    seat: Seat
    by_lot: bool


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A bone was laid."""

    seat: Seat
    bone: Bone
    at: str
    """The opening it was laid at; empty for the lead."""
    ends: tuple[int, ...]
    """What the open ends show afterwards."""


@dataclass(frozen=True, slots=True)
class Drew(Event):
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
class RoundEnded(Event):
    """The round is over and all hands lie face up."""

    reason: str
    """``domino`` or ``blocked``."""
    winners: tuple[Seat, ...]
    """Empty when the lowest hands are tied (GEN-11)."""
    hands: tuple[tuple[Bone, ...], ...]
    """By seat, for every seat of the match; sorted, so that no order of drawing is told."""
    terms: tuple[int, ...]
    """What the winner's points are made of; they add up to the points."""
    layout: Layout
    """The table as it was."""
