"""How a round is counted when somebody is out or nobody can go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.counting import pips, unique_lowest
from bot.engine.contract import Outcome, Seat, Setup

DOMINO, BLOCKED = "domino", "blocked"
Hands = tuple[tuple[Bone, ...], ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How a round was counted."""

    outcome: Outcome
    terms: tuple[int, ...]
    """What each winner's points are made of; they add up to the points."""


Score = Callable[[Setup, Hands, Seat | None], Count]
"""Counts a round: setup, the hands left, and who went out (``None``: blocked)."""


def others_minus_own(setup: Setup, hands: Hands, out: Seat | None) -> Count:
    """The pips of all other hands less the own go to the winner (BLOCK-7…9, DRAW-7).

    That is who went out, else the unique lowest hand; if the lowest is shared, nobody scores.
    """
    counts = {seat: pips(hands[seat]) for seat in setup.seats}
    winner = out if out is not None else unique_lowest(counts)
    reason = BLOCKED if out is None else DOMINO
    if winner is None:
        return counted(setup, reason, (), ())
    terms = [counts[seat] for seat in setup.seats if seat != winner]
    if counts[winner]:
        terms.append(-counts[winner])
    return counted(setup, reason, (winner,), tuple(terms))


def counted(setup: Setup, reason: str, winners: tuple[Seat, ...], terms: tuple[int, ...]) -> Count:
    """A count in which each of ``winners`` scores the sum of ``terms``."""
    points = tuple(sum(terms) if seat in winners else 0 for seat in range(setup.table))
    return Count(Outcome(winners, points, reason), terms)
