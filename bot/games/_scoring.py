"""How a round is counted when somebody is out or nobody can go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.counting import pips, unique_lowest
from bot.engine.contract import Outcome, Seat, Setup
from bot.games.events import RoundEnded

DOMINO, BLOCKED = "domino", "blocked"
Hands = tuple[tuple[Bone, ...], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a round, as a result and as it is told."""

    outcome: Outcome
    event: RoundEnded


Score = Callable[[Setup, Hands, Seat | None], Ending]
"""Counts a round: setup, the hands left, and who went out (``None``: blocked)."""


def others_minus_own(setup: Setup, hands: Hands, out: Seat | None) -> Ending:
    """The pips of all other hands less the own go to the one who is out, else to the unique lowest
    hand; a tie for the lowest gives nobody anything (BLOCK-7…9, DRAW-7)."""
    counts = {seat: pips(hands[seat]) for seat in setup.seats}
    winner = out if out is not None else unique_lowest(counts)
    reason = BLOCKED if out is None else DOMINO
    if winner is None:
        return ending(setup, hands, reason, (), ())
    terms = [counts[seat] for seat in setup.seats if seat != winner]
    if counts[winner]:
        terms.append(-counts[winner])
    return ending(setup, hands, reason, (winner,), tuple(terms))


def ending(
    setup: Setup, hands: Hands, reason: str, winners: tuple[Seat, ...], terms: tuple[int, ...]
) -> Ending:
    """An ending in which each of ``winners`` scores the sum of ``terms``."""
    points = tuple(sum(terms) if seat in winners else 0 for seat in range(setup.table))
    return Ending(
        Outcome(winners, points, reason),
        RoundEnded(reason, winners, hands, terms),
    )
