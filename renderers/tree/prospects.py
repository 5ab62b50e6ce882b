"""The prospects of an opening: its next bone, and the bones that may follow.

A prospect is a plan for a few bones; the less wanted it is, the more it costs. An opening's outlook
is the cheapest plan for which there is room.
"""

from enum import Enum
from functools import lru_cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple

from renderers.tree.joints import Edge, Joint, JointShape, OpenEdge, joints_at
from renderers.tree.occupancy import Area, Felt

HOPELESS = 10.0  # the cost of having no prospect at all
LAST = 7.0  # the cost of a bone after which there is no room for another
NO_SPINNER, NO_SPINNER_LATER, NO_SPINNER_MAYBE, NO_DOUBLE = 10.0, 6.0, 2.0, 1.0
"""The costs of no room for a branching double (next, later, perhaps), or for one across."""
TURNING = {JointShape.HANGING: 1.0, JointShape.ELBOW: 2.0}  # the cost of turning with the next bone
BEND = 0.5  # the cost of turning with a bone after that
LYING = 2.0  # the cost if a branching double has room only along its line
FLAG_ONLY, LETTER_ONLY = 20.0, 60.0
"""The cost if there is room for a flag, or only for its letter, but not for a bone."""


class NextBoneKind(Enum):
    BONE = "a bone, and no double that lies across"
    BONE_THEN_SPINNER = "a bone, and after it a double that branches"
    DOUBLE = "also a double that lies across"
    MAYBE_SPINNER = "also a double that lies across, and perhaps one that branches"
    SPINNER = "also a double that branches"


class Pattern(NamedTuple):
    """Cells that must be free, relative to the corner of `area`, which is relative to the opening.

    `cells` are the bones' own, `wide` those plus the cells kept free around them. `first` is the
    next bone. A `small` pattern has room for a letter only.
    """

    cost: float
    area: Area
    cells: int
    wide: int
    first: Joint
    small: bool = False

    def shift(self, opening: OpenEdge, felt: Felt) -> int | None:
        """Return the bits to shift the cells by at an opening; `None` if they leave the felt."""
        left, top = self.area.x + opening.x, self.area.y + opening.y
        if left < 0 or top < 0:
            return None
        if left + self.area.width > felt.width or top + self.area.height > felt.height:
            return None
        return top * felt.width + left


_Plan = tuple[float, tuple[Joint, ...]]


@lru_cache(maxsize=1024)
def places(heading: int, edge: Edge, felt: Felt) -> tuple[Pattern, ...]:
    """Return the places for a bone at an opening, the preferred first, then those for a flag.

    Places for a letter come last: bones are usually laid again before one can go there.
    """
    ways = joints_at(OpenEdge(0, 0, heading, edge))
    found = [_pattern((TURNING.get(way.shape, 0.0), (way,)), felt) for way in ways]
    flags = [
        _for_a_flag(place, felt) for place in found if place.first.shape is not JointShape.ELBOW
    ]
    letters = [_for_a_letter(place, felt) for place in found if not place.first.turns]
    return tuple(sorted(found, key=itemgetter(0)) + sorted(flags, key=itemgetter(0)) + letters)


@lru_cache(maxsize=1024)
def prospects(heading: int, edge: Edge, next_kind: NextBoneKind, felt: Felt) -> tuple[Pattern, ...]:
    opening = OpenEdge(0, 0, heading, edge)
    plans: list[_Plan]
    match next_kind:
        case NextBoneKind.BONE:
            plans = _bones(opening)
        case NextBoneKind.BONE_THEN_SPINNER:
            plans = _bone_then_spinner(opening) + _dearer(_bones(opening), NO_SPINNER_LATER)
        case NextBoneKind.DOUBLE:
            plans = _double(opening) + _dearer(_bones(opening), NO_DOUBLE)
        case NextBoneKind.MAYBE_SPINNER:
            plans = _spinner(opening) + _dearer(_double(opening), NO_SPINNER_MAYBE)
            plans += _dearer(_bones(opening), NO_SPINNER_MAYBE + NO_DOUBLE)
        case NextBoneKind.SPINNER:
            plans = _spinner(opening) + _dearer(_double(opening), NO_SPINNER - NO_DOUBLE)
            plans += _dearer(_bones(opening), NO_SPINNER)
    return tuple(sorted([_pattern(plan, felt) for plan in plans], key=itemgetter(0)))


