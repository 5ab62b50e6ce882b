"""Lays out a table that branches, from its first bone to its newest.

Bones are laid in order, so a larger table is the smaller one plus a bone, and all others stay
where they are. If there is no room for a bone, the felt grows around the others. Only if that does
not help, because the bone's end is shut in by others, are all laid again, in another order, with
several tables grown side by side.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from renderers.geometry.lineage import End, Lineage
from renderers.tree.growth import Growth
from renderers.tree.occupancy import CELL, Felt

_SMALL = ((12, 12), (13, 13.5), (14, 15.5), (15, 17), (16, 19), (17, 21))
_LARGE = ((18, 22.5), (20, 25), (22, 27.5), (24, 30))
TIERS = (*_SMALL, *_LARGE)
"""Widths and heights of the felt in units, from a few bones to the most crowded table: at first
almost squares, so that a hand below is in view as well, then portraits, which have room for more
bones of the same size."""
WIDTH = 3  # the tables grown side by side when all bones are laid again
ATTEMPTS, ATTEMPTS_ON_LARGE, ATTEMPTS_CLOSE = 3, 20, 40
"""The attempts to lay all bones again: on each felt, on each of the two largest, and with no felt
kept free between bones. The last are many, since otherwise bones would lie on each other."""
NOISE = 60.0  # the largest random cost added to a table, so that attempts differ


@dataclass(frozen=True, slots=True)
class Plan:
    """The felt, and the place of the first bone's middle on it, in cells."""

    tier: int
    """The index of the felt's size in `TIERS`."""
    start: tuple[int, int]
    apart: int = 1
    """The cells of felt kept free between bones."""

    @property
    def felt(self) -> Felt:
        width, height = TIERS[self.tier]
        return Felt(int(width / CELL), int(height / CELL), self.apart)


@dataclass(frozen=True, slots=True)
class TreeLayout:
    plan: Plan
    growth: Growth


@lru_cache(maxsize=512)
def laid(lineage: Lineage) -> TreeLayout:
    last = len(lineage.bones) - 1
    if not last:
        width, height = TIERS[0]
        plan = Plan(0, (int(width / 2 / CELL), int(height / 2 / CELL)))
        return TreeLayout(plan, _started(lineage, plan))
    before = laid(lineage.before(last))
    return _grown_by_one(lineage, before) or _relaid(lineage, before)


def _grown_by_one(lineage: Lineage, before: TreeLayout) -> TreeLayout | None:
    """Return the table with one more bone, on larger felt if the ends have more room there.

    `None` if there is no room for the bone on either.
    """
    found: list[TreeLayout] = []
    tier = before.plan.tier
    for larger in range(tier, min(tier + 2, len(TIERS))):
        table = _on(before, larger)
        ways = _ways(lineage, table.growth)
        found += [TreeLayout(table.plan, growth) for _, growth in ways[:1]]
        if found and found[-1].growth.cost_of_openings <= before.growth.cost_of_openings:
            break
    return min(found, key=lambda table: table.growth.cost_of_openings, default=None)


def _on(table: TreeLayout, tier: int) -> TreeLayout:
    """Return a table on the felt of a tier, as near to its middle as the old felt allows."""
    if tier == table.plan.tier:
        return table
    plan = Plan(tier, table.plan.start, table.plan.apart)
    old, new = table.plan.felt, plan.felt
    areas = [joint.area for joint in table.growth.laid]
    dx = _offset(old.width, new.width, min(a.x for a in areas), max(a.x + a.width for a in areas))
    dy = _offset(
        old.height, new.height, min(a.y for a in areas), max(a.y + a.height for a in areas)
    )
    plan = replace(plan, start=(plan.start[0] + dx, plan.start[1] + dy))
    return TreeLayout(plan, table.growth.on(new, dx, dy))


def _offset(old: int, new: int, first: int, last: int) -> int:
    """Return the cells to move by, so that what takes `first` to `last` is in the middle."""
    return max(0, min(new - old, (new - first - last) // 2))


def _started(lineage: Lineage, plan: Plan, built: frozenset[End] = frozenset()) -> Growth:
    first, spinner = lineage.bones[0], 0 in lineage.spinners
    return Growth.start(plan.felt, *plan.start, first, spinner=spinner, built=built)


def _ways(lineage: Lineage, growth: Growth) -> list[tuple[float, Growth]]:
    index = len(growth.laid)
    bone, end, spinner = lineage.bones[index], lineage.ends[index], index in lineage.spinners
    return growth.ways(end, bone, spinner=spinner)


def _grown(lineage: Lineage, plan: Plan, width: int, noise: Random | None = None) -> Growth | None:
    """Return the best of `width` tables grown side by side; `None` if none gets to the end.

    `noise` adds random costs, since the cheapest tables may all be the same but for a detail, and
    keeps room for a bone at every end that will get one.
    """
    tables = [_started(lineage, plan, frozenset(lineage.ends[1:]) if noise else frozenset())]
    for _ in lineage.bones[1:]:
        after = [way for table in tables for way in _ways(lineage, table)]
        if noise is not None:
            after = [(cost + NOISE * noise.random(), table) for cost, table in after]
        after.sort(key=lambda way: way[0])
        tables = [table for _, table in after[:width]]
    return tables[0] if tables else None


def _relaid(lineage: Lineage, before: TreeLayout) -> TreeLayout:
    for apart in range(before.plan.apart, -1, -1):
        for tier in range(min(before.plan.tier + 1, len(TIERS) - 1), len(TIERS)):
            plan = replace(_larger(before, tier), apart=apart)
            growth = _reordered(lineage, plan)
            if growth is not None:
                return TreeLayout(plan, growth)
    last = len(lineage.bones) - 1
    forced = before.growth.forced(
        lineage.ends[last], lineage.bones[last], spinner=last in lineage.spinners
    )
    return TreeLayout(before.plan, forced)


def _reordered(lineage: Lineage, plan: Plan) -> Growth | None:
    orders = tuple(lineage.orders())
    for attempt in range(_attempts(plan)):
        order = orders[attempt % len(orders)]
        noise = None if attempt < len(orders) else Random(attempt)  # noqa: S311 - must be repeatable
        growth = _grown(lineage.ordered(order), plan, WIDTH, noise)
        if growth is not None:
            return growth.ordered(order)
    return None


def _attempts(plan: Plan) -> int:
    if not plan.apart:
        return ATTEMPTS_CLOSE
    return ATTEMPTS if plan.tier < len(TIERS) - 2 else ATTEMPTS_ON_LARGE


def _larger(before: TreeLayout, tier: int) -> Plan:
    areas = [joint.area for joint in before.growth.laid]
    x, y = before.plan.start
    aside = (min(a.x for a in areas) + max(a.x + a.width for a in areas)) / 2 - x
    lower = (min(a.y for a in areas) + max(a.y + a.height for a in areas)) / 2 - y
    width, height = TIERS[tier]
    return Plan(tier, (_start(width, aside), _start(height, lower)))


def _start(length: float, off: float) -> int:
    """Return the start, in cells, that centres a point `off` cells after it on `length` units."""
    most = int(length) // 2
    return int(length / 2 / CELL) - max(-most, min(most, round(off / 2) * 2))
