"""A seat's past choices in a running match, and whether the last can still be taken back."""

from typing import Any, Generic

from msgspec.structs import replace

from bot.engine.contract import NATURE, Rules, S, Seat
from bot.engine.replay import ReplayedMove
from bot.engine.take_back import returns_to
from bot.engine.value import Value


class PastChoice(Value, Generic[S]):
    """A seat's move that it chose among several."""

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
