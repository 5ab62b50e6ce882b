"""Rules for who leads a round, and with which bones."""

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from bot.domino.bone import BY_INDEX, Bone, bone
from bot.engine.contract import Event, Seat, Setup, Value
from bot.engine.seating import left_of, right_of
from bot.games.common.events import LeadReason, Leads
from bot.games.connecting.events import Holding, Lacking, VoidDeal
from bot.games.connecting.scoring import Hands

SIX_SIX = bone(6, 6)


class Lead(Value):
    """The seat that sets the first bone, and what finding it has shown to everybody."""

    seat: Seat | None
    """``None`` if a lot among all seats decides."""
    reason: LeadReason
    bones: tuple[Bone, ...] = ()
    """The bones that may be led; empty for any bone."""
    shown: tuple[Lacking | Holding, ...] = ()
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
    def whole(self) -> Iterator[Bone]:
        """The bones of the set, in any order."""
        return (each for part in (*self.hands, self.stock) for each in part)

    @property
    def doubles(self) -> tuple[Bone, ...]:
        """The doubles of the set, lowest first."""
        return tuple(sorted((each for each in self.whole if each.double), key=BY_INDEX))

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


def right_of_last_leader(first: Leading, deal: DealtHands) -> Lead | Void:
    """Let the seat right of the last leader lead; first, ``first`` decides (DUO-3, PART-3)."""
    previous = deal.setup.previous
    if previous is None or previous.leader is None:
        return first(deal)
    return Lead(right_of(deal.setup.seats, previous.leader), LeadReason.NEXT_RIGHT)


def last_decider(first: Leading, deal: DealtHands) -> Lead | Void:
    """Let whoever won the last round lead any bone; first, ``first`` decides.

    The seat that led a round that nobody won leads again (PART-3, BORI-2, CUBA-4, BRAZ-2).
    """
    previous = deal.setup.previous
    if previous is None or previous.leader is None:
        return first(deal)
    if previous.decider is None:
        return Lead(previous.leader, LeadReason.NOBODY_WON)
    return Lead(previous.decider, LeadReason.WON)


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


def highest_first(deal: DealtHands) -> tuple[Bone, ...]:
    """Return the bones of the set: doubles from the highest, then the others by weight (CUT-3).

    Of equally heavy bones, the one with the higher half comes first.
    """
    whole = sorted(deal.whole, key=lambda each: (each.double, each.pips, each.high))
    return tuple(reversed(whole))


def lowest_first(deal: DealtHands) -> tuple[Bone, ...]:
    """Return the same with the doubles from 1-1 on, 0-0 being the last of them (KOZEL-2)."""
    doubles = deal.doubles
    blank = tuple(each for each in doubles if not each.pips)
    return (*(each for each in doubles if each.pips), *blank, *highest_first(deal)[len(doubles) :])


def first_dealt(deal: DealtHands, order: Sequence[Bone], double: LeadReason) -> Lead:
    """Let the first bone of ``order`` that anybody was dealt lead.

    ``double`` is the reason if it is a double; any other bone leads as the heaviest.
    """
    for at, leads in enumerate(order):
        seat = deal.holder(leads)
        if seat is not None:
            shown = (Lacking(deal.setup.seats, tuple(order[:at])),) if at else ()
            return Lead(seat, double if leads.double else LeadReason.HEAVIEST, (leads,), shown)
    raise ValueError("nobody was dealt a bone")


def many_doubles(
    deal: DealtHands, fewest: int, reason: VoidDeal = VoidDeal.MANY_DOUBLES
) -> Void | None:
    """Return that the deal is void if a hand has ``fewest`` doubles or more; else ``None``."""
    most = max(sum(each.double for each in hand) for hand in deal.hands)
    return Void(reason) if most >= fewest else None


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
    shown = [event for event in history if isinstance(event, Lacking | Holding)]
    led = next((event for event in history if isinstance(event, Leads)), None)
    if list(found.shown) != shown:
        return None
    agrees = found.seat is None if led is None else led == announced(found, led.seat)
    return found if agrees else None


def depends_on_hands(lead: Leading, setup: Setup) -> bool:
    """Return whether a round's lead, or whether its deal is void, depends on what is dealt."""
    try:
        lead(DealtHands(setup, cast("Hands", None), cast("tuple[Bone, ...]", None)))
    except TypeError:  # it looked at bones, and here there are none
        return True
    return False
