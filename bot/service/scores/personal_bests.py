"""Matches played alone: a person's results so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.scores import SoloResult


@dataclass(frozen=True, slots=True)
class PersonalBests:
    """The summary of a person's tries at one game."""

    played: int
    won: int
    best: SoloResult | None
    """The rated try without hints that has the lowest tally, then the shortest time; ``None``
    before there is one."""


def personal_bests(results: Sequence[SoloResult]) -> PersonalBests:
    """Summarize tries at the same game and options; of two equal ones the earlier counts."""
    tallied = [each for each in results if each.tally is not None and each.may_be_best]
    return PersonalBests(
        len(results),
        sum(each.won for each in results),
        min(tallied, key=lambda each: (each.tally, each.seconds), default=None),
    )
