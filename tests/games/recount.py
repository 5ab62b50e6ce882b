"""Rounds scored again from the events at their end, without the engine."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from bot.domino.counting import pips
from bot.engine.contract import Event, Seat
from bot.engine.rounds import RoundScored
from bot.games.common.events import Scored
from bot.games.connecting.events import RoundEnded
from tests.games.playing import Match

E = TypeVar("E", bound=Event)
Count = Callable[[list[Event], RoundEnded], list[int]]


def events_of(match: Match, kind: type[E]) -> list[E]:
    return [event for ply in match.plies for event in ply.events if isinstance(event, kind)]


def rounds_of(match: Match) -> Iterator[tuple[list[Event], RoundEnded, RoundScored]]:
    events: list[Event] = []
    for ply in match.plies:
        events += ply.events
        scored = [event for event in ply.events if isinstance(event, RoundScored)]
        if scored:
            ended = next(event for event in events if isinstance(event, RoundEnded))
            yield events, ended, scored[0]
            events = []


def check_the_books(match: Match, points: Count) -> list[int]:
    """Check that ``points`` gives every round's score, and that totals add up; return the last."""
    totals = [0] * match.setup.seat_count
    for events, ended, scored in rounds_of(match):
        now = points(events, ended)
        assert scored.points == tuple(now)
        totals = [total + more for total, more in zip(totals, now, strict=True)]
        assert scored.totals == tuple(totals)
    return totals


def winner(ended: RoundEnded) -> Seat | None:
    """Return the seat with nothing left, else the one with the fewest pips; ``None`` if tied."""
    for seat, hand in enumerate(ended.hands):
        if not hand:
            return seat
    held = [pips(hand) for hand in ended.hands]
    return held.index(min(held)) if held.count(min(held)) == 1 else None


def made_by_plays(events: list[Event], seats: int) -> list[int]:
    made = [0] * seats
    for event in events:
        if isinstance(event, Scored):
            made[event.seat] += event.sum.points
    return made


def others_minus_own(events: list[Event], ended: RoundEnded) -> list[int]:
    """Return the winner's points: all pips in hands, minus twice the winner's own."""
    points = [0] * len(ended.hands)
    won = winner(ended)
    if won is not None:
        points[won] = sum(map(pips, ended.hands)) - 2 * pips(ended.hands[won])
    return points
