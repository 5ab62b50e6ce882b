"""What the plays of others suggest about their hands.

Most players, when they can, score; else they get rid of doubles first, then of heavy bones. So a
hand that could have laid such a bone, and laid a lesser one, probably did not have it. That is a
guess, not a deduction: a world that speaks against it is made less likely, never impossible.
"""

from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Seat
from bot.engine.value import Value
from bot.games.connecting.events import Played
from bot.games.connecting.gates import playable
from bot.games.connecting.observation import TableSeen
from bot.games.connecting.position import Course, scoring_plays

_DOUBT = 0.15
"""The odds that a player keeps a bone that most would have laid."""
ODDS = tuple(_DOUBT**kept for kept in range(100))
"""The odds of a world by the number of times that somebody would have kept such a bone in it."""


class SeenPlay(Value):
    """A bone that somebody laid, after the lead."""

    when: int
    """Index in the history."""
    seat: Seat
    better: int
    """The mask of the bones that could have been laid and that most would have preferred."""


def plays_of_others(seen: TableSeen, course: Course) -> tuple[SeenPlay, ...]:
    """Return the plays of all seats but the observer's."""
    ends, found = Ends(), []
    for when, event in enumerate(seen.history):
        if not isinstance(event, Played):
            continue
        bit, spinner = event.bone.bit, event.lie is DoublePlacement.SPINNER
        if not ends.lying:
            ends.lead(event.bone, spinner=spinner)
            continue
        if event.seat != seen.seat:
            found.append(SeenPlay(when, event.seat, _better(course, ends, bit)))
        ends.lay(ends.names.index(event.at), event.bone, spinner=spinner)
    return tuple(found)


def _better(course: Course, ends: Ends, bit: int) -> int:
    """Return the mask of the bones that fit and that most prefer to one: by points, then habit."""
    fitting = playable(course.gate, course.setup, ends)
    if course.earn is None:
        return fitting & course.likelier(bit)
    scoring = scoring_plays(course, ends, [fitting & bones for bones in ends.fits])
    points = {each: made for each, (made, _) in scoring.items()}
    own = points.get(bit, 0)
    more = sum(each for each, made in points.items() if made > own)
    equal = sum(each for each, made in points.items() if made == own)
    rest = fitting & ~sum(points) if own == 0 else equal
    return more | rest & course.likelier(bit)
