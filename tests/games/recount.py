"""Rounds counted again from what was shown at their end, without the engine."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domino.counting import pips
from bot.engine.contract import Event, Seat
from bot.engine.rounds import RoundScored
from bot.games.events import RoundEnded, Scored
from tests.games.playing import Match


def rounds_of(match: Match) -> Iterator[tuple[list[Event], RoundEnded, RoundScored]]:
    """The events of each round, how it ended and what went into the books."""
    events: list[Event] = []
    for ply in match.plies:
        events += ply.events
        scored = [event for event in ply.events if isinstance(event, RoundScored)]
        if scored:
            ended = next(event for event in events if isinstance(event, RoundEnded))
            yield events, ended, scored[0]
            events = []


def winner(ended: RoundEnded) -> Seat | None:
    """Who has nothing left; else who alone has the fewest pips, if there is one."""
    for seat, hand in enumerate(ended.hands):
        if not hand:
            return seat
    held = [pips(hand) for hand in ended.hands]
    return held.index(min(held)) if held.count(min(held)) == 1 else None


def made_by_plays(events: list[Event], seats: int) -> list[int]:
    """What each seat made before the end."""
    made = [0] * seats
    for event in events:
        if isinstance(event, Scored):
            made[event.seat] += event.sum.points
    return made


def others_minus_own(ended: RoundEnded) -> list[int]:
    """All pips in hands, less the winner's twice, for the winner; of 28 bones' 168 no more."""
    points = [0] * len(ended.hands)
    won = winner(ended)
    if won is not None:
        points[won] = sum(map(pips, ended.hands)) - 2 * pips(ended.hands[won])
    return points
