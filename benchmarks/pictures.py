"""Measures time and size of pictures, next to the plain way of drawing the same table.

The plain way redraws every bone with ImageDraw on a true-colour picture and saves it as Pillow does
by default. It uses the same places and marks, but no soft shadow and no smooth edges, which would
cost it more.

A table is drawn as in play, with the bands of its last picture in memory, and with none of them.
All other pictures are drawn with no band in memory; sprites always are.

    python -m benchmarks.pictures
"""

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import median
from time import thread_time

from PIL import Image, ImageDraw, ImageFont

from benchmarks.boards import crowded
from benchmarks.trains import before_the_last_move, yard
from renderers.geometry.places import Box
from renderers.ink import bands
from renderers.ink.sprites import pip_grid
from renderers.ink.themes import DEFAULT_THEME
from renderers.line.layout import frame_of, lay_out
from renderers.paint import render
from renderers.scene.bones import (
    HandBone,
    HandScene,
    LaidBone,
    LineScene,
    OpenEnd,
    RoundScene,
    SeatHand,
    TableAndHandScene,
)
from renderers.scene.squares import LaidSquare, SquareSpot, SquaresScene
from renderers.scene.trains import TrainsScene
from renderers.tree import plans

WIDTH = 900
"""The width of the plain picture, in pixels: that of other tables of bones."""
IN_PLAY = 21
"""The bones on the table while one player still has seven."""
TABLES, ROUNDS = 8, 12
"""The number of different tables, and the repetitions of each."""
SET = tuple((high, low) for high in range(7) for low in range(high + 1))
"""The bones of a double-six set."""
SYMBOLS = ("1", "2", "3", "4", "5", "6", "", "★")
"""Symbols that most squares of square pieces show."""


def whole_set(rng: Random) -> LineScene:
    """Return a random line of all 28 bones, with both ends flagged and the last bone ringed."""
    while True:
        pool = list(SET)
        rng.shuffle(pool)
        near, far = pool.pop()
        bones = [LaidBone(near, far, crosswise=near == far)]
        tips = {"l": (0, near), "r": (0, far)}
        while moves := [(a, b) for a, (_, pips) in tips.items() for b in pool if pips in b]:
            arm, bone = rng.choice(moves)
            pool.remove(bone)
            parent, near = tips[arm]
            far = bone[1] if bone[0] == near else bone[0]
            side = "end" if parent else arm
            bones.append(LaidBone(near, far, parent, side, crosswise=near == far))
            tips[arm] = (len(bones) - 1, far)
        if not pool:
            ends = [OpenEnd(at, "end" if at else arm, pips) for arm, (at, pips) in tips.items()]
            return LineScene(tuple(bones), tuple(ends), len(bones) - 1)


def branching_set(rng: Random) -> LineScene:
    """Return a random table of all 28 bones in which every double branches: it has 16 open ends."""
    while True:
        pool = list(SET)
        pool.remove((6, 6))
        bones = [LaidBone(6, 6, crosswise=True)]
        ends = {(0, side): 6 for side in "lrud"}
        while moves := [(end, b) for end, pips in ends.items() for b in pool if pips in b]:
            end, bone = rng.choice(moves)
            pool.remove(bone)
            near = ends.pop(end)
            far = bone[1] if bone[0] == near else bone[0]
            bones.append(LaidBone(near, far, *end, crosswise=near == far))
            for side in ("end", "left", "right") if near == far else ("end",):
                ends[(len(bones) - 1, side)] = far
        if not pool:
            flags = tuple(
                OpenEnd(*end, pips, "ABCDEFGHIJKLMNOP"[n])
                for n, (end, pips) in enumerate(ends.items())
            )
            return LineScene(tuple(bones), flags, len(bones) - 1, branching=True)


