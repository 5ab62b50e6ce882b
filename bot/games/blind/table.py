"""The state of a round of Blind, and the effects of its moves."""

from msgspec.structs import replace

from bot.domino.bone import DOUBLE_SIX, Bone, in_order
from bot.domino.layout import DoublePlacement, Layout
from bot.engine.contract import ALONE, NOBODY, Event, Outcome, Seat, Step
from bot.engine.seating import left_of
from bot.games.blind.events import (
    DirectionChosen,
    DirectionsShown,
    LotsDrawn,
    OddLaid,
    Returned,
    RowsDealt,
    Turned,
)
from bot.games.blind.moves import FROM_RIGHT
from bot.games.common.events import LeadReason, Leads, with_credits
from bot.games.common.pieces import Row, dealt_hands, replaced
from bot.games.common.rules import RoundState, with_events
from bot.games.connecting.events import Played, RoundEnded, last_laid
from bot.games.connecting.moves import can_play
from bot.games.connecting.scoring import Count, FinishedRound, others_minus_own

Rows = tuple[Row[Bone], ...]
"""Rows by seat: from left to right until all have chosen a direction, then front first."""


class BlindTable(RoundState):
    """The state of a round. Until all have chosen, ``turn`` is the leader, once known."""

    draws: tuple[Seat, ...]
    """Seats that draw lots from that shuffle; empty if it is for the deal."""
    lots: tuple[Bone | None, ...]
    """The lot drawn last, by seat, until everything is shuffled again."""
    directions: tuple[str | None, ...]
    """Directions chosen so far, by seat."""
    choosing: frozenset[Seat]
    """Seats that have not chosen a direction yet."""
    rows: Rows
    """Rows by seat, for every seat of the match."""
    stock: tuple[Bone, ...] = DOUBLE_SIX
    """Unseen bones outside the rows, in the order of the last shuffle."""
    layout: Layout = Layout()
    pending: Bone | None = None
    """The bone turned over that fits both ends, until its owner chooses one."""
    again: bool = False
    """True if the seat to act has laid a bone in this turn."""

    def acting(self) -> frozenset[Seat]:
        return self.choosing or ALONE[self.turn]


def blocked(rows: Rows, layout: Layout) -> bool:
    """Return whether no bone of any row, seen or unseen, can be laid (BLIND-8)."""
    return bool(layout.laid) and not can_play(hands(rows), layout.ends.fitting)


def hands(rows: Rows) -> tuple[tuple[Bone, ...], ...]:
    return tuple([row.pieces for row in rows])


SIZES = {2: 14, 3: 9, 4: 7}
"""Number of bones in a row, by the number of players, unless it is agreed (BLIND-1)."""


def draw_lots(state: BlindTable, bones: tuple[Bone, ...]) -> Step[BlindTable]:
    """Draw lots for the lead: the highest leads, and tied seats draw again (BLIND-2)."""
    drawn = dict(zip(state.draws, bones, strict=False))
    best = max(each.pips for each in drawn.values())
    highest = tuple(seat for seat, each in drawn.items() if each.pips == best)
    events: tuple[Event, ...] = (LotsDrawn(state.draws, tuple(drawn.values())),)
    tied = len(highest) > 1
    if not tied:
        events += (Leads(highest[0], by_lot=True, reason=LeadReason.HIGHEST_LOT),)
    return with_events(
        state,
        *events,
        draws=highest if tied else (),
        lots=tuple(drawn.get(seat) for seat in range(state.setup.seat_count)),
        leader=None if tied else highest[0],
        turn=highest[0],
        stock=bones[len(drawn) :],
    )


def deal(state: BlindTable, bones: tuple[Bone, ...]) -> Step[BlindTable]:
    """Deal the rows, and lay an odd bone or leave it out, as agreed (BLIND-1)."""
    setup = state.setup
    size = setup.number("bones") or SIZES[len(setup.seats)]
    rows = tuple(map(Row, dealt_hands(setup, bones, size)))
    stock, layout = bones[size * len(setup.seats) :], state.layout
    odd = stock[:1] if setup.options["oddTile"] == "starts-layout" else ()
    stock = stock[len(odd) :]
    events: tuple[Event, ...] = (RowsDealt(tuple(len(r.unseen) for r in rows), len(stock)),)
    for bone in odd:
        layout = layout.lead(bone)
        events += (OddLaid(bone, _ends(layout)),)
    if setup.previous is not None:
        events += (Leads(state.turn, by_lot=False, reason=LeadReason.NEXT_LEFT),)
    return with_events(
        state,
        *events,
        awaits=None,
        lots=(None,) * setup.seat_count,
        choosing=frozenset(setup.seats),
        rows=rows,
        stock=stock,
        layout=layout,
    )


