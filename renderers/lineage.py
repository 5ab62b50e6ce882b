"""Which bone lies against which: what a scene says of it, put in order and checked."""

from __future__ import annotations

from dataclasses import dataclass

from renderers.scene import LaidBone, LineScene

End = tuple[int, str]
"""A bone and one of its sides, as in `LaidBone.side`."""
ARMS = ("l", "r", "u", "d")
"""The sides of a first bone, those of a line first."""
SIDES = ("end", "left", "right")
"""The sides of any other bone, that of a line first."""


class BrokenScene(ValueError):
    """The scene names a bone or a side that is not there, or lays two bones in one place."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """A scene's bones, each with the end it lies at, and the doubles that branch.

    `ends` has an empty side for the first bone. `spinners` holds the bones of which more than two
    sides are built upon or open.
    """

    bones: tuple[LaidBone, ...]
    ends: tuple[End, ...]
    spinners: frozenset[int]

    @classmethod
    def of(cls, scene: LineScene) -> Lineage:
        """What the scene says; raises `BrokenScene` where that cannot be."""
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

    def before(self, index: int) -> Lineage:
        """The bones before this one."""
        spinners = frozenset([spinner for spinner in self.spinners if spinner < index])
        return Lineage(self.bones[:index], self.ends[:index], spinners)
