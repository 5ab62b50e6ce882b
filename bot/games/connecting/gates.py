"""Restrictions on where a bone that fits may be laid."""

from collections.abc import Callable

from bot.domino.bone_sets import DOUBLES, union
from bot.domino.ends import Ends
from bot.engine.contract import Setup
from bot.games.connecting.observation import Limit

SIDES = 4
"""Number of open sides of a first double that is a spinner."""

Gate = Callable[[Setup, Ends], list[int] | None]
"""A function that returns for each end the mask of the bones that may be laid there.

It returns ``None`` if every end takes all bones that fit.
"""

WhyClosed = Callable[[Setup, Ends, int], Limit]
"""A function that says why an end takes nothing, given its index."""


def playable(gate: Gate | None, setup: Setup, ends: Ends) -> int:
    """Return the mask of all bones that can be laid somewhere."""
    takes = None if gate is None else gate(setup, ends)
    if takes is None:
        return ends.fitting
    return union(takes)


def around_the_lead(ends: Ends) -> list[int] | None:
    """Allow only the lead's free sides (STAR-3, CROSS-5).

    Return ``None`` once all four sides of the lead are built on.
    """
    if 0 not in ends.at:
        return None
    return [0 if at else bones for bones, at in zip(ends.fits, ends.at, strict=True)]


def lead_first(setup: Setup, ends: Ends, end: int) -> Limit:
    """Say that ends are closed because the lead has free sides (STAR-3, CROSS-5)."""
    del setup, ends, end
    return Limit.LEAD_FIRST


def limits(setup: Setup, ends: Ends, gate: Gate | None, why_closed: WhyClosed) -> dict[str, Limit]:
    """Return, by name, the limits of ends that do not take every bone of the set that fits.

    This follows from the table alone.
    """
    takes = gate(setup, ends) if gate and ends.lying else None
    return {
        ends.names[end]: Limit.DOUBLE if bones & ~ends.lying else why_closed(setup, ends, end)
        for end, bones in enumerate(takes or ())
        if not bones & ~DOUBLES
    }
