"""Sets of bones as bit masks, for searches that look at thousands of hands.

Among the bones of a double-six set, the highest bit of a mask is the bone that a plain player lays
first: doubles before others, then the heavier one. Bones with more than six pips on a half come
above them.
"""

from collections.abc import Iterable

from bot.domino.bone import MAX_PIPS, Bone, double_n

_BONES = double_n(MAX_PIPS)
BONE_OF: dict[int, Bone] = {bone.bit: bone for bone in _BONES}
"""The bone of each bit."""


def mask(bones: Iterable[Bone]) -> int:
    return sum([bone.bit for bone in bones])


def union(masks: Iterable[int]) -> int:
    bones = 0
    for each in masks:
        bones |= each
    return bones


def bones_in(bits: int) -> tuple[Bone, ...]:
    found = []
    while bits:
        lowest = bits & -bits
        found.append(BONE_OF[lowest])
        bits ^= lowest
    return tuple(found)


HAS = tuple(mask(b for b in _BONES if b.has(pips)) for pips in range(MAX_PIPS + 1))
"""For each number the mask of the bones that show it."""
OTHER = tuple({b.bit: b.other(pips) for b in _BONES if b.has(pips)} for pips in range(MAX_PIPS + 1))
"""For each number and each bit of a bone that shows it, what the bone's other half shows."""
DOUBLES = mask(b for b in _BONES if b.double)
"""The mask of all doubles."""
DOUBLE_OF = tuple(b.bit for b in _BONES if b.double)
"""For each number the bit of its double."""
