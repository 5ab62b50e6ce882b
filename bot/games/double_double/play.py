"""The effects of the moves of Double Double Dominoes."""

from msgspec.structs import replace

from bot.domino.bone import Bone, in_order
from bot.domino.counting import Sum, pips
from bot.engine.contract import Event, Step
from bot.engine.seating import left_of
from bot.games.common.events import Drew, LeadReason, Leads, Scored
from bot.games.common.pieces import dealt_hands, replaced, without
from bot.games.double_double.events import (
    BONEYARD,
    NO_PLACE,
    TARGET,
    BoardDealt,
    BoardEnded,
    LowestShown,
    Pitted,
    Placed,
    Stopped,
)
from bot.games.double_double.moves import Place
from bot.games.double_double.table import HAND, BoardTable, counted, lowest, result, target
from bot.games.double_double.tiling import OnBoard


def deal(state: BoardTable, bones: tuple[Bone, ...]) -> Step[BoardTable]:
    """Deal three each; the lowest bone shown leads, the oldest among equals (DDD-2, DDD-3)."""
    setup = state.setup
    hands = dealt_hands(setup, bones, HAND)
    stock = bones[HAND * setup.seat_count :]
    shown = tuple(map(lowest, hands))
    leader = min(setup.seniority, key=lambda seat: shown[seat].pips)
    tied = [bone.pips for bone in shown].count(shown[leader].pips) > 1
    reason = LeadReason.FEWEST_PIPS_JOINED_FIRST if tied else LeadReason.FEWEST_PIPS
    events = (
        BoardDealt(hands, tuple(map(len, hands)), len(stock)),
        LowestShown(shown),
        Leads(leader, by_lot=False, reason=reason),
    )
    table = replace(
        state, awaits=None, leader=leader, turn=leader, hands=hands, stock=stock, history=events
    )
    return _draw(table, events, 1)  # every turn begins with a draw (DDD-4)


def place(state: BoardTable, move: Place) -> Step[BoardTable]:
    """Place a bone and move the pieces; after a double, the turn may go on (DDD-8, DDD-11)."""
    seat, domino = state.turn, OnBoard(move.bone, move.first, move.second)
    made = counted(state.board, state.positions, move.bone, (move.first, move.second))
    points = made.points(seat)
    positions = tuple([at + more for at, more in zip(state.positions, points, strict=True)])
    events: tuple[Event, ...] = (
        Placed(
            seat,
            move.bone,
            move.first,
            move.second,
            points[seat],
            made.diamond,
            made.bonus,
            positions,
        ),
    )
    if points[seat]:
        terms = tuple(term for term in (made.diamond, made.bonus[seat]) if term)
        events += (Scored(seat, Sum(terms)),)
    hand = without(state.hands[seat], move.bone)
    tiling = state.tiling.place(domino)
    goes_on = move.bone.double and bool(hand)
    table = BoardTable(
        state.setup,
        None,
        seat,
        replaced(state.hands, seat, hand),
        state.stock,
        state.pits,
        tiling,
        positions,
        len(state.tiling.laid) if goes_on else None,
        leader=state.leader,
        history=state.history + events,
    )
    if max(positions) >= target(state.setup):
        return _ended(table, events, TARGET)
    if tiling.full:
        return _ended(table, events, NO_PLACE)
    return Step(table, events) if goes_on else _finish(table, events)


def discard(state: BoardTable, bone: Bone) -> Step[BoardTable]:
    """Put a bone into the pit for good and end the turn (DDD-5)."""
    seat = state.turn
    events = (Pitted(seat, bone),)
    hand, pit = without(state.hands[seat], bone), (*state.pits[seat], bone)
    hands, pits = replaced(state.hands, seat, hand), replaced(state.pits, seat, pit)
    return _finish(replace(state, hands=hands, pits=pits, history=state.history + events), events)


def stop(state: BoardTable) -> Step[BoardTable]:
    """End the turn after a double without placing another bone (DDD-8)."""
    events = (Stopped(state.turn),)
    return _finish(replace(state, after=None, history=state.history + events), events)


def _finish(state: BoardTable, before: tuple[Event, ...]) -> Step[BoardTable]:
    """End a turn by drawing up to three; the next begins with a draw (DDD-10, DDD-4).

    An empty boneyard ends the game (DDD-18). A turn adds one bone to the hand and removes at
    least one, so it never holds more than three.
    """
    step = _draw(state, before, max(0, HAND - len(state.hands[state.turn])))
    if not step.state.stock:
        return _ended(step.state, step.events, BONEYARD)
    following = left_of(state.setup.seats, state.turn)
    return _draw(replace(step.state, turn=following), step.events, 1)


def _draw(state: BoardTable, before: tuple[Event, ...], count: int) -> Step[BoardTable]:
    seat, stock = state.turn, state.stock
    drawn, left = stock[:count], len(stock)
    if not drawn:
        return Step(state, before)
    events = tuple([Drew(seat, bone, left - at) for at, bone in enumerate(drawn, start=1)])
    hand = (*state.hands[seat], *drawn)
    table = BoardTable(
        state.setup,
        None,
        seat,
        replaced(state.hands, seat, hand),
        stock[len(drawn) :],
        state.pits,
        state.tiling,
        state.positions,
        state.after,
        leader=state.leader,
        history=state.history + events,
    )
    return Step(table, before + events)


def _ended(state: BoardTable, before: tuple[Event, ...], reason: str) -> Step[BoardTable]:
    """End the game: the most points win, then the most pips left in hand; ties share (DDD-20)."""
    dots = tuple(map(pips, state.hands))
    outcome = result(state.positions, dots, reason)
    shown = tuple(map(in_order, state.hands))
    board, laid = state.board.name, state.tiling.laid
    at, goal = state.positions, target(state.setup)
    ended = BoardEnded(reason, outcome.winners, shown, dots, at, goal, board, laid)
    over = replace(state, after=None, history=(*state.history, ended), outcome=outcome)
    return Step(over, (*before, ended))