def _pattern(plan: _Plan, felt: Felt) -> Pattern:
    cost, joints = plan
    areas = [joint.area for joint in joints]
    left, top = min(area.x for area in areas) - 1, min(area.y for area in areas) - 1
    right = max(area.x + area.width for area in areas) + 1
    bottom = max(area.y + area.height for area in areas) + 1
    cells = wide = 0
    for area in areas:
        cells |= felt.cells(area.moved(-left, -top))
        wide |= felt.around(area.moved(-left, -top))
    return Pattern(cost, Area(left, top, right - left, bottom - top), cells, wide, joints[0])


def _for_a_flag(place: Pattern, felt: Felt) -> Pattern:
    """Return the same place with only its long sides free: a flag is shorter than a bone."""
    cost, area, cells, _, first, _ = place
    x, y, width, height = first.area
    sides = Area(x, y - 1, width, 4) if height == 2 else Area(x - 1, y, 4, height)
    return Pattern(cost + FLAG_ONLY, area, cells, felt.cells(sides.moved(-area.x, -area.y)), first)


def _for_a_letter(place: Pattern, felt: Felt) -> Pattern:
    """Return the half of a place that is next to the opening: room for a letter and no more."""
    cost, area, _, _, first, _ = place
    near = Area.ahead(*first.rear, first.heading, 2, 2)
    cells = felt.cells(near.moved(-area.x, -area.y))
    return Pattern(cost + LETTER_ONLY, area, cells, cells, first, small=True)


def _dearer(plans: list[_Plan], more: float) -> list[_Plan]:
    return [(cost + more, joints) for cost, joints in plans]


def _ways(opening: OpenEdge) -> list[Joint]:
    ways = joints_at(opening)
    return [
        way for way in ways if opening.edge is not Edge.END or way.shape is not JointShape.ELBOW
    ]


def _end(joint: Joint) -> OpenEdge:
    return joint.openings(spinner=False)[0]


def _bones(opening: OpenEdge) -> list[_Plan]:
    plans: list[_Plan] = []
    for first in _ways(opening):
        cost = TURNING.get(first.shape, 0.0)
        plans += [(cost + BEND * way.turns, (first, way)) for way in _ways(_end(first))]
        plans.append((cost + LAST, (first,)))
    return plans


def _double(opening: OpenEdge) -> list[_Plan]:
    double = joints_at(opening, double=True)[0]
    ahead = joints_at(_end(double))[0]
    plans: list[_Plan] = [(LAST, (double, ahead))]
    plans += [(BEND * way.turns, (double, ahead, way)) for way in _ways(_end(ahead))]
    return plans


def _spinner(opening: OpenEdge) -> list[_Plan]:
    plans: list[_Plan] = []
    for double in joints_at(opening, double=True, spinner=True):
        cost = 0.0 if double.across else LYING + BEND * double.turns
        end, *tips = double.openings(spinner=True)
        # A bone at a tip goes straight, or turns the way the line runs, not back.
        left, right = (
            [way for way in joints_at(tip) if not way.turns or way.heading == double.heading]
            for tip in tips
        )
        for one, two in product(left, right):
            bent = BEND * (one.turns + two.turns)
            plans.append((cost + bent, (double, joints_at(end)[0], one, two)))
    return plans


def _bone_then_spinner(opening: OpenEdge) -> list[_Plan]:
    return [
        (TURNING.get(first.shape, 0.0) + cost, (first, *joints))
        for first in _ways(opening)
        for cost, joints in _spinner(_end(first))
    ]
