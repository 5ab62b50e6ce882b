"""What a play would leave behind, for the one that is made when a player's time is up.

In this family drawing and knocking are there only where nothing fits, so what is chosen is a play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.domino.layout import Layout
from bot.games.moves import Play


@dataclass(frozen=True, slots=True)
class Prospect:
    """A play that can be made, and what the table and the hand would be like."""

    play: Play
    layout: Layout
    """The table after it."""
    made: int
    """Points that it makes at once."""
    playable: int
    """Bones left in the hand that could be laid there."""


Risk = Callable[[Prospect], tuple[int, ...]]
"""What speaks against a play; the one with the least is the safest."""


def heaviest(prospect: Prospect) -> tuple[int, ...]:
    """The bone with the most pips goes first: what is still held at the end is paid for.

    Of equally heavy ones a double, which fits one number only and so is harder to get rid of; then
    the play that leaves the most bones of the hand a place; then a double in line, since crosswise
    it opens two more arms to everybody.
    """
    play = prospect.play
    return -play.bone.pips, not play.bone.double, -prospect.playable, play.crosswise
