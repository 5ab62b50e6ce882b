"""Restrictions on where a bone that fits may be laid."""

from collections.abc import Iterator

from bot.domino.bone import Bone
from bot.domino.layout import Layout
from bot.games.connecting.moves import Gate
from bot.games.connecting.observation import Limit

SIDES = 4
"""Number of open sides of a first double that is a spinner."""


def around_the_lead(layout: Layout) -> Gate | None:
    """Return a gate that allows only the lead's free sides (STAR-3, CROSS-5).

    Return ``None`` once all four sides of the lead are built on.
    """
    if layout.neighbours(0) >= SIDES:
        return None
    return lambda _, opening: opening.at == 0


def limits(
    bones: tuple[Bone, ...], layout: Layout, gate: Gate | None
) -> Iterator[tuple[str, Limit]]:
    """Yield, by name, the openings that do not take every bone of the set ``bones`` that fits.

    This follows from the table alone.
    """
    if gate is None:
        return
    laid = {each.bone for each in layout.laid}
    for opening in layout.openings:
        takes = [b for b in bones if b.has(opening.pips) and gate(b, opening)]
        if all(each.double for each in takes):
            yield opening.name, Limit.DOUBLE if set(takes) - laid else Limit.CLOSED
