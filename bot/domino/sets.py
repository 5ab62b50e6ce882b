"""Sets of bones."""

from bot.domino.bone import Bone, bone


def double_n(highest: int) -> tuple[Bone, ...]:
    """Return every bone from 0-0 to ``highest``-``highest``, each once."""
    return tuple(bone(high, low) for high in range(highest + 1) for low in range(high + 1))


DOUBLE_SIX = double_n(6)
"""28 bones, 7 doubles, 168 pips (GEN-1)."""
