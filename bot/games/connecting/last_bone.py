"""How the last bone fitted: what it is worth in games that pay for the way somebody goes out."""

from enum import Enum

from bot.domino.bone import Bone


class Fit(Enum):
    """How a bone fitted the two ends of a line before it was laid."""

    ONE_END = "one end"
    """No double, and it fitted one of two different ends."""
    DOUBLE_AT_ONE_END = "double at one end"
    BOTH_ENDS = "both ends"
    """Its two different halves fitted the two different ends."""
    EITHER_END = "either end"
    """No double, and both ends showed the same number."""
    DOUBLE_AT_BOTH = "double at both"
    """A double whose number both ends showed."""


def how_it_fitted(before: tuple[int, ...], bone: Bone) -> Fit:
    """Return how a bone fitted a line that showed ``before`` at its two ends."""
    left, right = before
    if bone.double:
        return Fit.DOUBLE_AT_BOTH if left == right else Fit.DOUBLE_AT_ONE_END
    if left == right:
        return Fit.EITHER_END
    return Fit.BOTH_ENDS if {left, right} == {bone.high, bone.low} else Fit.ONE_END
