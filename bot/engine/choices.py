"""The choices that people and computers had in a match, each with what they could see."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from bot.engine.contract import NATURE, Observation, Rules, Seat, Setup
from bot.engine.replay import ReplayedMove
from bot.engine.rounds import RoundScored


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that a seat chose among several."""

    index: int
    """The index of the move in the log."""
    seat: Seat
    number: int
    """The number of the move among the moves of all seats in the match, from 1."""
    round: int
    """The round, from 1."""
    seen: Observation
    """What the seat saw before the move."""
    code: str
    """The move that it made."""


def choices(
    rules: Rules[Any, Any], setup: Setup, plies: Iterable[ReplayedMove[Any]]
) -> Iterator[Choice]:
    """Yield every move of a replayed match that was chosen among several, in their order."""
    state, number, round_ = rules.start(setup), 0, 1
    for ply in plies:
        if ply.actor is not NATURE:
            number += 1
            if len(rules.legal_moves(state, ply.actor)) > 1:
                seen = rules.observe(state, ply.actor)
                yield Choice(ply.index, ply.actor, number, round_, seen, ply.move.code)
        round_ += sum(isinstance(event, RoundScored) for event in ply.events)
        state = ply.state
