"""Bones in play: a tree of bones with a list of open ends (GEN-5)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.domino.bone import Bone

LEFT, RIGHT, UP, DOWN = "l", "r", "u", "d"
"""The arms of the first bone."""
BRANCHES = "efghijkmnpqstvwx"
"""The arms that begin at later spinners, two at each, in the order they came to be.

They begin after the letters that seats are called by on the screen.
"""
END, SIDE_LEFT, SIDE_RIGHT = "end", "left", "right"


class Lie(Enum):
    """How a double lies."""

    ALONG = "along"
    """Along its line, with two ends like any bone."""
    ACROSS = "across"
    """Across its line, with two ends all the same."""
    SPINNER = "spinner"
    """Across its line, and open on all four sides."""


@dataclass(frozen=True, slots=True)
class Opening:
    """An open end. Its name says where it is on the table, never what it shows."""

    name: str
    pips: int
    at: int
    """Index of the bone that shows it, in :attr:`Layout.laid`."""
    side: str
    """Where at that bone: its arm at the first bone; else :data:`END`, or a spinner's
    :data:`SIDE_LEFT` or :data:`SIDE_RIGHT`, as seen by one who walks along the line."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A bone on the table."""

    bone: Bone
    near: int
    """Pips of the half that touches :attr:`parent`; of the first bone, the half to the left."""
    parent: int | None
    """Index of the bone it was laid against; ``None`` for the first."""
    opening: str
    """Name of the opening it was laid at; empty for the first."""
    side: str
    """That opening's side; empty for the first."""
    crosswise: bool
    """Whether it is a double that lies across its line."""

    @property
    def far(self) -> int:
        """Pips of the other half."""
        return self.bone.other(self.near)


@dataclass(frozen=True, slots=True)
class Layout:
    """All bones in play, in the order they were laid, and the ends that can be built on."""

    laid: tuple[Laid, ...] = ()
    openings: tuple[Opening, ...] = ()
    branching: bool = False
    """Whether there can be spinners: what is a line yet may become a tree."""

    def lead(self, bone: Bone, lie: Lie = Lie.ACROSS) -> Layout:
        """The first bone: it has an open end on its left (the higher half) and on its right.

        A spinner has two more, up and down. What is no double lies along, whatever ``lie`` says.
        """
        first = Laid(bone, bone.high, None, "", "", bone.double and lie is not Lie.ALONG)
        openings = [Opening(LEFT, bone.high, 0, LEFT), Opening(RIGHT, bone.low, 0, RIGHT)]
        if bone.double and lie is Lie.SPINNER:
            openings += [Opening(arm, bone.high, 0, arm) for arm in (UP, DOWN)]
        return Layout((first,), tuple(openings), self.branching)

    def lay(self, bone: Bone, at: str, lie: Lie = Lie.ACROSS) -> Layout:
        """``bone`` at the opening ``at``, which then shows the bone's other half.

        A spinner adds two openings. What is no double lies along, whatever ``lie`` says. Raises
        ``KeyError`` when there is no such opening or the bone does not fit it.
        """
        opening = self.opening(at)
        pips = opening.pips
        if not bone.has(pips):
            raise KeyError(at)
        index = len(self.laid)
        crosswise = bone.double and lie is not Lie.ALONG
        following = Opening(at, bone.other(pips), index, END)
        openings = [following if other is opening else other for other in self.openings]
        if crosswise and lie is Lie.SPINNER:
            openings += [
                Opening(name, pips, index, side)
                for name, side in zip(self._new_arms(), (SIDE_LEFT, SIDE_RIGHT), strict=True)
            ]
        laid = Laid(bone, pips, opening.at, at, opening.side, crosswise)
        return Layout((*self.laid, laid), tuple(openings), self.branching)

    def opening(self, name: str) -> Opening:
        """The opening called ``name``; raises ``KeyError`` when there is none."""
        for opening in self.openings:
            if opening.name == name:
                return opening
        raise KeyError(name)

    def neighbours(self, index: int) -> int:
        """How many bones lie against the bone with that index."""
        joined = sum(laid.parent == index for laid in self.laid)
        return joined + (self.laid[index].parent is not None)

    def _new_arms(self) -> str:
        """The names of the next two arms; an arm keeps its name for good."""
        taken = sum(opening.name in BRANCHES for opening in self.openings)
        return BRANCHES[taken : taken + 2]
