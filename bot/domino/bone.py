"""A rectangular domino, and sets of them, also as bit masks for searches of thousands of hands.

Among the bones of a double-six set, the highest bit of a mask is the bone that a plain player lays
first: doubles before others, then the heavier one. Bones with 7 to 9 pips on a half come above
them, and those with 10 to 12 above these, so that the masks of a smaller set stay as short.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import attrgetter

MAX_PIPS = 12
_SIX, _NINE = 6, 9


@dataclass(frozen=True, slots=True, eq=False)
class Bone:
    """An unordered pair of numbers; its orientation belongs to the layout (GEN-1).

    There is one object for each bone, so bones are compared by identity: get it with :func:`bone`.
    """

    high: int
    low: int
    code: str = field(init=False)
    """The spelling, such as ``6-4``; the high half always comes first."""
    pips: int = field(init=False)
    double: bool = field(init=False)
    index: int = field(init=False)
    """The position in the order 0-0, 1-0, 1-1, 2-0, …"""
    bit: int = field(init=False)
    """The bone's bit in masks, the highest for the bone that a plain player lays first."""

    def __post_init__(self) -> None:
        for name, value in (
            ("code", f"{self.high}-{self.low}"),
            ("pips", self.high + self.low),
            ("double", self.high == self.low),
            ("index", self.high * (self.high + 1) // 2 + self.low),
        ):
            object.__setattr__(self, name, value)

    def has(self, pips: int) -> bool:
        return pips in (self.high, self.low)

    def other(self, pips: int) -> int:
        """Return the half that is not ``pips`` (the same for a double)."""
        return self.low if pips == self.high else self.high

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"bone({self.high}, {self.low})"

    def __reduce__(self) -> tuple[object, tuple[int, int]]:
        return bone, (self.high, self.low)


def bone(one: int, other: int) -> Bone:
    """Return the bone with these two halves; raises ``KeyError`` when there is none."""
    return _ALL[(one, other)]


def by_code(code: str) -> Bone:
    """Return the bone written ``code``; raises ``KeyError`` for any other spelling."""
    return _BY_CODE[code]


def by_codes(codes: Iterable[str]) -> tuple[Bone, ...]:
    """Return the bones written so, in the same order; raises as :func:`by_code` does."""
    return tuple([_BY_CODE[code] for code in codes])


BY_INDEX = attrgetter("index")
"""A key to sort bones by: 0-0, 1-0, 1-1, 2-0, …"""


def in_order(bones: Iterable[Bone]) -> tuple[Bone, ...]:
    """Return bones sorted for showing, so that they do not reveal the order of drawing."""
    return tuple(sorted(bones, key=BY_INDEX))


_BONES = tuple(Bone(high, low) for high in range(MAX_PIPS + 1) for low in range(high + 1))
_ALL = {pair: b for b in _BONES for pair in ((b.high, b.low), (b.low, b.high))}
_BY_CODE = {b.code: b for b in _BONES}


def _rank(b: Bone) -> tuple[bool, bool, bool, int, int]:
    return b.high > _NINE, b.high > _SIX, b.double, b.pips, b.index


for _place, _bone in enumerate(sorted(_BONES, key=_rank)):
    object.__setattr__(_bone, "bit", 1 << _place)


def double_n(highest: int) -> tuple[Bone, ...]:
    """Return every bone from 0-0 to ``highest``-``highest``, each once."""
    return tuple(bone(high, low) for high in range(highest + 1) for low in range(high + 1))


DOUBLE_SIX = double_n(6)
"""28 bones, 7 doubles, 168 pips (GEN-1)."""

BONE_OF: dict[int, Bone] = {bone.bit: bone for bone in _BONES}


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
DOUBLE_OF = tuple(b.bit for b in _BONES if b.double)
