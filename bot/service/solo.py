"""Matches played alone: how a person has done so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.service.ports import Try


@dataclass(frozen=True, slots=True)
class Bests:
    """What somebody's tries at one game come to."""

    played: int
    won: int
    best: Try | None
    """The fewest tally, then the shortest time; ``None`` before the first."""


def bests(tries: Sequence[Try]) -> Bests:
    """Of tries at the same game with the same options; the earlier of two equal ones stays."""
    tallied = [each for each in tries if each.tally is not None]
    return Bests(
        len(tries),
        sum(each.won for each in tries),
        min(tallied, key=lambda each: (each.tally, each.seconds), default=None),
    )
