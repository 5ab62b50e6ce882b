"""The state of a round of Memory, and the effects of its moves."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from msgspec.structs import replace

from bot.domino.bone import Bone
from bot.engine.contract import Event, Lot, Outcome, Seat, Setup, Step
from bot.engine.seating import left_of
from bot.games.common.events import Leads
from bot.games.common.pieces import replaced
from bot.games.common.rules import RoundState, with_events
from bot.games.memory.events import (
    CLEARED,
    GridCleared,
    GridLaid,
    Pair,
    Taken,
    TurnedBack,
    TurnedUp,
)
from bot.games.memory.moves import TurnUp, rows

TWELVE = 12
"""Total pips of the four halves of a pair (MEM-4)."""


class MemoryTable(RoundState):
    grid: tuple[Bone | None, ...]
    """The tile at each place, ``None`` where it was taken; empty before the grid is laid."""
    shown: frozenset[int]
    """Places whose tiles have been turned up so far."""
    up: int | None
    """Place of the first tile of a turn, which is face up; ``None`` if there is none."""
    pairs: tuple[tuple[Pair, ...], ...]
    attempts: tuple[int, ...]
    """Number of attempts, by seat (MEM-5)."""


def lay_grid(state: MemoryTable, bones: tuple[Bone, ...]) -> Step[MemoryTable]:
    """Lay all tiles face down; then a known seat begins, or a lot is drawn (MEM-2, MEM-7)."""
    seats, before = state.setup.seats, state.setup.previous
    events: tuple[Event, ...] = (GridLaid(len(bones)),)
    leader = seats[0] if len(seats) == 1 else None
    if leader is None and before is not None and before.leader is not None:
        leader = left_of(seats, before.leader)
        events += (Leads(leader, by_lot=False),)
    return with_events(
        state,
        *events,
        awaits=Lot(seats) if leader is None else None,
        grid=bones,
        turn=state.turn if leader is None else leader,
        leader=leader,
    )


def begin(state: MemoryTable, seat: Seat) -> Step[MemoryTable]:
    events = (Leads(seat, by_lot=True),)
    return with_events(state, *events, awaits=None, turn=seat, leader=seat)


def make_pair(one: int, other: int) -> bool:
    """Return whether two tiles with these pips are a pair (MEM-4)."""
    return one + other == TWELVE


def result(setup: Setup, pairs: Sequence[int], attempts: Sequence[int]) -> Outcome:
    """Return the result: the most pairs win, ties share, a lone player counts attempts (MEM-6)."""
    best = max(pairs[seat] for seat in setup.seats)
    winners = tuple([seat for seat in setup.seats if pairs[seat] == best])
    tally = sum(attempts) if setup.seat_count == 1 else None
    return Outcome(winners, tuple(pairs), CLEARED, tally=tally)


def turn_up(state: MemoryTable, move: TurnUp) -> Step[MemoryTable]:
    """Turn up a tile: the first stays up; the second makes a pair with it, or both go back.

    Raises ``ValueError`` if there is no tile at that place.
    """
    bone = state.grid[move.place]
    if bone is None:
        raise ValueError(f"nothing lies at {move.code}")
    turned = TurnedUp(state.turn, move.place, move.code, bone)
    first = None if state.up is None else state.grid[state.up]
    if state.up is None or first is None:
        return _next(state, (turned,), state.turn, up=move.place)
    places, pair = (state.up, move.place), (first, bone)
    if make_pair(first.pips, bone.pips):
        return _take(state, turned, places, pair)
    events = (turned, TurnedBack(state.turn, places, pair))
    return _next(state, events, left_of(state.setup.seats, state.turn))


def _take(
    state: MemoryTable, turned: TurnedUp, places: tuple[int, int], pair: Pair
) -> Step[MemoryTable]:
    """Give the pair to the seat, which goes on unless the grid is empty (MEM-4)."""
    seat = state.turn
    grid = tuple([None if at in places else bone for at, bone in enumerate(state.grid)])
    mine = (*state.pairs[seat], pair)
    pairs = replaced(state.pairs, seat, mine)
    events: tuple[Event, ...] = (turned, Taken(seat, places, pair, len(mine)))
    after = replace(_next(state, events, seat).state, grid=grid, pairs=pairs)
    return Step(after, events) if any(grid) else _cleared(after, events)


def _cleared(state: MemoryTable, events: tuple[Event, ...]) -> Step[MemoryTable]:
    """End the round and show where every tile was (MEM-6)."""
    outcome = result(state.setup, tuple(map(len, state.pairs)), state.attempts)
    tiles = {event.place: event.bone for event in state.history if isinstance(event, TurnedUp)}
    lay = tuple(tiles[place] for place in range(len(state.grid)))
    ended = GridCleared(
        CLEARED, outcome.winners, outcome.points, state.attempts, rows(len(lay)), lay
    )
    return Step(replace(state, history=(*state.history, ended), outcome=outcome), (*events, ended))


def in_view(state: MemoryTable) -> tuple[TurnedBack, ...]:
    """Return the attempts without a pair whose tiles are still shown, oldest first (MEM-9).

    Those are all since the last turn of the seat to act. A lone player sees an attempt until the
    next tile is turned up.
    """
    if state.outcome is not None:
        return ()
    latest = reversed(state.history)
    missed = (event for event in latest if isinstance(event, TurnedBack))
    since: Iterable[TurnedBack] = takewhile(lambda event: event.seat != state.turn, missed)
    if state.setup.seat_count == 1:
        since = (event for event in state.history[-1:] if isinstance(event, TurnedBack))
    return tuple(since)[::-1]


def _next(
    state: MemoryTable, events: tuple[Event, ...], turn: Seat, *, up: int | None = None
) -> Step[MemoryTable]:
    tries = state.attempts
    if up is None:
        tries = replaced(tries, state.turn, tries[state.turn] + 1)
    places = [event.place for event in events if isinstance(event, TurnedUp)]
    return with_events(
        state, *events, turn=turn, shown=state.shown.union(places), up=up, attempts=tries
    )
