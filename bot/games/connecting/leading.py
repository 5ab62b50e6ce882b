"""Who leads a round, and with which bones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.domino.bone import Bone, bone
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Event, Seat, Setup
from bot.engine.seating import left_of
from bot.games.connecting.scoring import Hands
from bot.games.events import Lacking, Leads, VoidDeal

DOUBLES = tuple(each for each in DOUBLE_SIX if each.double)
SIX_SIX = bone(6, 6)


@dataclass(frozen=True, slots=True)
class Lead:
    """Who sets the first bone, and what finding that out has shown to everybody."""

    seat: Seat | None
    """``None`` for a lot among all."""
    bones: tuple[Bone, ...] = ()
    """Those that may be led; empty for any."""
    shown: tuple[Lacking, ...] = ()
    draws: int = 0
    """Bones that the leader takes from the stock first."""


@dataclass(frozen=True, slots=True)
class Void:
    """The deal does not count and is repeated (GEN-12)."""

    reason: VoidDeal


@dataclass(frozen=True, slots=True)
class Deal:
    """What was dealt."""

    setup: Setup
    hands: Hands
    """By seat, for every seat of the match."""
    stock: tuple[Bone, ...]

    def holder(self, wanted: Bone) -> Seat | None:
        """Who was dealt that bone."""
        return next((seat for seat, hand in enumerate(self.hands) if wanted in hand), None)


Leading = Callable[[Deal], Lead | Void]
"""Finds the leader of a deal."""

BY_LOT = Lead(None)


def last_winner_or_lot(deal: Deal) -> Lead:
    """The winner of the round before leads any bone (DRAW-2, FIVES-2).

    In the first round, and when there was no winner, a lot decides.
    """
    previous = deal.setup.previous
    return Lead(previous.winners[0]) if previous is not None and previous.winners else BY_LOT


def highest_double(deal: Deal) -> Lead | Void:
    """Who was dealt the highest double leads it (CROSS-3, CLASSIC-2)."""
    higher: tuple[Bone, ...] = ()
    for double in reversed(DOUBLES):
        seat = deal.holder(double)
        if seat is not None:
            shown = (Lacking(deal.setup.seats, higher),) if higher else ()
            return Lead(seat, (double,), shown)
        higher += (double,)
    return Void(VoidDeal.NO_DOUBLE)


def any_double_from(first: Seat, deal: Deal) -> Lead | Void:
    """``first``, or who follows to the left and has a double, leads any of theirs (CROSS-4)."""
    shown: tuple[Lacking, ...] = ()
    seat = first
    for _ in deal.setup.seats:
        if any(each.double for each in deal.hands[seat]):
            return Lead(seat, DOUBLES, shown)
        shown += (Lacking((seat,), DOUBLES),)
        seat = left_of(deal.setup.seats, seat)
    return Void(VoidDeal.NO_DOUBLE)


def six_six(deal: Deal, draws: int = 0) -> Lead:
    """Who was dealt 6-6 leads it (STAR-2, LUCKY-3, DUO-3); ``draws`` as in :class:`Lead`."""
    return Lead(deal.holder(SIX_SIX), (SIX_SIX,), draws=draws)


def announced(lead: Lead, seat: Seat) -> Leads:
    """How it is told that ``seat`` leads; only a lot may pick who."""
    return Leads(seat if lead.seat is None else lead.seat, lead.seat is None, lead.bones)


def as_told(found: Lead | Void, history: tuple[Event, ...]) -> Lead | None:
    """The lead of an imagined deal, if it is the one that was told; else ``None``."""
    if isinstance(found, Void):
        return None
    shown = [event for event in history if isinstance(event, Lacking)]
    led = next((event for event in history if isinstance(event, Leads)), None)
    if list(found.shown) != shown:
        return None
    agrees = found.seat is None if led is None else led == announced(found, led.seat)
    return found if agrees else None
