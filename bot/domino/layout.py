"""Bones in play: a tree of bones with a list of open ends (GEN-5)."""

from enum import Enum

from msgspec import Struct, field

from bot.domino.bone import Bone
from bot.domino.ends import Ends

END, SIDE_LEFT, SIDE_RIGHT = "end", "left", "right"


class DoublePlacement(Enum):
    ALONG = "along"
    """Along its line, with two ends like any bone."""
    ACROSS = "across"
    """Across its line, but still with only two ends."""
    SPINNER = "spinner"
    """Across its line, and open on all four sides."""


# Members of an enum are slow to look up, and laying a double needs both.
_ALONG, _SPINNER = DoublePlacement.ALONG, DoublePlacement.SPINNER


class Opening(Struct, frozen=True, gc=False):
    """An open end. Its name says its place on the table, never what it shows."""

    name: str
    pips: int
    at: int
    """The index in :attr:`Layout.laid` of the bone that shows it."""
    side: str
    """The side of that bone: its arm at the first bone; else :data:`END`, or a spinner's
    :data:`SIDE_LEFT` or :data:`SIDE_RIGHT`, as seen when walking outward along the line."""


class Laid(Struct, frozen=True, gc=False):
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
        bone = self.bone
        return bone.low if self.near == bone.high else bone.high


class Layout(Struct, frozen=True, gc=False):
    """All bones in play, in the order they were laid, and the ends that can be built on."""

    laid: tuple[Laid, ...] = ()
    branching: bool = False
    """True if there can be spinners, so that the line may become a tree."""
    ends: Ends = field(default_factory=Ends)
    """The open ends, which follow from :attr:`laid`; never changed in place here."""

    @property
    def openings(self) -> tuple[Opening, ...]:
        """The open ends, the first bone's arms first."""
        ends = self.ends
        return tuple(
            [
                Opening(
                    name,
                    ends.shows[end],
                    ends.at[end],
                    END if ends.depth[end] else _free_side(ends, end),
                )
                for end, name in enumerate(ends.names)
            ]
        )

    def lead(self, bone: Bone, lie: DoublePlacement = DoublePlacement.ACROSS) -> "Layout":
        """Lay the first bone, with open ends on its left (the higher half) and its right.

        A spinner has two more, up and down. Bones other than doubles ignore ``lie`` and lie along.
        """
        ends = Ends()
        ends.lead(bone, spinner=bone.double and lie is DoublePlacement.SPINNER)
        crosswise = bone.double and lie is not DoublePlacement.ALONG
        return Layout((Laid(bone, bone.high, None, "", "", crosswise),), self.branching, ends)

    def lay(self, bone: Bone, at: str, lie: DoublePlacement = DoublePlacement.ACROSS) -> "Layout":
        """Lay ``bone`` at the opening ``at``, which then shows the bone's other half.

        A spinner adds two openings. Bones other than doubles ignore ``lie`` and lie along. Raises
        ``KeyError`` if there is no such opening or the bone does not fit it.
        """
        end = self.ends.names.find(at) if len(at) == 1 else -1
        before = self.ends
        if end < 0 or not before.fits[end] & bone.bit:
            raise KeyError(at)
        ends = before.copy()
        crosswise = bone.double and lie is not _ALONG
        side = END if before.depth[end] else _free_side(before, end)
        laid = Laid(bone, before.shows[end], before.at[end], at, side, crosswise)
        ends.lay(end, bone, spinner=crosswise and lie is _SPINNER)
        return Layout((*self.laid, laid), self.branching, ends)

    def opening(self, name: str) -> Opening:
        for opening in self.openings:
            if opening.name == name:
                return opening
        raise KeyError(name)


def _free_side(ends: Ends, end: int) -> str:
    """Return the side of its bone that an end without bones is on: its arm at the first bone."""
    if end < ends.first_arms:
        return ends.names[end]
    return SIDE_RIGHT if end % 2 else SIDE_LEFT