def choose(state: BlindTable, seat: Seat, direction: str) -> Step[BlindTable]:
    """Record a direction; when all have chosen, show them and put the rows in order (BLIND-3)."""
    directions = replaced(state.directions, seat, direction)
    rows, choosing = state.rows, state.choosing - {seat}
    events: tuple[Event, ...] = (DirectionChosen(seat),)
    if not choosing:
        events += (DirectionsShown(directions),)
        rows = tuple(
            Row(row.unseen[::-1] if directions[at] == FROM_RIGHT else row.unseen)
            for at, row in enumerate(rows)
        )
    return with_events(state, *events, directions=directions, choosing=choosing, rows=rows)


def turn_over(state: BlindTable) -> Step[BlindTable]:
    """Turn over the front bone: lay it, wait for a choice of end, or return it (BLIND-4, 5)."""
    seat, layout = state.turn, state.layout
    bone, row = state.rows[seat].split()
    rows = replaced(state.rows, seat, row)
    turned = Turned(seat, bone)
    fitting = [opening.name for opening in layout.openings if bone.has(opening.pips)]
    if not layout.laid:
        return lay(state, rows, bone, "", (turned,))
    if len(fitting) == 1:
        return lay(state, rows, bone, fitting[0], (turned,))
    if fitting:
        return _next(state, rows, layout, seat, (turned,), pending=bone)
    events = (turned, Returned(seat, bone, bone.double))
    rows = replaced(state.rows, seat, row.put_back(bone))
    following = left_of(state.setup.seats, seat)
    return _next(state, rows, layout, following, events)


def lay(
    state: BlindTable, rows: Rows, bone: Bone, at: str, before: tuple[Event, ...]
) -> Step[BlindTable]:
    """Lay a bone; then the same seat goes on, the next one is up, or the round ends."""
    seat, layout, setup = state.turn, state.layout, state.setup
    goes_on = not layout.laid or setup.options["continueOnSuccess"] == "on"
    layout = layout.lay(bone, at) if layout.laid else layout.lead(bone)
    lie = DoublePlacement.ACROSS if bone.double else DoublePlacement.ALONG
    end = layout.ends.names.index(at) if at else 0
    played = Played(seat, bone, at, _ends(layout), lie, end=end)
    events = (*before, played)
    out = not rows[seat].unseen and not rows[seat].turned
    if out or blocked(rows, layout):
        over = _next(state, rows, layout, seat, events).state
        return _ended(over, events, seat if out else None)
    following = seat if goes_on else left_of(setup.seats, seat)
    return _next(state, rows, layout, following, events, again=goes_on)


def _ended(state: BlindTable, events: tuple[Event, ...], out: Seat | None) -> Step[BlindTable]:
    """Score the round and turn over all rows (BLIND-8, BLIND-9)."""
    setup = state.setup
    ending = FinishedRound(setup=setup, hands=hands(state.rows), out=out, last=None)
    scores = setup.options["target"] != "none"
    winners = () if ending.winner is None else (ending.winner,)
    count = others_minus_own(ending) if scores else Count(winners)
    points = with_credits((0,) * setup.seat_count, count.credits)
    shown = tuple(map(in_order, ending.hands))
    ended = RoundEnded(
        reason=ending.reason,
        winners=count.winners,
        hands=shown,
        credits=count.credits,
        layout=state.layout,
        out=out,
        last=last_laid(state.history),
    )
    over = replace(
        state,
        rows=tuple(Row((), hand) for hand in ending.hands),
        history=(*state.history, ended),
        outcome=Outcome(count.winners, points, ending.reason),
    )
    return Step(over, (*events, ended))


def _next(
    state: BlindTable,
    rows: Rows,
    layout: Layout,
    turn: Seat,
    events: tuple[Event, ...],
    *,
    pending: Bone | None = None,
    again: bool = False,
) -> Step[BlindTable]:
    return with_events(
        state,
        *events,
        awaits=None,
        turn=turn,
        draws=(),
        choosing=NOBODY,
        rows=rows,
        layout=layout,
        pending=pending,
        again=again,
    )


def _ends(layout: Layout) -> tuple[int, ...]:
    return tuple([opening.pips for opening in layout.openings])
