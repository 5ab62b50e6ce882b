"""How a table that branches is laid, from its first bone to its newest.

Bones are laid in their order, so a larger table is the smaller one with a bone more, and all others
stay where they are. Where there is no room for a bone, all are laid anew: in a larger frame, or
some of them in other ways.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from renderers.growth import Growth
from renderers.lineage import Lineage
from renderers.room import CELL, Felt

TIERS = ((17, 14), (22, 18), (24, 21), (24, 24), *4 * ((24, 30),))
"""Width and height of the frames in units, from few large bones to the most crowded table."""
MOST = (14, 28)
"""The first frames are for so many bones: more would have to wind."""
REARRANGED, LINKED = 2, 4
"""The tiers from which on bones lie in other ways before the frame grows, or apart from parents."""
TRIES, LAST_TRIES = 40, 600
"""How many other ways are tried, and how many in the last frame with 1/24 of the width for half."""
LINKS = (*range(2, 12), *range(12, 41, 4))
"""How far away from its parent a bone may lie, in cells."""
LARGER = 4
"""So many larger frames are tried before bones are heaped upon each other."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The frame, where the first bone's middle is in it, in cells, and what is done otherwise.

    `choices` are bones, by index, and which of their possible places they take.
    """

    tier: int
    start: tuple[int, int]
    choices: tuple[tuple[int, int], ...] = ()

    @property
    def felt(self) -> Felt:
        """The frame in cells."""
        width, height = size(self.tier)
        return Felt(int(width / CELL), int(height / CELL))

    @property
    def links(self) -> bool:
        """Whether bones may lie away from their parents."""
        return self.tier >= LINKED


@dataclass(frozen=True, slots=True)
class Table:
    """A laid table and its plan."""

    plan: Plan
    growth: Growth


def size(tier: int) -> tuple[int, int]:
    """The width and the height of a frame, in units."""
    more = max(0, tier - len(TIERS) + 1)
    width, height = TIERS[min(tier, len(TIERS) - 1)]
    return width + 4 * more, height + 4 * more


@lru_cache(maxsize=512)
def laid(lineage: Lineage) -> Table:
    """The table with these bones, at least one."""
    last = len(lineage.bones) - 1
    if not last:
        width, height = size(0)
        plan = Plan(0, (int(width / 2 / CELL), int(height / 2 / CELL)))
        return Table(plan, _started(lineage, plan))
    before = laid(lineage.before(last))
    if before.plan.tier >= len(MOST) or last < MOST[before.plan.tier]:
        growth = _next(lineage, before.growth, 0)
        if growth is not None:
            return Table(before.plan, growth)
    return _relaid(lineage, before)


def _next(lineage: Lineage, growth: Growth, choice: int, link: int = 0) -> Growth | None:
    """With the lineage's next bone."""
    index = len(growth.laid)
    bone, end, spinner = lineage.bones[index], lineage.ends[index], index in lineage.spinners
    return growth.lay(end, bone, spinner=spinner, choice=choice, link=link)


def _linked(lineage: Lineage, growth: Growth, choice: int) -> Growth | None:
    """With the next bone away from its parent: as little as may be, or another `choice`."""
    found = (_next(lineage, growth, 0, link) for link in LINKS)
    return next(islice((after for after in found if after is not None), choice, None), None)


def _grown(lineage: Lineage, plan: Plan, begun: list[Growth]) -> list[Growth]:
    """The table after each bone, from those in `begun` on; fewer where a bone found no room."""
    grown = begun or [_started(lineage, plan)]
    choices = dict(plan.choices)
    for index in range(len(grown), len(lineage.bones)):
        after = _next(lineage, grown[-1], choices.get(index, 0))
        if after is None and plan.links:
            after = _linked(lineage, grown[-1], choices.get(index, 0))
        if after is None:
            break
        grown.append(after)
    return grown


def _started(lineage: Lineage, plan: Plan) -> Growth:
    return Growth.start(plan.felt, *plan.start, lineage.bones[0], spinner=0 in lineage.spinners)


def _relaid(lineage: Lineage, before: Table) -> Table:
    """The table laid anew, for a bone that found no room."""
    count = len(lineage.bones)
    first = before.plan.tier if before.plan.tier >= REARRANGED else before.plan.tier + 1
    for tier in range(first, len(TIERS) + LARGER):
        if tier < len(MOST) and count > MOST[tier]:
            continue
        plan = _larger(before, tier)
        grown = _grown(lineage, plan, [])
        if len(grown) < count and tier >= REARRANGED:
            plan, grown = _rearranged(lineage, plan, grown)
        if len(grown) == count:
            return Table(plan, grown[-1])
        if tier == LINKED - 1:
            growth = _linked(lineage, before.growth, 0)
            if growth is not None:
                return Table(before.plan, growth)
    heaped = before.growth.heaped(
        lineage.ends[-1], lineage.bones[-1], spinner=count - 1 in lineage.spinners
    )
    return Table(before.plan, heaped)


def _rearranged(lineage: Lineage, plan: Plan, grown: list[Growth]) -> tuple[Plan, list[Growth]]:
    """The table by the plan or by another one that fits more bones; at best all of them."""
    tries = TRIES if plan.tier < LINKED else LAST_TRIES
    while True:
        best = plan, grown
        for index, choice in _others(lineage, plan, len(grown)):
            other = replace(plan, choices=(*plan.choices, (index, choice)))
            tried = _grown(lineage, other, grown[:index])
            if len(tried) > len(best[1]):
                best = other, tried
            tries -= 1
            if len(tried) == len(lineage.bones) or not tries:
                return best
        if best[0] is plan:
            return best
        plan, grown = best


def _others(lineage: Lineage, plan: Plan, stuck: int) -> Iterator[tuple[int, int]]:
    """Other choices: for the bones that lead to the one that got stuck, then for all others."""
    line = []
    index = stuck
    while index := lineage.ends[index][0]:
        line.append(index)
    taken = {index for index, _ in plan.choices}
    others = [index for index in range(stuck - 1, 0, -1) if index not in line]
    for index in line + others:
        if index not in taken:
            yield from (
                ((index, 1), (index, 2), (index, 4)) if plan.links else ((index, 1), (index, 2))
            )


def _larger(before: Table, tier: int) -> Plan:
    """A plan for a larger frame, with the bones that were laid so far in its middle."""
    areas = [joint.area for joint in before.growth.laid]
    x, y = before.plan.start
    aside = (min(a.x for a in areas) + max(a.x + a.width for a in areas)) / 2 - x
    lower = (min(a.y for a in areas) + max(a.y + a.height for a in areas)) / 2 - y
    width, height = size(tier)
    # The last frame comes several times, each time with another start.
    share = (1.0, 0.0, 0.5, -0.5)[max(0, tier - LINKED) % 4]
    return Plan(tier, (_start(width, share * aside), _start(height, share * lower)))


def _start(length: int, off: float) -> int:
    """Where to start on a length, in cells, to have in its middle what is `off` from the start."""
    most = length // 2
    return int(length / 2 / CELL) - max(-most, min(most, round(off / 2) * 2))
