"""What the plays of others suggest about their hands.

Most players score if they can. Otherwise, they get rid of doubles first, then of heavy bones. So
somebody who could have laid such a bone, and laid another one, probably didn't hold it. That is a
guess, not a deduction: a world in which they held it is sampled less often, but not ruled out.
"""

from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Seat, Value
from bot.games.connecting.events import Played
from bot.games.connecting.line_rules import LineRules, playable
from bot.games.connecting.observation import TableSeen

_KEEPING = 0.15
"""How likely it is that a player keeps a bone that most would have laid, against not holding it."""
ODDS = tuple(_KEEPING**times for times in range(100))
"""The odds of a world, by how often somebody keeps such a bone in it."""


class SeenPlay(Value):
    """A bone that somebody laid, after the lead."""

    when: int
    """Index in the history."""
    seat: Seat
    preferred: int
    """The mask of the bones that could have been laid and that most would have preferred."""


def plays_of_others(seen: TableSeen, rules: LineRules) -> tuple[SeenPlay, ...]:
    ends, found = Ends(), []
    for when, event in enumerate(seen.history):
        if not isinstance(event, Played):
            continue
        spinner = event.lie is DoublePlacement.SPINNER
        if not ends.lying:
            ends.lead(event.bone, spinner=spinner)
            continue
        if event.seat != seen.seat:
            found.append(SeenPlay(when, event.seat, _preferred(rules, ends, event.bone.bit)))
        ends.lay(ends.names.index(event.at), event.bone, spinner=spinner)
    return tuple(found)


def _preferred(rules: LineRules, ends: Ends, bit: int) -> int:
    fitting = playable(rules.gate, rules.setup, ends)
    if rules.earn is None:
        return fitting & rules.preferred_to(bit)
    scoring = rules.scoring_plays(ends, [fitting & bones for bones in ends.fits])
    points = {each: made for each, (made, _) in scoring.items()}
    own = points.get(bit, 0)
    more = sum(each for each, made in points.items() if made > own)
    equal = sum(each for each, made in points.items() if made == own)
    rest = fitting & ~sum(points) if own == 0 else equal
    return more | rest & rules.preferred_to(bit)
