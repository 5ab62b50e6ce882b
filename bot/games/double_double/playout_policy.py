"""The policy of playouts of Double Double Dominoes, by which everybody plays.

A player places the bone with the most points, less what it gives the others. How much any bone
brings on any diamond follows from the *gains*: for each number, what playing it does for the score.
"""

from collections.abc import Sequence
from typing import TypeAlias

from bot.domino.bone import Bone
from bot.engine.contract import Seat
from bot.games.double_double.open_ways import NUMBERS, OpenWays, Way
from bot.games.double_double.scoring import BONUS

Placing: TypeAlias = tuple[Bone, int, int]
"""A bone and the squares under its high and its low half."""

_NONE = -999
"""Less than any placing is worth."""


def gains(numbers: Sequence[int], mover: Seat) -> list[int]:
    """Return for each number the bonus of its player less those of the others (DDD-14).

    ``numbers`` are those under the pieces, by seat, :data:`NUMBERS` standing for none.
    """
    found = [0] * (NUMBERS + 1)
    for seat, number in enumerate(numbers):
        found[number] += BONUS if seat == mover else -BONUS
    return found


def best_placing(hand: Sequence[Bone], gain: Sequence[int], ways: OpenWays) -> Placing | None:
    """Return the placing that is worth most; ``None`` if there is none but bridges."""
    best, found = _NONE, None
    reach: list[tuple[int, Way] | None] = [ways.best(number) for number in range(NUMBERS)]
    for bone in hand:
        high, low = bone.high, bone.low
        to_high, to_low = reach[high], reach[low]
        if high == low:
            if to_high is not None and (worth := 2 * to_high[0] + gain[high]) > best:
                best, found = worth, (bone, *to_high[1])
            continue
        bonus = gain[high] + gain[low]
        if to_high is not None and (worth := to_high[0] + bonus) > best:
            best, found = worth, (bone, *to_high[1])
        if to_low is not None and (worth := to_low[0] + bonus) > best:
            second, first = to_low[1]
            best, found = worth, (bone, first, second)
    return found


def best_at_double(
    double: Placing, hand: Sequence[Bone], gain: Sequence[int], ways: OpenWays
) -> Placing | None:
    """Return the best placing next to a double just placed; ``None`` if it is worth nothing."""
    laid, *squares = double
    number = laid.high
    fitting = [bone for bone in hand if bone.has(number)]
    reach = ways.best_at_double(*squares) if fitting else None
    if reach is None:
        return None
    diamond, (tail, head) = reach
    best = max(fitting, key=lambda bone: _worth(bone, diamond, gain))
    if _worth(best, diamond, gain) <= 0:
        return None
    return (best, tail, head) if best.high == number else (best, head, tail)


def _worth(bone: Bone, diamond: int, gain: Sequence[int]) -> int:
    if bone.double:
        return 2 * diamond + gain[bone.high]
    return diamond + gain[bone.high] + gain[bone.low]
