"""Bones in play: a tree of bones with a list of open ends (GEN-5)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domino.bone import Bone

LEFT, RIGHT = "l", "r"


@dataclass(frozen=True, slots=True)
class Opening:
    """An open end. Its name says where it is on the table, never what it shows."""

    name: str
    pips: int
    at: int
    """Index of the bone that shows it, in :attr:`Layout.laid`."""


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

    @property
    def far(self) -> int:
        """Pips of the other half."""
        return self.bone.other(self.near)


@dataclass(frozen=True, slots=True)
class Layout:
    """All bones in play, in the order they were laid, and the ends that can be built on."""

    laid: tuple[Laid, ...] = ()
    openings: tuple[Opening, ...] = ()

    def lead(self, bone: Bone) -> Layout:
        """The first bone: it has an open end on its left (the higher half) and on its right."""
        first = Laid(bone, bone.high, None, "")
        return Layout((first,), (Opening(LEFT, bone.high, 0), Opening(RIGHT, bone.low, 0)))

    def lay(self, bone: Bone, at: str) -> Layout:
        """``bone`` in line at the opening ``at``, which then shows the bone's other half.

        Raises ``KeyError`` when there is no such opening or the bone does not fit it.
        """
        opening = self.opening(at)
        if not bone.has(opening.pips):
            raise KeyError(at)
        following = Opening(at, bone.other(opening.pips), len(self.laid))
        return Layout(
            (*self.laid, Laid(bone, opening.pips, opening.at, at)),
            tuple([following if other is opening else other for other in self.openings]),
        )

    def opening(self, name: str) -> Opening:
        """The opening called ``name``; raises ``KeyError`` when there is none."""
        for opening in self.openings:
            if opening.name == name:
                return opening
        raise KeyError(name)
