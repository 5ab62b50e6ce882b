"""Where the bones of a row lie that takes several lines, like a text. One unit is half a bone.

Below every line there is room for the pointers at its bones, and for three levels of brackets: two
brackets that share a bone are on different levels.
"""

from __future__ import annotations

from dataclasses import dataclass

from renderers.places import Box

LINE = 10
"""The bones in one line."""
PITCH = 1.16
"""From one bone to the next, in units."""
RAISE = 0.26
"""How much higher a bone lies that may go, in units."""
MARK = 2.1
"""From the top of a raised bone to the pointer under it, in units."""
BRACKET = 2.64
"""From the top of a raised bone to the first level of brackets, in units."""
LEVEL = 0.3
"""From one level of brackets to the next, in units."""
DOWN = 3.42
"""From one line to the next, in units."""
FOOT = 3.34
"""From the top of the last line to what comes below it, in units."""
MARGIN = 0.4
"""The felt along the edges, in units."""
LEAD = 0.5
"""Room on either side of a line, for the sign that it goes on and for brackets, in units."""
SIGN_WIDTH, SIGN_HEIGHT = 0.24, 0.48
"""The size of the sign that a line goes on, in units."""
WIDTH = 2 * (MARGIN + LEAD) + (LINE - 1) * PITCH + 1
"""The width of all lines with the felt around them, in units."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """A part of a bracket: the bar below the bones, and the middles of the bones it holds.

    A part that goes on in the line before or after is `open` to the `"left"` or the `"right"`.
    """

    bar: Box
    teeth: tuple[float, ...]
    open: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """The bones of a row in a frame `height` units high; `bones` stand in their order.

    `pointers` lie below those that may go. `signs` stand at the end of every line but the last and
    at the beginning of every line but the first; `holder` is there in place of the bones of an
    empty row.
    """

    height: float
    bones: tuple[Box, ...]
    pointers: tuple[Box, ...]
    brackets: tuple[Bracket, ...]
    signs: tuple[Box, ...]
    holder: Box | None


def place_lines(count: int, middles: tuple[int, ...], triples: tuple[int, ...]) -> Lines:
    """The lines of `count` bones; `middles` and `triples` as in a `PatienceScene`."""
    lines = max(1, -(-count // LINE))
    bones = [_slot(n).moved(0, 0 if n in middles else RAISE) for n in range(count)]
    signs = []
    for line in range(lines - 1):
        y = MARGIN + RAISE + line * DOWN + (2 - SIGN_HEIGHT) / 2
        signs.append(Box(WIDTH - MARGIN - SIGN_WIDTH, y, SIGN_WIDTH, SIGN_HEIGHT))
        signs.append(Box(MARGIN, y + DOWN, SIGN_WIDTH, SIGN_HEIGHT))
    return Lines(
        height=MARGIN + (lines - 1) * DOWN + FOOT,
        bones=tuple(bones),
        pointers=tuple(Box(_slot(n).x, _slot(n).y + MARK, 1, 0.3) for n in middles),
        brackets=tuple(part for n, level in _levels(triples) for part in _parts(n, level)),
        signs=tuple(signs),
        holder=None if count else _slot(0).moved(0, RAISE),
    )


def _slot(place: int) -> Box:
    """The bone at a place, raised."""
    line, column = divmod(place, LINE)
    return Box(MARGIN + LEAD + column * PITCH, MARGIN + line * DOWN, 1, 2)


def _levels(triples: tuple[int, ...]) -> list[tuple[int, int]]:
    """Each triple's middle with the level of its bracket: three neighbours may not share one."""
    taken: dict[int, int] = {}
    for middle in sorted(triples):
        near = {taken.get(middle - 1), taken.get(middle - 2)}
        taken[middle] = next(level for level in range(3) if level not in near)
    return list(taken.items())


def _parts(middle: int, level: int) -> list[Bracket]:
    """The bracket below three bones, in two parts where a line ends between them."""
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
