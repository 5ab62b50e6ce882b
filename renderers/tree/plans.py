"""Lays out a table that branches, from its first bone to its newest.

Bones are laid in order, so a larger table is the smaller one plus a bone, and all others stay
where they are. If there is no room for a bone, all are laid again: in a larger frame or, where it
is crowded, in another order, with several tables grown side by side.
"""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from renderers.geometry.lineage import End, Lineage
from renderers.tree.growth import Growth
from renderers.tree.occupancy import CELL, Felt

TIERS = ((17, 14), (22, 18), (24, 21), (24, 24), (24, 30), (24, 24), (24, 30))
"""Widths and heights of the frames in units, from a few large bones to the most crowded table."""
MOST = (14, 28)
"""The most bones for each of the first frames: more would have to wind."""
CROWDED = 2
"""The first tier at which several tables are grown side by side."""
CLOSE = 5
"""The first tier at which bones lie close together, with no felt between them."""
WIDTH, ATTEMPTS, LAST_ATTEMPTS = 3, 10, 40
"""The tables grown side by side where it is crowded, the attempts at that, and the attempts from
tier `CLOSE` on: more, since bones must not lie on each other."""
WHIM = 60.0
"""The largest random cost added to a table, so that attempts differ."""
LARGER = 4
"""The number of larger frames tried before bones are heaped on each other."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The tier of the frame, and the place of the first bone's middle in it, in cells."""

    tier: int
    start: tuple[int, int]

    @property
    def felt(self) -> Felt:
        """The frame in cells."""
        width, height = size(self.tier)
        return Felt(int(width / CELL), int(height / CELL), 0 if self.tier >= CLOSE else 1)


@dataclass(frozen=True, slots=True)
class TreeLayout:
    """A laid table and its plan."""

    plan: Plan
    growth: Growth


def size(tier: int) -> tuple[int, int]:
    """Return the width and the height of a tier's frame, in units."""
    more = max(0, tier - len(TIERS) + 1)
    width, height = TIERS[min(tier, len(TIERS) - 1)]
    return width + 4 * more, height + 4 * more


@lru_cache(maxsize=512)
def laid(lineage: Lineage) -> TreeLayout:
    """Return the table with these bones; there is at least one."""
    last = len(lineage.bones) - 1
    if not last:
        width, height = size(0)
        plan = Plan(0, (int(width / 2 / CELL), int(height / 2 / CELL)))
        return TreeLayout(plan, _started(lineage, plan))
    before = laid(lineage.before(last))
    if before.plan.tier >= len(MOST) or last < MOST[before.plan.tier]:
        ways = _ways(lineage, before.growth)
        if ways:
            return TreeLayout(before.plan, ways[0][1])
    return _relaid(lineage, before)


def _started(lineage: Lineage, plan: Plan, built: frozenset[End] = frozenset()) -> Growth:
    first, spinner = lineage.bones[0], 0 in lineage.spinners
    return Growth.start(plan.felt, *plan.start, first, spinner=spinner, built=built)


def _ways(lineage: Lineage, growth: Growth) -> list[tuple[float, Growth]]:
    """Return the tables with the lineage's next bone and their costs, the cheapest first."""
    index = len(growth.laid)
    bone, end, spinner = lineage.bones[index], lineage.ends[index], index in lineage.spinners
    return growth.ways(end, bone, spinner=spinner)


def _grown(lineage: Lineage, plan: Plan, width: int, whim: Random | None = None) -> Growth | None:
    """Return the best of `width` tables grown side by side; `None` if none gets to the end.

    A `whim` adds random costs, since the cheapest tables may all be the same but for a detail, and
    keeps room for a bone at every end that will get one.
    """
    tables = [_started(lineage, plan, frozenset(lineage.ends[1:]) if whim else frozenset())]
    for _ in lineage.bones[1:]:
        after = [way for table in tables for way in _ways(lineage, table)]
        if whim is not None:
            after = [(cost + WHIM * whim.random(), table) for cost, table in after]
        after.sort(key=lambda way: way[0])
        tables = [table for _, table in after[:width]]
    return tables[0] if tables else None


def _relaid(lineage: Lineage, before: TreeLayout) -> TreeLayout:
    """Return the table laid again, because a bone found no room."""
    first = before.plan.tier if before.plan.tier >= CROWDED else before.plan.tier + 1
    for tier in range(first, len(TIERS) + LARGER):
        if tier < len(MOST) and len(lineage.bones) > MOST[tier]:
            continue
        plan = _larger(before, tier)
        growth = _grown(lineage, plan, 1) if tier < CROWDED else _reordered(lineage, plan)
        if growth is not None:
            return TreeLayout(plan, growth)
    last = len(lineage.bones) - 1
    heaped = before.growth.heaped(
        lineage.ends[last], lineage.bones[last], spinner=last in lineage.spinners
    )
    return TreeLayout(before.plan, heaped)


def _reordered(lineage: Lineage, plan: Plan) -> Growth | None:
    """Return the table laid in the first order with room for everything, or `None`."""
    orders = tuple(lineage.orders())
    for attempt in range(LAST_ATTEMPTS if plan.tier >= CLOSE else ATTEMPTS):
        order = orders[attempt % len(orders)]
        whim = None if attempt < len(orders) else Random(attempt)  # noqa: S311 - must be repeatable
        growth = _grown(lineage.ordered(order), plan, WIDTH, whim)
        if growth is not None:
            return growth.ordered(order)
    return None


def _larger(before: TreeLayout, tier: int) -> Plan:
    """Return a plan for a larger frame, with the bones laid so far in its middle."""
    areas = [joint.area for joint in before.growth.laid]
    x, y = before.plan.start
    aside = (min(a.x for a in areas) + max(a.x + a.width for a in areas)) / 2 - x
    lower = (min(a.y for a in areas) + max(a.y + a.height for a in areas)) / 2 - y
    width, height = size(tier)
    return Plan(tier, (_start(width, aside), _start(height, lower)))


def _start(length: int, off: float) -> int:
    """Return the start, in cells, that centres a point `off` cells after it on `length` units."""
    most = length // 2
    return int(length / 2 / CELL) - max(-most, min(most, round(off / 2) * 2))
