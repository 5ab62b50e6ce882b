"""Bones in play: a tree of bones with a list of open ends (GEN-5)."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from bot.domino.bone import Bone

LEFT, RIGHT, UP, DOWN = "l", "r", "u", "d"
"""The arms of the first bone."""
BRANCHES = "efghijkmnpqstvwxyz"
"""The names of the arms that start at later spinners, two at each, in order of creation.

They start after the letters that the screen uses for seats, and suffice for ten doubles.
"""
END, SIDE_LEFT, SIDE_RIGHT = "end", "left", "right"


class DoublePlacement(Enum):
    """The orientation of a double."""

    ALONG = "along"
    """Along its line, with two ends like any bone."""
    ACROSS = "across"
    """Across its line, but still with only two ends."""
    SPINNER = "spinner"
    """Across its line, and open on all four sides."""


class Opening(NamedTuple):
    """An open end. Its name says its place on the table, never what it shows.

    Like :class:`Laid`, it is a tuple, because these are quick to make, and every play makes some.
    """

    name: str
    pips: int
    at: int
    """The index in :attr:`Layout.laid` of the bone that shows it."""
    side: str
    """The side of that bone: its arm at the first bone; else :data:`END`, or a spinner's
    :data:`SIDE_LEFT` or :data:`SIDE_RIGHT`, as seen when walking outward along the line."""


class Laid(NamedTuple):
    """A bone on the table."""

    bone: Bone
    near: int
    """The pips of the half that touches :attr:`parent`; for the first bone, of the left half."""
    parent: int | None
    """The index of the bone it was laid against; ``None`` for the first."""
    opening: str
    """The name of the opening it was laid at; empty for the first."""
    side: str
    """That opening's side; empty for the first."""
    crosswise: bool
    """True if it is a double that lies across its line."""

    @property
    def far(self) -> int:
        """The pips of the other half."""
        bone = self.bone
        return bone.low if self.near == bone.high else bone.high


@dataclass(frozen=True, slots=True)
class Layout:
    """All bones in play, in the order they were laid, and the ends that can be built on."""

    laid: tuple[Laid, ...] = ()
    openings: tuple[Opening, ...] = ()
    branching: bool = False
    """True if there can be spinners, so that the line may become a tree."""

    def lead(self, bone: Bone, lie: DoublePlacement = DoublePlacement.ACROSS) -> "Layout":
        """Lay the first bone, with open ends on its left (the higher half) and its right.

        A spinner has two more, up and down. Bones other than doubles ignore ``lie`` and lie along.
        """
        first = Laid(
            bone, bone.high, None, "", "", bone.double and lie is not DoublePlacement.ALONG
        )
        openings = [Opening(LEFT, bone.high, 0, LEFT), Opening(RIGHT, bone.low, 0, RIGHT)]
        if bone.double and lie is DoublePlacement.SPINNER:
            openings += [Opening(arm, bone.high, 0, arm) for arm in (UP, DOWN)]
        return Layout((first,), tuple(openings), self.branching)

    def lay(self, bone: Bone, at: str, lie: DoublePlacement = DoublePlacement.ACROSS) -> "Layout":
        """Lay ``bone`` at the opening ``at``, which then shows the bone's other half.

        A spinner adds two openings. Bones other than doubles ignore ``lie`` and lie along. Raises
        ``KeyError`` if there is no such opening or the bone does not fit it.
        """
        opening = self.opening(at)
        pips = opening.pips
        if not bone.has(pips):
            raise KeyError(at)
        index = len(self.laid)
        crosswise = bone.double and lie is not DoublePlacement.ALONG
        following = Opening(at, bone.other(pips), index, END)
        openings = [following if other is opening else other for other in self.openings]
        if crosswise and lie is DoublePlacement.SPINNER:
            openings += [
                Opening(name, pips, index, side)
                for name, side in zip(self._new_arms(), (SIDE_LEFT, SIDE_RIGHT), strict=True)
            ]
        laid = Laid(bone, pips, opening.at, at, opening.side, crosswise)
        return Layout((*self.laid, laid), tuple(openings), self.branching)

    def opening(self, name: str) -> Opening:
        """Return the opening called ``name``; raises ``KeyError`` when there is none."""
        for opening in self.openings:
            if opening.name == name:
                return opening
        raise KeyError(name)

    def neighbours(self, index: int) -> int:
        """Return the number of bones that lie against the bone with that index."""
        joined = sum(laid.parent == index for laid in self.laid)
        return joined + (self.laid[index].parent is not None)

    def _new_arms(self) -> str:
        """Return the names of the next two arms; an arm keeps its name forever."""
        taken = sum(opening.name in BRANCHES for opening in self.openings)
        return BRANCHES[taken : taken + 2]
