"""Finds and checks which bone of a scene lies against which."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from renderers.scene.bones import LaidBone, LineScene

End = tuple[int, str]  # a bone's index and one of its sides, as in `LaidBone.side`
ARMS = ("l", "r", "u", "d")  # the sides of a first bone, those of a line first
SIDES = ("end", "left", "right")  # the sides of any other bone, that of a line first
SPINNER_WEIGHT = 4  # the room that a branching double takes, relative to any other bone


class BrokenScene(ValueError):
    """Raised if a scene names a missing bone or side, or lays two bones in one place."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """A scene's bones, each with the end it lies at, and the doubles that branch.

    `ends` has an empty side for the first bone. `spinners` holds the bones with more than two sides
    that are built on or open.
    """

    bones: tuple[LaidBone, ...]
    ends: tuple[End, ...]
    spinners: frozenset[int]

    @classmethod
    def of(cls, scene: LineScene) -> "Lineage":
        bones = scene.bones
        ends: list[End] = []
        for index, bone in enumerate(bones):
            if index == 0 and bone.parent is None:
                ends.append((0, ""))
                continue
            if bone.parent is None or not 0 <= bone.parent < index:
                raise BrokenScene(f"bone {index} lies against no earlier bone")
            ends.append((bone.parent, bone.side))
        flagged = [(end.bone, end.side) for end in scene.ends] if bones else []
        spinners = set()
        taken: set[End] = set()
        for parent, side in ends[1:] + flagged:
            sides = SIDES if parent else ARMS
            if not 0 <= parent < len(bones) or side not in sides or (parent, side) in taken:
                raise BrokenScene(f"bone {parent} has no open end on side {side!r}")
            taken.add((parent, side))
            if side in sides[2 if parent == 0 else 1 :]:
                if not bones[parent].crosswise:
                    raise BrokenScene(f"bone {parent} does not lie across and cannot branch")
                spinners.add(parent)
        return cls(bones, tuple(ends), frozenset(spinners))

    def before(self, index: int) -> "Lineage":
        spinners = frozenset([spinner for spinner in self.spinners if spinner < index])
        return Lineage(self.bones[:index], self.ends[:index], spinners)

    def ordered(self, order: tuple[int, ...]) -> "Lineage":
        new = {old: at for at, old in enumerate(order)}
        ends = tuple((new[self.ends[old][0]] if old else 0, self.ends[old][1]) for old in order)
        return Lineage(
            tuple(self.bones[old] for old in order),
            ends,
            frozenset(new[old] for old in self.spinners),
        )

    def orders(self) -> Iterator[tuple[int, ...]]:
        """Yield orders in which to lay the bones: as played, then others that leave more room.

        The others put first the bones that most bones depend on, the nearest, or those that branch.
        """
        children: list[list[int]] = [[] for _ in self.bones]
        depth = [0] * len(self.bones)
        for index, (parent, _) in enumerate(self.ends[1:], 1):
            children[parent].append(index)
            depth[index] = depth[parent] + 1
        weight = [SPINNER_WEIGHT if at in self.spinners else 1 for at in range(len(self.bones))]
        for index in range(len(self.bones) - 1, 0, -1):
            weight[self.ends[index][0]] += weight[index]
        plain = [index not in self.spinners for index in range(len(self.bones))]
        keys: tuple[Callable[[int], tuple[int, ...]], ...] = (
            lambda at: (at,),
            lambda at: (-weight[at], at),
            lambda at: (depth[at], -weight[at], at),
            lambda at: (plain[at], depth[at], at),
            lambda at: (depth[at], plain[at], at),
        )
        for key in keys:
            order, ready = [], [0]
            while ready:
                first = min(ready, key=key)
                ready.remove(first)
                ready += children[first]
                order.append(first)
            yield tuple(order)
