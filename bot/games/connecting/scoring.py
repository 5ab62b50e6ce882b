"""How a round is counted when somebody is out or nobody can go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.domino.bone import Bone
from bot.domino.counting import Sum, pips, unique_lowest
from bot.engine.contract import Event, Seat, Setup
from bot.games.events import BLOCKED, DOMINO, Credit, Played

Hands = tuple[tuple[Bone, ...], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """A round that is over, before it is counted."""

    setup: Setup
    hands: Hands
    """What is left, by seat, sorted: no sum tells in which order bones came to a hand."""
    out: Seat | None
    """Who has no bones left; ``None``: blocked."""
    history: tuple[Event, ...]

    @property
    def reason(self) -> str:
        """How it ended."""
        return BLOCKED if self.out is None else DOMINO

    @property
    def last(self) -> Played:
        """The bone laid last, and by whom."""
        return next(event for event in reversed(self.history) if isinstance(event, Played))

    @property
    def pips(self) -> dict[Seat, int]:
        """What everybody who plays still holds."""
        return {seat: pips(self.hands[seat]) for seat in self.setup.seats}

    @property
    def winner(self) -> Seat | None:
        """Who is out, else who alone holds the fewest pips, else nobody (BLOCK-7, GEN-11)."""
        return self.out if self.out is not None else unique_lowest(self.pips)


@dataclass(frozen=True, slots=True)
class Count:
    """How a round was counted."""

    winners: tuple[Seat, ...]
    credits: tuple[Credit, ...] = ()


Score = Callable[[Ending], Count]
"""Counts a round."""


def others_minus_own(ending: Ending) -> Count:
    """The pips of all other hands less the own go to the winner (BLOCK-8, DRAW-7).

    If the lowest hand is shared, nobody scores (BLOCK-9).
    """
    winner, held = ending.winner, ending.pips
    if winner is None:
        return Count(())
    terms = [count for seat, count in held.items() if seat != winner]
    if held[winner]:
        terms.append(-held[winner])
    return one_wins(winner, Sum(tuple(terms)))


def others_only(ending: Ending) -> Count:
    """The pips of all other hands go to the winner, nothing is taken off (STAR-6, STAR-7)."""
    winner = ending.winner
    if winner is None:
        return Count(())
    terms = [count for seat, count in ending.pips.items() if seat != winner]
    return one_wins(winner, Sum(tuple(terms)))


def one_wins(winner: Seat, points: Sum) -> Count:
    """``winner`` alone scores."""
    return Count((winner,), (Credit((winner,), points),))
