"""A table of Memory at one moment, and what a move does there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domino.bone import Bone
from bot.engine.contract import Event, Lot, Outcome, Seat, Setup, Shuffle, Step
from bot.engine.seating import left_of
from bot.games._memory_seen import (
    CLEARED,
    GridCleared,
    GridLaid,
    Pair,
    Taken,
    TurnedBack,
    TurnedUp,
    TurnUp,
    columns,
)
from bot.games.events import Leads

TWELVE = 12
"""What the four halves of a pair add up to (MEM-4)."""


@dataclass(frozen=True, slots=True)
class MemoryTable:
    """A round at one moment."""

    setup: Setup
    awaits: Shuffle | Lot | None
    """What nature is asked for, if anything."""
    grid: tuple[Bone | None, ...]
    """The tile at each place, ``None`` where it was taken; empty before the grid is laid."""
    shown: frozenset[int]
    """The places whose tiles have been turned up so far."""
    up: int | None
    """Where the first tile of a turn lies face up."""
    turn: Seat
    leader: Seat | None
    pairs: tuple[tuple[Pair, ...], ...]
    """By seat, for every seat of the match."""
    attempts: tuple[int, ...]
    """By seat (MEM-5)."""
    history: tuple[Event, ...] = ()
    outcome: Outcome | None = None


def lay_grid(state: MemoryTable, bones: tuple[Bone, ...]) -> Step[MemoryTable]:
    """All tiles face down; who begins is known, or a lot is drawn (MEM-2, MEM-7)."""
    seats, before = state.setup.seats, state.setup.previous
    events: tuple[Event, ...] = (GridLaid(len(bones)),)
    leader = seats[0] if len(seats) == 1 else None
    if leader is None and before is not None and before.leader is not None:
        leader = left_of(seats, before.leader)
        events += (Leads(leader, by_lot=False),)
    after = replace(
        state,
        awaits=Lot(seats) if leader is None else None,
        grid=bones,
        turn=state.turn if leader is None else leader,
        leader=leader,
        history=state.history + events,
    )
    return Step(after, events)


def begin(state: MemoryTable, seat: Seat) -> Step[MemoryTable]:
    """The lot fell on ``seat``."""
    events = (Leads(seat, by_lot=True),)
    history = state.history + events
    after = replace(state, awaits=None, turn=seat, leader=seat, history=history)
    return Step(after, events)


def turn_up(state: MemoryTable, move: TurnUp) -> Step[MemoryTable]:
    """The first tile of a turn stays up; a second one makes a pair with it, or both go back."""
    bone = state.grid[move.place]
    if bone is None:
        raise ValueError(f"nothing lies at {move.code}")
    turned = TurnedUp(state.turn, move.place, move.code, bone)
    first = None if state.up is None else state.grid[state.up]
    if state.up is None or first is None:
        events = (turned,)
        return Step(_next(state, events, state.grid, state.pairs, up=move.place), events)
    places, pair = (state.up, move.place), (first, bone)
    match = first.pips + bone.pips == TWELVE
    return (_take if match else _turn_back)(_attempted(state), turned, places, pair)


def _take(
    state: MemoryTable, turned: TurnedUp, places: tuple[int, int], pair: Pair
) -> Step[MemoryTable]:
    """The pair is the seat's, and the same seat goes on (MEM-4)."""
    seat = state.turn
    grid = tuple([None if at in places else bone for at, bone in enumerate(state.grid)])
    mine = (*state.pairs[seat], pair)
    pairs = (*state.pairs[:seat], mine, *state.pairs[seat + 1 :])
    events: tuple[Event, ...] = (turned, Taken(seat, places, pair, len(mine)))
    outcome = None
    if not any(grid):
        outcome = _counted(state.setup, pairs, state.attempts)
        events = (*events, _cleared(state, turned, outcome))
    return Step(_next(state, events, grid, pairs, outcome=outcome), events)


def _cleared(state: MemoryTable, last: TurnedUp, outcome: Outcome) -> GridCleared:
    turned = (event for event in (*state.history, last) if isinstance(event, TurnedUp))
    tiles = {event.place: event.bone for event in turned}
    lay = tuple(tiles[place] for place in range(len(state.grid)))
    width = columns(len(lay))
    return GridCleared(CLEARED, outcome.winners, outcome.points, state.attempts, width, lay)


def _turn_back(
    state: MemoryTable, turned: TurnedUp, places: tuple[int, int], pair: Pair
) -> Step[MemoryTable]:
    """Both tiles lie face down again, and the turn passes; alone, one goes on (MEM-4)."""
    events = (turned, TurnedBack(state.turn, places, pair))
    after = _next(state, events, state.grid, state.pairs)
    return Step(replace(after, turn=left_of(state.setup.seats, state.turn)), events)


def _counted(setup: Setup, pairs: tuple[tuple[Pair, ...], ...], tries: tuple[int, ...]) -> Outcome:
    """The most pairs win, and ties share; who plays alone counts the attempts (MEM-6)."""
    points = tuple(map(len, pairs))
    winners = tuple(seat for seat in setup.seats if points[seat] == max(points))
    return Outcome(winners, points, CLEARED, tally=sum(tries) if setup.table == 1 else None)


def _attempted(state: MemoryTable) -> MemoryTable:
    tries = (number + (seat == state.turn) for seat, number in enumerate(state.attempts))
    return replace(state, attempts=tuple(tries))


def _next(
    state: MemoryTable,
    events: tuple[Event, ...],
    grid: tuple[Bone | None, ...],
    pairs: tuple[tuple[Pair, ...], ...],
    *,
    up: int | None = None,
    outcome: Outcome | None = None,
) -> MemoryTable:
    """The table after a tile was turned up; the turn stays where it is."""
    places = {event.place for event in events if isinstance(event, TurnedUp)}
    return MemoryTable(
        state.setup,
        None,
        grid,
        state.shown | places,
        up,
        state.turn,
        state.leader,
        pairs,
        state.attempts,
        state.history + events,
        outcome,
    )
