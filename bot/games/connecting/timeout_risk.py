"""The risk of each play, used to choose one when a player's time is up.

In this family, drawing and knocking are legal only when nothing fits, so the choice is always
between plays.
"""

from collections.abc import Callable

from bot.domino.ends import Ends
from bot.engine.contract import Value
from bot.games.connecting.moves import Play


class Prospect(Value):
    """A possible play, and the table and hand it would lead to."""

    play: Play
    ends: Ends
    """The table after the play."""
    made: int
    """Points that the play scores at once."""
    playable: int
    """Number of bones left in the hand that could be laid on that table."""


Risk = Callable[[Prospect], tuple[int, ...]]
"""A function that returns a play's risk; the play with the lowest is the safest."""


def heaviest(prospect: Prospect) -> tuple[int, ...]:
    """Prefer the bone with the most pips, because pips still held at the end are paid for.

    Among equally heavy bones, prefer a double, which fits only one number and so is harder to get
    rid of; then the play that leaves the most bones of the hand playable; then a double in line,
    because crosswise it opens two more arms to everybody.
    """
    play = prospect.play
    return -play.bone.pips, not play.bone.double, -prospect.playable, play.crosswise
