"""What an opening can look forward to: its next bone, and the bones that may follow.

A prospect is a plan for a few bones with a cost: the less wanted, the dearer. An opening's outlook
is the cheapest plan for which there is room.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from renderers.joints import Edge, Joint, Opening, joints
from renderers.room import Area, Felt

HOPELESS = 10.0
"""The cost of having no prospect at all."""
LAST = 7.0
"""The cost of a bone after which there is no room for another."""
NO_SPINNER, NO_SPINNER_LATER, NO_DOUBLE = 10.0, 6.0, 1.0
"""The costs of having no room for what may come."""
HANGING, ELBOW, BEND = 1.0, 2.0, 0.5
"""The cost of turning with the next bone, and with one after it."""
FLAG_ONLY = 20.0
LYING = 2.0
"""The cost of room for a branching double only along its line."""


class Hope(Enum):
    """What may come next at an opening."""

    BONE = "a bone, and no double that lies across"
    BONE_THEN_SPINNER = "a bone, and after it a double that branches"
    DOUBLE = "also a double that lies across"
    SPINNER = "also a double that branches"


class Pattern(NamedTuple):
    """Cells that must be free, seen from the corner of `area`, which is seen from the opening.

    `spot` are the bones' cells, `wide` these with a cell around them. `first` is the next bone.
    """

    cost: float
    area: Area
    spot: int
    wide: int
    first: Joint

    @classmethod
    def of(cls, cost: float, plan: tuple[Joint, ...], felt: Felt) -> Pattern:
        """The cells of a plan on a felt."""
        areas = [joint.area for joint in plan]
        left, top = min(area.x for area in areas) - 1, min(area.y for area in areas) - 1
        right = max(area.x + area.width for area in areas) + 1
        bottom = max(area.y + area.height for area in areas) + 1
        spot = wide = 0
        for area in areas:
            spot |= felt.cells(area.moved(-left, -top))
            wide |= felt.around(area.moved(-left, -top))
        return cls(cost, Area(left, top, right - left, bottom - top), spot, wide, plan[0])


_Plans = list[tuple[float, tuple[Joint, ...]]]


@lru_cache(maxsize=1024)
def places(heading: int, edge: Edge, felt: Felt) -> tuple[Pattern, ...]:
    """The places for the next bone at an opening, the most wanted first."""
    found = [(_turning(joint), (joint,)) for joint in joints_at(Opening(0, 0, heading, edge))]
    wide = [Pattern.of(cost, plan, felt) for cost, plan in sorted(found, key=_cost)]
    flags = []
    for cost, area, spot, _, first in wide:
        if first.way.value == "elbow":
            continue
        x, y, width, height = area
        inner = first.area
        side = (
            Area(inner.x - 1, inner.y, 4, 4)
            if inner.height == 4
            else Area(inner.x, inner.y - 1, 4, 4)
        )
        flags.append(Pattern(cost + FLAG_ONLY, area, spot, felt.cells(side.moved(-x, -y)), first))
    return tuple(wide + flags) if FLAG_ONLY else tuple(wide)


@lru_cache(maxsize=1024)
def prospects(heading: int, edge: Edge, hope: Hope, felt: Felt) -> tuple[Pattern, ...]:
    """The plans for an opening, the most wanted first."""
    opening = Opening(0, 0, heading, edge)
    plans: _Plans = []
    match hope:
        case Hope.BONE:
            plans = _bones(opening, 0)
        case Hope.BONE_THEN_SPINNER:
            plans = _bones(opening, NO_SPINNER_LATER)
            for first in _mostly_straight(opening):
                (end,) = first.openings(spinner=False)
                plans += [
                    (_turning(first) + cost, (first, *plan)) for cost, plan in _spinner(end, 0)
                ]
        case Hope.DOUBLE:
            plans = _double(opening, 0) + _bones(opening, NO_DOUBLE)
        case Hope.SPINNER:
            plans = _spinner(opening, 0) + _double(opening, NO_SPINNER - 1)
            plans += _bones(opening, NO_SPINNER)
    return tuple([Pattern.of(cost, plan, felt) for cost, plan in sorted(plans, key=_cost)])


def joints_at(opening: Opening, *, double: bool = False, spinner: bool = False) -> list[Joint]:
    """How a bone can lie at the opening, the most wanted way first."""
    x, y, heading, edge = opening
    ways = joints(heading, edge, double=double, spinner=spinner)
    return [joint.moved(x, y) for joint in ways]


def _cost(plan: tuple[float, tuple[Joint, ...]]) -> float:
    return plan[0]


def _turning(joint: Joint) -> float:
    if not joint.turns:
        return 0.0
    return HANGING if joint.way.value == "hanging" else ELBOW


def _mostly_straight(opening: Opening) -> list[Joint]:
    """The ways for a plain bone, without elbows where a bone may as well hang."""
    ways = joints_at(opening)
    return [way for way in ways if opening.edge is not Edge.END or way.way.value != "elbow"]


def _bones(opening: Opening, more: float) -> _Plans:
    """A bone with another one behind it, or all alone."""
    plans: _Plans = []
    for first in _mostly_straight(opening):
        cost = _turning(first) + more
        (end,) = first.openings(spinner=False)
        for second in _mostly_straight(end):
            plans.append((cost + BEND * second.turns, (first, second)))
        plans.append((cost + LAST, (first,)))
    return plans


def _double(opening: Opening, more: float) -> _Plans:
    """A double across, and one or two bones behind it."""
    double = joints_at(opening, double=True)[0]
    ahead = joints_at(double.openings(spinner=False)[0])[0]
    plans: _Plans = [(more + LAST, (double, ahead))]
    for last in _mostly_straight(ahead.openings(spinner=False)[0]):
        plans.append((more + BEND * last.turns, (double, ahead, last)))
    return plans


def _spinner(opening: Opening, more: float) -> _Plans:
    """A branching double, and a bone at each of its openings."""
    plans: _Plans = []
    for double in joints_at(opening, double=True, spinner=True):
        cost = more + (0 if double.across else LYING + BEND * double.turns)
        end, left, right = double.openings(spinner=True)
        ahead = joints_at(end)[0]
        away = double.heading
        lefts, rights = (
            [way for way in joints_at(tip) if not way.turns or way.heading == away]
            for tip in (left, right)
        )
        for one, two in product(lefts, rights):
            bent = BEND * (one.turns + two.turns)
            plans.append((cost + bent, (double, ahead, one, two)))
    return plans
