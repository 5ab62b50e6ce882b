"""What the plays of others suggest about their hands.

Most players, when they can, get rid of doubles first, then of heavy bones. So a hand that could
have laid such a bone, and laid a lesser one, probably did not have it. That is a guess, not a
deduction: a world that speaks against it is made less likely, never impossible.
"""

from bot.domino.bone_sets import BIT
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Seat
from bot.engine.value import Value
from bot.games.connecting.events import Played
from bot.games.connecting.gates import playable
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.position import Course

_DOUBT = 0.15
"""The odds that a player keeps a bone that most would have laid."""
ODDS = tuple(_DOUBT**kept for kept in range(100))
"""The odds of a world by the number of times that somebody would have kept such a bone in it."""


class SeenPlay(Value):
    """A bone that somebody laid, after the lead."""

    when: int
    """Index in the history."""
    seat: Seat
    bit: int
    """The bit of the bone (:mod:`bot.domino.bone_sets`)."""
    better: int
    """The mask of the bones that could have been laid and that most would have preferred."""


def plays_of_others(seen: TableSeen, course: Course) -> tuple[SeenPlay, ...]:
    """Return the plays of all seats but the observer's."""
    ends, found = Ends(), []
    for when, event in enumerate(seen.history):
        if not isinstance(event, Played):
            continue
        bit, spinner = BIT[event.bone], event.lie is DoublePlacement.SPINNER
        if not ends.bones:
            ends.lead(event.bone, spinner=spinner)
            continue
        if event.seat != seen.seat:
            better = playable(course.gate, course.setup, ends) & course.likelier(bit)
            found.append(SeenPlay(when, event.seat, bit, better))
        ends.lay(ends.names.index(event.at), event.bone, spinner=spinner)
    return tuple(found)
