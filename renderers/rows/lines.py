"""The layout of a row of bones over several lines, like a text. One unit is half a bone.

Below every line there is room for the flags at its bones, and for three levels of brackets: two
brackets that share a bone are on different levels. Below the last line there is only if any bone
has such a mark.
"""

from dataclasses import dataclass

from renderers.geometry.places import Box
from renderers.geometry.snake import FLAG_SMALL

LINE = 10  # the most bones in one line
PITCH = 1.16  # the distance from one bone to the next, in units
RAISE = 0.26  # the distance that a bone is raised if it may be removed, in units
FLAG = 2.18  # the distance from the top of a raised bone to the flag under it, in units
BRACKET = 3.16
"""The distance from the top of a raised bone to the first level of brackets, in units."""
LEVEL = 0.3  # the distance from one level of brackets to the next, in units
DOWN = 3.94  # the distance from one line to the next, in units
FOOT = 3.86  # the distance from the top of the last line to whatever is below it, in units
MARGIN = 0.4  # the felt along the edges, in units
BARE_FOOT = RAISE + 2 + MARGIN  # the same as `FOOT` if no bone has a flag or a bracket
LEAD = 0.5
"""The room on either side of a line, for brackets and the sign that it continues, in units."""
SIGN_WIDTH, SIGN_HEIGHT = 0.24, 0.48
"""The width and height of the sign that a line continues, in units."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A part of a bracket: the bar below the bones, and the x of the middle of each bone it holds.

    A part that continues in the line before or after is `open` to the `"left"` or the `"right"`.
    """

    bar: Box
    teeth: tuple[float, ...]
    open: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """The layout of a row in a frame of `width` by `height` units; `bones` keep their order.

    `flags` are below the bones that may be removed. `signs` are at the end of every line but the
    last and at the start of every line but the first; `holder` takes the place of the bones if the
    row is empty.
    """

    width: float
    height: float
    bones: tuple[Box, ...]
    flags: tuple[Box, ...]
    brackets: tuple[Bracket, ...]
    signs: tuple[Box, ...]
    holder: Box | None


def place_lines(
    count: int,
    middles: tuple[int, ...],
    triples: tuple[int, ...],
    columns: int = LINE,
    *,
    markable: bool = False,
) -> Lines:
    """Lay out `count` bones in lines that are `columns` bones wide; several have `LINE` bones each.

    `middles` are the indices of the bones with flags, `triples` those of a `PatienceScene`. If the
    bones are `markable`, there is room for flags and brackets although there are none.
    """
    width = 2 * (MARGIN + LEAD) + (columns - 1) * PITCH + 1
    foot = FOOT if middles or triples or markable else BARE_FOOT
    lines = max(1, -(-count // LINE))
    bones = [_slot(n).moved(0, 0 if n in middles else RAISE) for n in range(count)]
    signs = []
    for line in range(lines - 1):
        y = MARGIN + RAISE + line * DOWN + (2 - SIGN_HEIGHT) / 2
        signs.append(Box(width - MARGIN - SIGN_WIDTH, y, SIGN_WIDTH, SIGN_HEIGHT))
        signs.append(Box(MARGIN, y + DOWN, SIGN_WIDTH, SIGN_HEIGHT))
    return Lines(
        width=width,
        height=MARGIN + (lines - 1) * DOWN + foot,
        bones=tuple(bones),
        flags=tuple(_flag(_slot(n)) for n in middles),
        brackets=tuple(part for n, level in _levels(triples) for part in _parts(n, level)),
        signs=tuple(signs),
        holder=None if count else _slot(0).moved(0, RAISE),
    )


def _slot(place: int) -> Box:
    line, column = divmod(place, LINE)
    return Box(MARGIN + LEAD + column * PITCH, MARGIN + line * DOWN, 1, 2)


def _flag(bone: Box) -> Box:
    return Box(bone.x + (1 - FLAG_SMALL) / 2, bone.y + FLAG, FLAG_SMALL, FLAG_SMALL)


def _levels(triples: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return each triple's middle with its bracket's level; those that share a bone differ."""
    taken: dict[int, int] = {}
    for middle in sorted(triples):
        near = {taken.get(middle - 1), taken.get(middle - 2)}
        taken[middle] = next(level for level in range(3) if level not in near)
    return list(taken.items())


def _parts(middle: int, level: int) -> list[Bracket]:
    trio = (middle - 1, middle, middle + 1)
    lines = sorted({n // LINE for n in trio})
    parts = []
    for line in lines:
        here = [_slot(n) for n in trio if n // LINE == line]
        teeth = tuple(box.x + 0.5 for box in here)
        left, right, opened = teeth[0], teeth[-1], ""
        if len(lines) > 1:
            opened = "right" if line == lines[0] else "left"
            left, right = (left, right + 0.9) if opened == "right" else (left - 0.9, right)
        y = here[0].y + BRACKET + level * LEVEL
        parts.append(Bracket(Box(left, y, right - left, 0), teeth, opened))
    return parts
