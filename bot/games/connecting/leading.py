"""Rules for who leads a round, and with which bones."""

from collections.abc import Callable

from bot.domino.bone import BY_INDEX, Bone, bone
from bot.engine.contract import Event, Seat, Setup, Value
from bot.engine.seating import left_of
from bot.games.common.events import LeadReason, Leads
from bot.games.connecting.events import Lacking, VoidDeal
from bot.games.connecting.scoring import Hands

SIX_SIX = bone(6, 6)


class Lead(Value):
    """The seat that sets the first bone, and what finding it has shown to everybody."""

    seat: Seat | None
    """``None`` if a lot among all seats decides."""
    reason: LeadReason
    bones: tuple[Bone, ...] = ()
    """The bones that may be led; empty for any bone."""
    shown: tuple[Lacking, ...] = ()
    draws: int = 0
    """Number of bones that the leader takes from the stock first."""


class Void(Value):
    """A deal that does not count and is repeated (GEN-12)."""

    reason: VoidDeal


class DealtHands(Value):
    setup: Setup
    hands: Hands
    """Hands by seat, for every seat of the match."""
    stock: tuple[Bone, ...]

    @property
    def doubles(self) -> tuple[Bone, ...]:
        """The doubles of the set, lowest first."""
        held = (each for part in (*self.hands, self.stock) for each in part if each.double)
        return tuple(sorted(held, key=BY_INDEX))

    def holder(self, wanted: Bone) -> Seat | None:
        return next((seat for seat, hand in enumerate(self.hands) if wanted in hand), None)


Leading = Callable[[DealtHands], Lead | Void]

BY_LOT = Lead(None, LeadReason.LOT)


def last_winner_or_lot(deal: DealtHands) -> Lead:
    """Let the last winner lead any bone, or a lot decide if there is none (DRAW-2, FIVES-2)."""
    previous = deal.setup.previous
    if previous is None or not previous.winners:
        return BY_LOT
    return Lead(previous.winners[0], LeadReason.WON)


def left_of_last_leader(deal: DealtHands) -> Lead:
    """Let the seat to the left of the last leader lead any bone; first a lot decides (FT-3)."""
    previous = deal.setup.previous
    if previous is None or previous.leader is None:
        return BY_LOT
    return Lead(left_of(deal.setup.seats, previous.leader), LeadReason.NEXT_LEFT)


def highest_double(deal: DealtHands) -> Lead | Void:
    """Let the highest double lead; without one, the deal is void (CROSS-3, CLASSIC-2)."""
    higher: tuple[Bone, ...] = ()
    for double in reversed(deal.doubles):
        seat = deal.holder(double)
        if seat is not None:
            shown = (Lacking(deal.setup.seats, higher),) if higher else ()
            return Lead(seat, LeadReason.HIGHEST_DOUBLE, (double,), shown)
        higher += (double,)
    return Void(VoidDeal.NO_DOUBLE)


def any_double_from(first: Seat, reason: LeadReason, deal: DealtHands) -> Lead | Void:
    """Let ``first``, or the next seat to the left with a double, lead any of its doubles (CROSS-4).

    ``reason`` is why ``first`` would lead. The deal is void if nobody was dealt a double.
    """
    shown: tuple[Lacking, ...] = ()
    seat, doubles = first, deal.doubles
    for _ in deal.setup.seats:
        if any(each.double for each in deal.hands[seat]):
            why = LeadReason.NEXT_DOUBLE if shown else reason
            return Lead(seat, why, doubles, shown)
        shown += (Lacking((seat,), doubles),)
        seat = left_of(deal.setup.seats, seat)
    return Void(VoidDeal.NO_DOUBLE)


def six_six(deal: DealtHands, draws: int = 0) -> Lead:
    """Let the seat that was dealt 6-6 lead it (STAR-2, LUCKY-3, DUO-3)."""
    return Lead(deal.holder(SIX_SIX), LeadReason.HOLDS, (SIX_SIX,), draws=draws)


def announced(lead: Lead, seat: Seat) -> Leads:
    """Return the event that announces the leader; ``seat`` is used only if a lot decided."""
    leader = seat if lead.seat is None else lead.seat
    return Leads(leader, lead.seat is None, lead.bones, lead.reason)


def consistent_lead(found: Lead | Void, history: tuple[Event, ...]) -> Lead | None:
    """Return the lead of an imagined deal if it agrees with ``history``, else ``None``."""
    if isinstance(found, Void):
        return None
    shown = [event for event in history if isinstance(event, Lacking)]
    led = next((event for event in history if isinstance(event, Leads)), None)
    if list(found.shown) != shown:
        return None
    agrees = found.seat is None if led is None else led == announced(found, led.seat)
    return found if agrees else None
