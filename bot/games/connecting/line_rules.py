"""The rules of one round of the connecting family, as positions need them: on bit masks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.domino.bone import DOUBLES, bones_in
from bot.domino.ends import Ends
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Outcome, Seat, Setup
from bot.games.connecting.earned_points import EarnedPoints
from bot.games.connecting.moves import Gate
from bot.games.connecting.scoring import Count, FinishedRound

_SPINNER = DoublePlacement.SPINNER


@dataclass(frozen=True, slots=True, eq=False)
class LineRules:
    """The rules of one round; sets of bones are masks (:mod:`bot.domino.bone`).

    The policy of playouts: everybody takes the most points at once; if no play scores, everybody
    lays doubles first and then the heaviest bone.
    """

    setup: Setup
    next_of: Mapping[Seat, Seat]
    kept: int | None
    """The number of bones that cannot be drawn; ``None`` if none can be drawn at all."""
    doubles: Callable[[Setup, Ends], tuple[DoublePlacement, ...]]
    gate: Gate | None
    points: EarnedPoints
    scored: Callable[[FinishedRound, tuple[int, ...]], tuple[Count, Outcome]]
    keeps_doubles: bool
    """True if players keep their doubles for as long as they can lay something else."""
    leader: Seat | None
    goes_on: bool
    """True if the round goes on until all partners of a side are out."""
    is_line: bool
    """True if there are two ends, only their numbers decide what fits, and nothing scores before
    the end."""

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

    def scoring_plays(
        self, ends: Ends, takes: list[int], seat: Seat, earned: int, *, out: bool
    ) -> dict[int, tuple[int, int]]:
        """Return the most points that each bone can score at once, and at which end, by its bit.

        ``takes`` has for each end the mask of bones to try there. Bones that score nothing are left
        out. ``earned`` are the seat's points in this round, and ``out`` says whether the bone is
        the last of its side.
        """
        found: dict[int, tuple[int, int]] = {}
        if self.points.earn is None:
            return found
        for end, bones in enumerate(takes):
            for bone in bones_in(bones):
                tried, bit = ends.copy(), bone.bit
                is_spinner = bone.double and self.doubles(self.setup, tried)[0] is _SPINNER
                tried.lay(end, bone, spinner=is_spinner)
                made = self.points.made(self.setup, tried, seat, earned, out=out)
                if made is not None and made.points > found.get(bit, (0, 0))[0]:
                    found[bit] = made.points, end
        return found
