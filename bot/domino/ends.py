"""The open ends of the bones in play, changed in place by every bone laid.

This is all that the rules need to know about the table: what each end shows, and how the tree of
bones grew around it. :class:`~bot.domino.layout.Layout` adds what a picture needs.
"""

from msgspec import Struct, field

from bot.domino.bone import HAS, Bone

LEFT, RIGHT, UP, DOWN = "l", "r", "u", "d"
"""The arms of the first bone."""
BRANCHES = "efghijkmnpqstvwxyz"
"""The names of the arms that start at later spinners, two at each, in order of creation.

They suffice for ten doubles, and are for the codes of moves: players read other letters
(:mod:`bot.present.views.line`).
"""
_TWO, _FOUR = LEFT + RIGHT, LEFT + RIGHT + UP + DOWN


class Ends(Struct, gc=False):
    """The open ends, each with an index that it keeps: the first bone's arms, then the others."""

    names: str = ""
    """The names of the ends, a letter each."""
    shows: list[int] = field(default_factory=list)
    fits: list[int] = field(default_factory=list)
    """The mask of all bones that match each end (:mod:`bot.domino.bone`)."""
    fitting: int = 0
    """The mask of all bones that match any end."""
    at: list[int] = field(default_factory=list)
    """The bone that shows each end: how many bones were laid before it."""
    depth: list[int] = field(default_factory=list)
    """The number of bones laid at each end; none at a free side of a spinner."""
    lying: int = 0
    """The mask of the bones laid."""
    doubled: int = 0
    """The mask of the ends at which the second bone was a double."""
    doubles: int = 0
    """A mask with bit n set if n bones were laid before a double."""
    spinners: int = 0
    """The same for the doubles that are spinners."""

    def __hash__(self) -> int:
        return hash(self.lying)

    def copy(self) -> "Ends":
        return Ends(
            self.names,
            self.shows.copy(),
            self.fits.copy(),
            self.fitting,
            self.at.copy(),
            self.depth.copy(),
            self.lying,
            self.doubled,
            self.doubles,
            self.spinners,
        )

    @property
    def first_arms(self) -> int:
        """The number of arms of the first bone: two, or four if it is a spinner."""
        return 4 if self.spinners & 1 else len(self.names[:2])

    def touching(self, at: int) -> int:
        """Return the number of bones that lie against the bone laid after ``at`` others."""
        sides = 4 if self.spinners >> at & 1 else 2
        return sides - self.at.count(at)

    def lead(self, bone: Bone, *, spinner: bool = False) -> None:
        """Lay the first bone; its higher half is on the left. A spinner is open on four sides."""
        self.names = _FOUR if spinner else _TWO
        self.shows = [bone.high] * 4 if spinner else [bone.high, bone.low]
        self.fits = [HAS[pips] for pips in self.shows]
        self.fitting = HAS[bone.high] | HAS[bone.low]
        self.at, self.depth = [0] * len(self.names), [0] * len(self.names)
        self.lying, self.doubles, self.spinners = bone.bit, int(bone.double), int(spinner)

    def lay(self, end: int, bone: Bone, *, spinner: bool = False) -> None:
        """Lay a bone that fits at an end; a spinner opens two more ends at its sides."""
        shows, laid = self.shows, self.lying.bit_count()
        pips = shows[end]
        shows[end] = other = bone.low if bone.high == pips else bone.high
        self.fits[end] = HAS[other]
        self.at[end] = laid
        self.depth[end] += 1
        self.lying |= bone.bit
        if bone.double:
            self.doubles |= 1 << laid
            if self.depth[end] == 2:
                self.doubled |= 1 << end
        if spinner:
            taken = len(self.names) - self.first_arms
            self.names += BRANCHES[taken : taken + 2]
            self.shows += (pips, pips)
            self.fits += (HAS[pips], HAS[pips])
            self.at += (laid, laid)
            self.depth += (0, 0)
            self.spinners |= 1 << laid
        fitting = 0
        for bones in self.fits:  # faster than a call of union(), at every play
            fitting |= bones
        self.fitting = fitting
