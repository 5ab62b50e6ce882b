"""Where a bone that fits may not be laid all the same."""

from __future__ import annotations

from collections.abc import Iterator

from bot.domino.bone import Bone
from bot.domino.layout import Layout, Opening
from bot.domino.sets import DOUBLE_SIX
from bot.games.moves import Gate
from bot.games.seen import Limit

SIDES = 4
"""Sides of a first double that is a spinner."""


def around_the_lead(layout: Layout) -> Gate | None:
    """Until all four sides of the lead are built on, only they are open (STAR-3, CROSS-5)."""
    if layout.neighbours(0) >= SIDES:
        return None
    return _free_side_of_the_lead


def _free_side_of_the_lead(bone: Bone, opening: Opening) -> bool:
    del bone
    return opening.at == 0


def limits(layout: Layout, gate: Gate | None) -> Iterator[tuple[str, Limit]]:
    """The openings that do not take every bone that fits; it follows from the table alone."""
    if gate is None:
        return
    laid = {each.bone for each in layout.laid}
    for opening in layout.openings:
        takes = [b for b in DOUBLE_SIX if b.has(opening.pips) and gate(b, opening)]
        if all(each.double for each in takes):
            yield opening.name, Limit.DOUBLE if set(takes) - laid else Limit.CLOSED
