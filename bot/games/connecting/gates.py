"""Restrictions on where a bone that fits may be laid."""

from collections.abc import Callable, Iterator

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


def limits(ends: Ends, takes: list[int]) -> Iterator[tuple[str, Limit]]:
    """Yield, by name, the ends that do not take every bone of the set that fits.

    This follows from the table alone; ``takes`` has the mask of bones that each end takes.
    """
    for name, bones in zip(ends.names, takes, strict=True):
        if not bones & ~DOUBLES:
            yield name, Limit.DOUBLE if bones & ~ends.lying else Limit.CLOSED
