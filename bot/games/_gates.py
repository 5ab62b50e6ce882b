"""Where a bone that fits may not be laid all the same."""

from __future__ import annotations

from bot.domino.bone import Bone
from bot.domino.layout import Layout, Opening
from bot.games.moves import Gate

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
