"""The open ends of the bones in play, changed in place by every bone laid.

This is all that the rules need to know about the table: what each end shows, and how the tree of
bones grew around it. :class:`~bot.domino.layout.Layout` adds what a picture needs.
"""

from dataclasses import dataclass, field
from typing import Self

from bot.domino.bone import Bone
from bot.domino.bone_sets import BIT, HAS

LEFT, RIGHT, UP, DOWN = "l", "r", "u", "d"
"""The arms of the first bone."""
BRANCHES = "efghijkmnpqstvwxyz"
"""The names of the arms that start at later spinners, two at each, in order of creation.

They start after the letters that the screen uses for seats, and suffice for ten doubles.
"""
_TWO, _FOUR = LEFT + RIGHT, LEFT + RIGHT + UP + DOWN


@dataclass(slots=True)
class Ends:
    """The open ends, each with an index that it keeps: the first bone's arms, then the others."""

    names: str = ""
    """The names of the ends, a letter each."""
    shows: list[int] = field(default_factory=list)
    """The pips that each end shows."""
    at: list[int] = field(default_factory=list)
    """The index in :attr:`bones` of the bone that shows each end."""
    depth: list[int] = field(default_factory=list)
    """The number of bones laid at each end; none at a free side of a spinner."""
    touching: list[int] = field(default_factory=list)
    """For each bone laid, the number of bones that lie against it."""
    bones: list[Bone] = field(default_factory=list)
    """The bones in the order in which they were laid."""
    lying: int = 0
    """The mask of the bones laid (:mod:`bot.domino.bone_sets`)."""
    doubled: int = 0
    """The mask of the ends at which the second bone was a double."""

    def __hash__(self) -> int:
        return hash(self.lying)

    def copy(self) -> Self:
        """Return the same ends, to be changed on their own."""
        other = object.__new__(type(self))
        other.names, other.lying, other.doubled = self.names, self.lying, self.doubled
        other.shows, other.at = self.shows[:], self.at[:]
        other.depth, other.touching, other.bones = self.depth[:], self.touching[:], self.bones[:]
        return other

    @property
    def first_arms(self) -> int:
        """The number of arms of the first bone: two, or four if it is a spinner."""
        return 4 if self.names.startswith(_FOUR) else len(self.names[:2])

    def fitting(self) -> int:
        """Return the mask of all bones that match an end."""
        bones = 0
        for pips in self.shows:
            bones |= HAS[pips]
        return bones

    def lead(self, bone: Bone, *, spinner: bool = False) -> None:
        """Lay the first bone; its higher half is on the left. A spinner is open on four sides."""
        self.names = _FOUR if spinner else _TWO
        self.shows = [bone.high] * 4 if spinner else [bone.high, bone.low]
        arms = len(self.names)
        self.at, self.depth, self.touching = [0] * arms, [0] * arms, [0]
        self.lying, self.bones = BIT[bone], [bone]

    def lay(self, end: int, bone: Bone, *, spinner: bool = False) -> None:
        """Lay a bone that fits at an end; a spinner opens two more ends at its sides."""
        pips = self.shows[end]
        self.touching[self.at[end]] += 1
        self.touching.append(1)
        self.at[end] = laid = len(self.bones)
        self.bones.append(bone)
        self.shows[end] = bone.low if bone.high == pips else bone.high
        self.depth[end] += 1
        if bone.double and self.depth[end] == 2:
            self.doubled |= 1 << end
        if spinner:
            taken = len(self.names) - self.first_arms
            self.names += BRANCHES[taken : taken + 2]
            self.shows += (pips, pips)
            self.at += (laid, laid)
            self.depth += (0, 0)
        self.lying |= BIT[bone]