def table_and_hand(table: LineScene) -> TableAndHandScene:
    """Return a line's first 21 bones close up, with the other seven in the hand of the player."""
    laid, held = table.bones[:IN_PLAY], table.bones[IN_PLAY:]
    tips = {_arm(laid, at): at for at in range(1, len(laid))}
    ends = tuple(OpenEnd(at, "end", laid[at].far) for at in tips.values())
    shown = {end.pips for end in ends}
    hand = (HandBone(b.near, b.far, playable=bool({b.near, b.far} & shown)) for b in held)
    return TableAndHandScene(LineScene(laid, ends, len(laid) - 1), HandScene((*hand,)))


def _arm(laid: tuple[LaidBone, ...], at: int) -> str:
    """Return the arm of the line that a bone belongs to."""
    bone = laid[at]
    return _arm(laid, bone.parent) if bone.parent else bone.side


def stairs(rng: Random) -> SquaresScene:
    """Return 25 square pieces laid like stairs, with random symbols and both ends open."""
    faces = [tuple(rng.choices(SYMBOLS, k=4)) for _ in range(25)]
    pieces = (
        LaidSquare((a, b, c, d), n // 2, (n + 1) // 2) for n, (a, b, c, d) in enumerate(faces)
    )
    spots = (SquareSpot(-1, 0, "E"), SquareSpot(0, -1, "F"), SquareSpot(13, 12, "G"))
    return SquaresScene(tuple(pieces), (0, 24), 24, (*spots, SquareSpot(12, 13, "H")))


def draw_before(table: LineScene) -> None:
    """Draw the line before its last move, which is then all that is in memory."""
    bands.packed.cache_clear()
    laid = table.bones[:-1]
    tips = {_arm(laid, at): at for at in range(1, len(laid))}
    ends = tuple(OpenEnd(at, "end", laid[at].far) for at in tips.values())
    render(replace(table, bones=laid, ends=ends, newest=len(laid) - 1))


def draw_train_before(scene: TrainsScene) -> None:
    """Draw the trains before the last move, which is then all that is in memory."""
    bands.packed.cache_clear()
    render(before_the_last_move(scene))


def plain(scene: LineScene) -> bytes:
    """Return the plain picture of a table."""
    placement = lay_out(scene)
    frame = frame_of(scene, placement)
    placement = placement.moved(-frame.x, -frame.y)
    unit = WIDTH / frame.width
    picture = Image.new("RGBA", (WIDTH, round(unit * frame.height)), (*DEFAULT_THEME.felt, 255))
    draw = ImageDraw.Draw(picture)
    for bone, placed in zip(scene.bones, placement.bones, strict=True):
        _plain_bone(draw, placed.box, unit)
        halves = (bone.near, bone.far) if placed.near_first else (bone.far, bone.near)
        for step, pips in enumerate(halves):
            left, top = placed.box.x, placed.box.y
            left, top = (left, top + step) if placed.upright else (left + step, top)
            for column, row in pip_grid(pips, placed.upright):
                x, y = left + 0.5 + 0.27 * column, top + 0.5 + 0.27 * row
                dot = ((x - 0.11) * unit, (y - 0.11) * unit, (x + 0.11) * unit, (y + 0.11) * unit)
                draw.ellipse(dot, fill=DEFAULT_THEME.pips[pips])
    if scene.newest is not None:
        box = _pixels(placement.bones[scene.newest].box, unit)
        draw.rounded_rectangle(box, 0.2 * unit, outline=DEFAULT_THEME.ring, width=6)
    font = ImageFont.load_default(0.68 * unit)
    for end, flag in zip(scene.ends, placement.flags, strict=True):
        draw.ellipse(
            _pixels(flag.box, unit), fill=DEFAULT_THEME.flag, outline=DEFAULT_THEME.letter, width=3
        )
        middle = ((flag.box.x + 0.45) * unit, (flag.box.y + 0.45) * unit)
        draw.text(middle, str(end.pips), fill=DEFAULT_THEME.flag_ink, font=font, anchor="mm")
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def _plain_bone(draw: ImageDraw.ImageDraw, box: Box, unit: float) -> None:
    radius = 0.2 * unit
    draw.rounded_rectangle(_pixels(box.moved(0, 0.06), unit), radius, fill=DEFAULT_THEME.shadow)
    draw.rounded_rectangle(
        _pixels(box, unit),
        radius,
        fill=DEFAULT_THEME.ivory,
        outline=DEFAULT_THEME.ivory_edge,
        width=2,
    )
    x, y = (box.x + box.width / 2) * unit, (box.y + box.height / 2) * unit
    reach = 0.36 * unit
    upright = box.height > box.width
    line = (x - reach, y, x + reach, y) if upright else (x, y - reach, x, y + reach)
    draw.line(line, fill=DEFAULT_THEME.groove, width=2)
    draw.ellipse(
        (x - 6, y - 6, x + 6, y + 6), fill=DEFAULT_THEME.brass, outline=DEFAULT_THEME.brass_dark
    )


def _pixels(box: Box, unit: float) -> tuple[float, float, float, float]:
    return box.x * unit, box.y * unit, box.right * unit - 1, box.bottom * unit - 1


def measure(*, quick: bool = False) -> dict[str, float]:
    """Measure every kind of picture: medians in milliseconds of CPU and in kilobytes of 1000 bytes.

    The ways take turns, so that a slow moment of the machine affects all alike.
    """
    rng = Random(1)
    tables = [whole_set(rng) for _ in range(TABLES)]
    trees = [branching_set(rng) for _ in tables]
    hands = [rng.sample(SET, 7) for _ in tables]
    yards = [yard(Random(seed), 8, 12) for seed in range(TABLES)]
    seats = [SeatHand("A", tuple(hand[:4])) for hand in hands]
    rounds = [
        RoundScene(table, (seat, replace(seat, seat="B")))
        for table, seat in zip(tables, seats, strict=True)
    ]
    ways: dict[str, list[_Way]] = {
        "table": [_Way(partial(render, t), partial(draw_before, t)) for t in tables],
        "table_anew": [_Way(partial(render, table)) for table in tables],
        "plain": [_Way(partial(plain, table)) for table in tables],
        "tree": [_Way(partial(render, tree)) for tree in trees],
        "hand_and_table": [_Way(partial(render, table_and_hand(table))) for table in tables],
        "hand": [_Way(partial(render, _hand(hand))) for hand in hands],
        "round": [_Way(partial(render, scene)) for scene in rounds],
        "squares": [_Way(partial(render, stairs(rng))) for _ in tables],
        "board": [_Way(partial(render, crowded(rng))) for _ in tables],
        "trains": [_Way(partial(render, each), partial(draw_train_before, each)) for each in yards],
        "trains_anew": [_Way(partial(render, each)) for each in yards],
    }
    # Laying out trees anew also slows the pictures after it, so this is measured separately.
    anew = [_Way(partial(render, tree), _forget_layouts) for tree in trees]
    turns = 1 if quick else ROUNDS
    return _measured(ways, turns) | _measured({"anew": anew}, turns)


def _forget_layouts() -> None:
    plans.laid.cache_clear()
    bands.packed.cache_clear()


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to draw a picture, and what has to be done before, which takes none of its time."""

    draw: Callable[[], bytes]
    prepare: Callable[[], None] = bands.packed.cache_clear


def _measured(ways: dict[str, list[_Way]], turns: int) -> dict[str, float]:
    for scenes in ways.values():
        for way in scenes:
            way.draw()
    times: dict[str, list[float]] = {name: [] for name in ways}
    sizes: dict[str, list[int]] = {name: [] for name in ways}
    for _ in range(turns):
        for name, scenes in ways.items():
            for way in scenes:
                way.prepare()
                start = thread_time()
                data = way.draw()
                times[name].append(thread_time() - start)
                sizes[name].append(len(data))
    result = {f"{name}_ms": round(1000 * median(times[name]), 2) for name in ways}
    return result | {f"{name}_kb": round(median(sizes[name]) / 1000, 1) for name in ways}


def _hand(bones: list[tuple[int, int]]) -> HandScene:
    return HandScene(tuple(HandBone(*b, playable=n % 2 == 0) for n, b in enumerate(bones)))


if __name__ == "__main__":
    for name, value in measure().items():
        print(f"{name:10} {value:8}")
