"""What may be laid where, the rules of a line game as positions need them, and their policy."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.domino.bone_sets import DOUBLES, bones_in, union
from bot.domino.counting import Sum
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Outcome, Seat, Setup
from bot.games.connecting.observation import Limit
from bot.games.connecting.scoring import Count, FinishedRound

SIDES = 4
"""Number of open sides of a first double that is a spinner."""

Gate = Callable[[Setup, Ends], list[int] | None]
"""A function that returns for each end the mask of the bones that may be laid there.

It returns ``None`` if every end takes all bones that fit.
"""

WhyClosed = Callable[[Setup, Ends, int], Limit]
"""A function that says why an end takes nothing, given its index."""


def playable(gate: Gate | None, setup: Setup, ends: Ends) -> int:
    takes = None if gate is None else gate(setup, ends)
    if takes is None:
        return ends.fitting
    return union(takes)


def around_the_lead(ends: Ends) -> list[int] | None:
    """Allow only the lead's free sides, ``None`` once there are none (STAR-3, CROSS-5)."""
    if 0 not in ends.at:
        return None
    return [0 if at else bones for bones, at in zip(ends.fits, ends.at, strict=True)]


def lead_first(*_: object) -> Limit:
    """Say that ends are closed because the lead has free sides (STAR-3, CROSS-5)."""
    return Limit.LEAD_FIRST


def limits(setup: Setup, ends: Ends, gate: Gate | None, why_closed: WhyClosed) -> dict[str, Limit]:
    """Return, by name, the limits of ends that do not take every bone of the set that fits."""
    takes = gate(setup, ends) if gate and ends.lying else None
    return {
        ends.names[end]: Limit.DOUBLE if bones & ~ends.lying else why_closed(setup, ends, end)
        for end, bones in enumerate(takes or ())
        if not bones & ~DOUBLES
    }


Earn = Callable[[Ends], Sum | None]
"""A function that returns what the open ends score for whoever laid the last bone, if anything."""


@dataclass(frozen=True, slots=True, eq=False)
class LineRules:
    """The rules of one round; sets of bones are masks (:mod:`bot.domino.bone_sets`).

    The policy of playouts: everybody takes the most points at once; if no play scores, everybody
    lays doubles first and then the heaviest bone.
    """

    setup: Setup
    next_of: Mapping[Seat, Seat]
    kept: int | None
    """The number of bones that cannot be drawn; ``None`` if none can be drawn at all."""
    doubles: Callable[[Setup, Ends], tuple[DoublePlacement, ...]]
    gate: Gate | None
    earn: Earn | None
    scored: Callable[[FinishedRound, tuple[int, ...]], tuple[Count, Outcome]]
    keeps_doubles: bool
    """True if players keep their doubles for as long as they can lay something else."""
    is_line: bool
    """True if there are two ends, only their numbers decide what fits, and plays score nothing."""

    def favourite(self, bones: int) -> int:
        """Return the bit of the bone that most players would lay, of a mask of one or more."""
        if self.keeps_doubles and bones & ~DOUBLES:
            bones &= ~DOUBLES
        return 1 << bones.bit_length() - 1

    def preferred_to(self, bit: int) -> int:
        """Return the mask of all bones that most players would lay rather than the one given."""
        higher = -(bit << 1)
        if not self.keeps_doubles:
            return higher
        return higher | ~DOUBLES if bit & DOUBLES else higher & ~DOUBLES

    def scoring_plays(self, ends: Ends, takes: list[int]) -> dict[int, tuple[int, int]]:
        """Return the most points that each bone can score at once, and at which end, by its bit.

        ``takes`` has for each end the mask of bones to try there. Bones that score nothing are left
        out.
        """
        found: dict[int, tuple[int, int]] = {}
        if self.earn is None:
            return found
        for end, bones in enumerate(takes):
            for bone in bones_in(bones):
                tried, bit = ends.copy(), bone.bit
                lies = self.doubles(self.setup, tried)
                tried.lay(end, bone, spinner=bone.double and lies[0] is DoublePlacement.SPINNER)
                made = self.earn(tried)
                if made is not None and made.points > found.get(bit, (0, 0))[0]:
                    found[bit] = made.points, end
        return found
