"""Solvers that know the order of all bones and say whether a deal of Solitaire can be won.

They implement the rules a second time, differently: a bone is the set of its numbers as bits.
"""

import random
from collections.abc import Iterator, Sequence

from bot.domino.bone import DOUBLE_SIX, Bone

FIRST = 3
Row = tuple[int, ...]


def mixed(seed: int) -> list[Bone]:
    order = list(DOUBLE_SIX)
    random.Random(seed).shuffle(order)
    return order


def won_by_force(
    order: Sequence[Bone], *, may_draw: bool = False, pairwise: bool = False
) -> list[str] | None:
    """Return the codes of a way to leave no bone, found by trying all ways; ``None`` if none does.
    ``may_draw`` means that ``mustRemove`` is off, ``pairwise`` the other value of ``triple``."""
    deck = _numbers(order)
    code = {bits: bone.code for bits, bone in zip(deck, order, strict=True)}
    ways: dict[tuple[Row, int], list[str]] = {(deck[:FIRST], FIRST): []}
    waiting = list(ways)
    while waiting:
        row, drawn = here = waiting.pop()
        if not row and drawn == len(deck):
            return ways[here]
        found = [((left, drawn), code[bits] + plus) for left, bits, plus in _removed(row, pairwise)]
        if drawn < len(deck) and (may_draw or not found):
            found.append((((*row, deck[drawn]), drawn + 1), "draw"))
        for there, how in found:
            if there not in ways:
                ways[there] = [*ways[here], how]
                waiting.append(there)
    return None


def won_at_leisure(order: Sequence[Bone], *, pairwise: bool = False) -> bool:
    """Return whether there is a way with ``mustRemove`` off, computed over intervals. Nothing is
    lost by laying all bones first, since a bone added at the right end separates no neighbours. The
    bones between two that stay can be cleared if the last of them is one bone and the two share a
    number, or if they are three that match; those between were cleared before."""
    deck = (0, *_numbers(order), 0)
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
                clear[k][j] and _fit(deck[i], deck[k], deck[j], pairwise) for k in inner
            )
    return clear[0][-1]


def _numbers(order: Sequence[Bone]) -> Row:
    return tuple(1 << each.high | 1 << each.low for each in order)


def _fit(x: int, y: int, z: int, pairwise: bool) -> bool:
    return bool(x & y and y & z and x & z) if pairwise else bool(x & y & z)


def _removed(row: Row, pairwise: bool) -> Iterator[tuple[Row, int, str]]:
    for at in range(1, len(row) - 1):
        x, y, z = row[at - 1 : at + 2]
        if x & z:
            yield row[:at] + row[at + 1 :], y, ""
            if _fit(x, y, z, pairwise):
                yield row[: at - 1] + row[at + 2 :], y, "+"
