"""Whether a deal of Solitaire can be won by somebody who knows the order of all bones.

The rules are written down here once more, and otherwise: a bone is the set of its numbers as bits.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from bot.domino.bone import Bone
from bot.domino.sets import DOUBLE_SIX

FIRST = 3
Row = tuple[int, ...]


def mixed(seed: int) -> list[Bone]:
    """The bones of the deal with that number."""
    order = list(DOUBLE_SIX)
    random.Random(seed).shuffle(order)
    return order


def numbers(order: Sequence[Bone]) -> Row:
    """Each bone as its numbers."""
    return tuple(1 << each.high | 1 << each.low for each in order)


def alike(x: int, y: int, z: int, *, pairwise: bool) -> bool:
    """Whether three neighbours can go together."""
    return bool(x & y and y & z and x & z) if pairwise else bool(x & y & z)


def won_by_force(
    order: Sequence[Bone], *, may_draw: bool = False, pairwise: bool = False
) -> list[str] | None:
    """The codes of a way to leave nothing, found by trying all ways; ``None`` when none does.

    ``may_draw`` is for ``mustRemove`` off, ``pairwise`` for the other ``triple``.
    """
    deck = numbers(order)
    came: dict[tuple[Row, int], tuple[tuple[Row, int], str] | None] = {(deck[:FIRST], FIRST): None}
    code = {bits: bone.code for bits, bone in zip(deck, order, strict=True)}
    waiting = list(came)
    while waiting:
        row, drawn = waiting.pop()
        if not row and drawn == len(deck):
            return _way(came, (row, drawn))
        found = list(_removed(row, pairwise=pairwise))
        ways = [((left, drawn), code[bits] + plus) for left, bits, plus in found]
        if drawn < len(deck) and (may_draw or not found):
            ways.append((((*row, deck[drawn]), drawn + 1), "draw"))
        for there, how in ways:
            if there not in came:
                came[there] = ((row, drawn), how)
                waiting.append(there)
    return None


def _removed(row: Row, *, pairwise: bool) -> Iterator[tuple[Row, int, str]]:
    for at in range(1, len(row) - 1):
        x, y, z = row[at - 1 : at + 2]
        if x & z:
            yield row[:at] + row[at + 1 :], y, ""
            if alike(x, y, z, pairwise=pairwise):
                yield row[: at - 1] + row[at + 2 :], y, "+"


def _way(came: dict, here: object) -> list[str]:
    codes: list[str] = []
    while came[here] is not None:
        here, how = came[here]
        codes.append(how)
    return codes[::-1]


def won_at_leisure(order: Sequence[Bone], *, pairwise: bool = False) -> bool:
    """The same for ``mustRemove`` off, by intervals.

    Nothing is lost by laying all bones first, since what comes at the right end takes no neighbour
    away. What lies between two bones that stay can be cleared when the last of it is one bone, and
    the two share a number, or are three that go together; what lies between those was cleared.
    """
    deck = (0, *numbers(order), 0)
    end = len(deck)
    clear = [[False] * end for _ in deck]
    three = [[False] * end for _ in deck]
    for width in range(1, end):
        for i in range(end - width):
            j, here = i + width, clear[i]
            inner = [k for k in range(i + 1, j) if here[k]]
            clear[i][j] = (
                width == 1
                or (bool(deck[i] & deck[j]) and any(clear[k][j] for k in inner))
                or any(three[k][m] and clear[m][j] for k in inner for m in range(k + 2, j))
            )
            three[i][j] = any(
                here[k] and clear[k][j] and alike(deck[i], deck[k], deck[j], pairwise=pairwise)
                for k in range(i + 1, j)
            )
    return clear[0][-1]


def share(deals: range, *, may_draw: bool = False, pairwise: bool = False) -> float:
    """The share of these deals that can be won."""
    won = (
        won_at_leisure(mixed(seed), pairwise=pairwise)
        if may_draw
        else won_by_force(mixed(seed), pairwise=pairwise) is not None
        for seed in deals
    )
    return sum(won) / len(deals)
