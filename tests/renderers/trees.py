from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from renderers.scene.bones import LaidBone, LineScene, OpenEnd
from tests.renderers.lines import SET

KINDS = ("cross", "spinner", "lucky", "classic", "eager")
"""Doubles that branch: the first; one in a line; every one; some; or every one, each laid as soon
as possible, as players like to do."""


@dataclass
class Table:
    """A table under construction: its bones, and its open ends in the order they appeared."""

    bones: list[LaidBone] = field(default_factory=list)
    ends: dict[tuple[int, str], int] = field(default_factory=dict)

    def lead(self, near: int, far: int, *, crosswise: bool, arms: str) -> None:
        self.bones.append(LaidBone(near, far, crosswise=crosswise))
        for arm in arms:
            self.ends[(0, arm)] = near if arm == "l" else far

    def lay(self, end: tuple[int, str], bone: tuple[int, int], *, across: bool, way4: bool) -> None:
        near = self.ends.pop(end)
        far = bone[1] if bone[0] == near else bone[0]
        self.bones.append(LaidBone(near, far, end[0], end[1], across))
        for side in ("end", "left", "right") if way4 else ("end",):
            self.ends[(len(self.bones) - 1, side)] = far

    def scene(self) -> LineScene:
        ends = tuple(OpenEnd(*end, pips) for end, pips in self.ends.items())
        return LineScene(tuple(self.bones), ends, len(self.bones) - 1, branching=True)


def games(kind: str, count: int, seed: int) -> Iterator[LineScene]:
    """Yield finished tables of a kind; every fourth keeps to one end for as long as it can."""
    rng = Random(f"{kind} {seed}")
    for number in range(count):
        yield random_tree(rng, kind, loyal=(0.0, 0.5, 0.0, 0.97)[number % 4])


def random_tree(rng: Random, kind: str, *, loyal: float = 0.0) -> LineScene:
    """Return a table played until nothing fits; `loyal` is the chance to build on the last bone."""
    pool = list(SET)
    rng.shuffle(pool)
    table = Table()
    lead = _lead(rng, kind, pool)
    pool.remove(lead)
    double = lead[0] == lead[1]
    way4 = double and (kind != "classic" or rng.random() < 0.7)
    spun = double
    table.lead(*lead, crosswise=way4, arms="lrud" if way4 else "lr")
    while True:
        ends = list(table.ends)
        if kind == "cross" and len(table.bones) < 5:
            ends = [end for end in ends if end[0] == 0]
        moves = [(end, bone) for end in ends for bone in pool if table.ends[end] in bone]
        last = [move for move in moves if move[0][0] == len(table.bones) - 1]
        if not moves:
            return table.scene()
        moves = last if last and rng.random() < loyal else moves
        doubles = [move for move in moves if move[1][0] == move[1][1]]
        end, bone = rng.choice(doubles if doubles and kind == "eager" else moves)
        pool.remove(bone)
        double = bone[0] == bone[1]
        if kind == "classic":
            way4 = across = double and rng.random() < 0.7
        else:
            across = double
            every = kind in ("lucky", "eager")
            way4 = double and (every or (kind == "spinner" and not spun))
        spun = spun or double
        table.lay(end, bone, across=across, way4=way4)


def _lead(rng: Random, kind: str, pool: list[tuple[int, int]]) -> tuple[int, int]:
    match kind:
        case "cross":
            pips = rng.randrange(7)
            return pips, pips
        case "lucky" | "eager":
            return 6, 6
        case _:
            return pool[0]


def cut(tree: LineScene, count: int) -> LineScene:
    four = {0} if any(bone.parent == 0 and bone.side in "ud" for bone in tree.bones) else set()
    four |= {end.bone for end in tree.ends if end.side in ("u", "left", "right", "d")}
    four |= {bone.parent or 0 for bone in tree.bones if bone.side in ("left", "right")}
    ends: dict[tuple[int, str], int] = {}
    for index, bone in enumerate(tree.bones[:count]):
        if bone.parent is not None:
            del ends[(bone.parent, bone.side)]
        sides = ("l", "r", "u", "d") if index == 0 else ("end", "left", "right")
        for side in sides if index in four else sides[: 2 if index == 0 else 1]:
            ends[(index, side)] = bone.near if side == "l" else bone.far
    flags = tuple(OpenEnd(*end, pips) for end, pips in ends.items())
    return LineScene(tree.bones[:count], flags, count - 1, branching=True)


def labelled(tree: LineScene) -> LineScene:
    ends = tuple(
        OpenEnd(end.bone, end.side, end.pips, "ABCDEFGHIJKLMNOPQRST"[number])
        for number, end in enumerate(tree.ends)
    )
    return LineScene(tree.bones, ends, tree.newest, branching=True)
