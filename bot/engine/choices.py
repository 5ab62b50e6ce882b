"""The choices that seats had in a match: all of them, and those that can still be taken back."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic

from msgspec.structs import replace

from bot.engine.contract import NATURE, Observation, S, Seat, Setup, Value
from bot.engine.game_info import GameInfo
from bot.engine.replay import ReplayedMove, returns_to
from bot.engine.rounds import RoundScored
from bot.engine.rules import Rules


def chooses_openly(info: GameInfo, seen: Observation) -> bool:
    """Return whether the seat of ``seen`` makes its choice, if it has one, at the table itself."""
    return info.open_play and not any(move.secret for move in seen.legal)


@dataclass(frozen=True, slots=True)
class Choice:
    index: int
    """The index of the move in the log."""
    seat: Seat
    number: int
    """The number of the move among the moves of all seats in the match, from 1."""
    round: int
    """The round, from 1."""
    seen: Observation
    code: str


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


class PastChoice(Value, Generic[S]):
    ply: int
    """The length of the log before it."""
    state: S
    """The match before it."""
    has_uncovered: bool
    """True if a piece was drawn, turned over or handed to the seat since, secret choices were
    shown, or a new round was dealt: the choice cannot be taken back."""


Choices = tuple[PastChoice[Any], ...]
"""A seat's past choices, the last one last.

Those before one that has uncovered something are left out, since they cannot be reached.
"""


def choices_after(
    rules: Rules[S, Any], before: S, ply: ReplayedMove[S], choices: Choices, seat: Seat
) -> Choices:
    """Return a seat's past choices after ``ply``, from those before it in the state ``before``."""
    back = returns_to(ply.actor, ply.move.code)
    if back is not None:
        return tuple(each for each in choices if each.ply < back)
    if ply.actor == seat and len(rules.legal_moves(before, seat)) > 1:
        choices = (*choices, PastChoice(ply.index, before, has_uncovered=False))
    if choices and (ply.actor is NATURE or any(each.uncovers_for(seat) for each in ply.events)):
        choices = (replace(choices[-1], has_uncovered=True),)
    return choices
