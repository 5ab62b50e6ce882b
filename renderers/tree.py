"""Where the bones of a table that branches lie, from one picture to the next.

Bones are laid in their order, so a larger table is the smaller one with a bone more, and all others
stay where they are. Where there is no room for a bone, all are laid anew: in other ways, knowing
now what became of every end, or in a larger frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count

from renderers.growth import Growth
from renderers.joints import Joint, Way
from renderers.lineage import End, Lineage
from renderers.places import Box, PlacedBone, PlacedFlag, Placement
from renderers.room import CELL, COMPASS, Felt
from renderers.scene import LineScene
from renderers.snake import FLAG_GAP, FLAG_HEIGHT, FLAG_WIDTH, FLAG_WIDTH_LABELLED

TIERS = ((14, 12), (19, 16), (24, 20), (24, 24), (24, 30))
"""Width and height of the frames in units, from few large bones to the most crowded table."""
REARRANGED = 2
"""From this tier on bones are laid in other ways before the frame grows."""
TRIES, ROUNDS = 60, 3
"""How many other ways are tried, and how many times over, each better than the last."""
LINKED = 4
"""From this tier on a bone may lie away from its parent, and a line leads to it."""
LINKS = (*range(2, 12), *range(12, 40, 2))
"""How far away, in cells."""
PULL = 0.7
"""How much of the way to the middle of a larger frame the bones are moved."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a table is laid: the frame, where it starts, in cells, and what is done otherwise.

    `choices` are bones, by index, and the choice taken among their places.
    """

    tier: int
    start: tuple[int, int]
    choices: tuple[tuple[int, int], ...] = ()

    @property
    def felt(self) -> Felt:
        width, height = size(self.tier)
        return Felt(int(width / CELL), int(height / CELL))


@dataclass(frozen=True, slots=True)
class Table:
    """A laid table and its plan."""

    plan: Plan
    growth: Growth


def size(tier: int) -> tuple[float, float]:
    """The width and the height of a frame, in units."""
    more = max(0, tier - len(TIERS) + 1)
    width, height = TIERS[min(tier, len(TIERS) - 1)]
    return width + 4 * more, height + 4 * more


def lay_out_tree(scene: LineScene, lineage: Lineage) -> Placement:
    """The place of every bone and every flag of a scene that has a bone."""
    table = _table(lineage)
    growth = table.growth
    width, height = size(table.plan.tier)
    bones = tuple([_placed(joint) for joint in growth.laid])
    flags = tuple(
        [_flag(growth, (end.bone, end.side), labelled=bool(end.label)) for end in scene.ends]
    )
    links = tuple([joint.bridge.box for joint in growth.laid if joint.link])
    return Placement(width, height, bones, flags, links)


@lru_cache(maxsize=256)
def _table(lineage: Lineage) -> Table:
    *_, last = range(len(lineage.bones))
    if not last:
        width, height = TIERS[0]
        plan = Plan(0, (int(width), int(height)))
        growth, _ = _grow(lineage, plan)
        assert growth is not None
        return Table(plan, growth)
    before = _table(lineage.before(last))
    growth = before.growth.lay(
        lineage.ends[last], lineage.bones[last], spinner=last in lineage.spinners
    )
    return Table(before.plan, growth) if growth is not None else _relaid(lineage, before)


def _grow(lineage: Lineage, plan: Plan, *, links: bool = False) -> tuple[Growth | None, int]:
    """The table by this plan and the number of bones that fitted; no table if not all did."""
    growth: Growth | None = None
    choices = dict(plan.choices)
    for index, (bone, end) in enumerate(zip(lineage.bones, lineage.ends, strict=True)):
        spinner = index in lineage.spinners
        if growth is None:
            after = Growth.start(plan.felt, *plan.start, bone, spinner=spinner)
        else:
            after = growth.lay(end, bone, spinner=spinner, choice=choices.get(index, 0))
            if after is None and links:
                after = _linked(lineage, growth, index)
        if after is None:
            return None, index
        growth = after
    return growth, len(lineage.bones)


def _linked(lineage: Lineage, growth: Growth, index: int) -> Growth | None:
    """The next bone laid a little away from its parent."""
    bone, end, spinner = lineage.bones[index], lineage.ends[index], index in lineage.spinners
    for link in LINKS:
        after = growth.lay(end, bone, spinner=spinner, link=link)
        if after is not None:
            return after
    return None


def _relaid(lineage: Lineage, before: Table) -> Table:
    """The table laid anew, for a bone that found no room."""
    plan = before.plan
    for tier in range(plan.tier, plan.tier + 12):
        if tier > plan.tier:
            plan = _larger(before, tier)
            growth, _ = _grow(lineage, plan, links=tier >= LINKED)
            if growth is not None:
                return Table(plan, growth)
        if tier >= REARRANGED:
            table = _rearranged(lineage, plan, links=tier >= LINKED)
            if table is not None:
                return table
        if tier + 1 >= LINKED:
            growth = _linked(lineage, before.growth, len(lineage.bones) - 1)
            if growth is not None:
                return Table(before.plan, growth)
    raise AssertionError("the frames grow without end")


def _rearranged(lineage: Lineage, plan: Plan, *, links: bool) -> Table | None:
    _, best = _grow(lineage, plan, links=links)
    tries = TRIES
    for _ in range(ROUNDS):
        better = plan
        for other in _others(lineage, plan, best):
            growth, fitted = _grow(lineage, other, links=links)
            if growth is not None:
                return Table(other, growth)
            if fitted > best:
                better, best = other, fitted
            tries -= 1
            if not tries:
                return None
        if better is plan:
            return None
        plan = better
    return None


def _others(lineage: Lineage, plan: Plan, stuck: int) -> Iterator[Plan]:
    """Plans that differ for one bone: one that leads to where it got stuck, or any other."""
    line = []
    index = stuck
    while index := lineage.ends[index][0]:
        line.append(index)
    taken = {index for index, _ in plan.choices}
    for index in (*line, *(other for other in range(stuck - 1, 0, -1) if other not in line)):
        if index not in taken:
            for choice in (1, 2):
                yield replace(plan, choices=(*plan.choices, (index, choice)))


def _larger(before: Table, tier: int) -> Plan:
    """A plan for a larger frame, with the bones that were laid so far in its middle."""
    areas = [joint.area for joint in before.growth.laid]
    x, y = before.plan.start
    aside = (min(a.x for a in areas) + max(a.x + a.width for a in areas)) / 2 - x
    lower = (min(a.y for a in areas) + max(a.y + a.height for a in areas)) / 2 - y
    width, height = size(tier)
    return Plan(tier, (_moved(width, aside), _moved(height, lower)))


def _moved(length: float, off: float) -> int:
    most = length / 2
    return int(length - max(-most, min(most, round(off * PULL / 2) * 2)))


def _placed(joint: Joint) -> PlacedBone:
    return PlacedBone(joint.area.box, COMPASS[joint.heading], joint.across)


def _flag(growth: Growth, end: End, *, labelled: bool) -> PlacedFlag:
    """A flag in the place of the next bone, its length the way of that bone's."""
    opening, _, _, joint, *_ = growth.spots[end]
    length = FLAG_WIDTH_LABELLED if labelled else FLAG_WIDTH
    along, on = COMPASS[joint.heading], COMPASS[opening.heading]
    if joint.way is not Way.ELBOW:
        x, y = joint.moved(opening.x, opening.y).rear
        box = Box.ahead(x * CELL, y * CELL, along, length, FLAG_HEIGHT)
        return PlacedFlag(box.moved(along.dx * FLAG_GAP, along.dy * FLAG_GAP), along)
    # The flag's rear end lies before the opening, and the rest of it aside.
    far = FLAG_GAP + FLAG_HEIGHT / 2
    x = opening.x * CELL + on.dx * far - along.dx * FLAG_HEIGHT / 2
    y = opening.y * CELL + on.dy * far - along.dy * FLAG_HEIGHT / 2
    box = Box.ahead(x, y, along, length, FLAG_HEIGHT)
    return PlacedFlag(box, on, along if labelled else None)
