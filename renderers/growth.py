"""A tree on its felt, grown bone by bone.

A bone's place depends on the bones before it and on nothing else. Each opening keeps a spot for its
next bone, where its flag stands meanwhile; a bone that is laid may push such a spot aside, not away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from renderers.joints import Joint, Opening, Way, first_joint
from renderers.lineage import ARMS, SIDES, End
from renderers.prospects import HOPELESS, Hope, joints_at, places, prospects
from renderers.room import STEPS, Area, Felt
from renderers.scene import LaidBone

TURN = 3.0
"""The cost of a turn."""
LYING = 5.0
"""The cost of laying a double along that should lie across."""
CROWD = 3.0
"""The cost of an opening around which nothing is free."""
SIGHT, LEAD = 8, 4
"""How far around openings it shall be free, and how far ahead of them that is seen from, in cells."""
TRIES = 60
"""How often openings are given a spot, until a place for a bone is given up."""


class Spot(NamedTuple):
    """An opening of `bone` (its cells) and what it keeps: the place of a next bone.

    `cells` is that place, `wide` the same with a cell around it.
    """

    opening: Opening
    bone: int
    hope: Hope
    joint: Joint
    cells: int
    wide: int
    cost: float


class View(NamedTuple):
    """The outlook of an opening: what it costs, and the cells that it depends on."""

    cost: float
    cells: int


class Waiting(NamedTuple):
    """An opening that needs a spot."""

    end: End
    opening: Opening
    bone: int
    hope: Hope


@dataclass(frozen=True, slots=True)
class Growth:
    """The bones laid so far, and a spot and an outlook for each opening.

    `bones` are the cells that are taken, `wide` these with a cell around every bone, `doubles` the
    numbers whose doubles lie, and `spinners` tells whether another one may yet branch.
    """

    felt: Felt
    laid: tuple[Joint, ...]
    spots: dict[End, Spot]
    views: dict[End, View]
    bones: int
    wide: int
    doubles: frozenset[int]
    spinners: bool
    fates: dict[End, Hope]

    @classmethod
    def start(
        cls,
        felt: Felt,
        x: int,
        y: int,
        bone: LaidBone,
        *,
        spinner: bool,
        fates: dict[End, Hope] | None = None,
    ) -> Growth | None:
        """The first bone, its middle at the cell corner `(x, y)`."""
        joint = first_joint(x, y, crosswise=bone.crosswise)
        bare = cls(felt, (), {}, {}, 0, 0, frozenset(), True, fates or {})
        ends = [(0, arm) for arm in ARMS]
        return bare._with(joint, felt.cells(joint.area), bone, joint.arms(spinner=spinner), ends, {}, [])

    def lay(
        self, end: End, bone: LaidBone, *, spinner: bool, choice: int = 0, link: int = 0
    ) -> Growth | None:
        """The next bone at an end: the best place for it, or another `choice`; `None` without.

        With a `link` it lies so many cells away, straight on.
        """
        options: list[tuple[float, int, Growth]] = []
        spot = self.spots[end]
        index = len(self.laid)
        ways = joints_at(spot.opening, double=bone.crosswise, spinner=spinner)
        if link:
            ways = [way.away(link) for way in ways if way.way is not Way.ELBOW]
        for number, joint in enumerate(ways):
            if not self.felt.holds(joint.area):
                continue
            wide = self.felt.around(joint.area)
            cells = self.felt.cells(joint.area)
            if link:
                bridge = self.felt.cells(joint.bridge)
                wide, cells = wide | bridge, cells | bridge
            if wide & (self.bones ^ spot.bone):
                continue
            free: dict[End, Spot] = {}
            pushed: list[Waiting] = []
            for key, other in self.spots.items():
                if key == end:
                    continue
                if wide & other.cells and cells & other.wide:
                    pushed.append(Waiting(key, other.opening, other.bone, other.hope))
                else:
                    free[key] = other
            sides = [(index, side) for side in SIDES]
            grown = self._with(joint, cells, bone, joint.openings(spinner=spinner), sides, free, pushed)
            if grown is not None:
                cost = grown.cost + TURN * joint.turns
                cost += LYING * (bone.crosswise and not joint.across)
                options.append((cost + grown.crowd(index), number, grown))
        options.sort(key=lambda option: option[:2])
        return options[choice][2] if choice < len(options) else None

    @property
    def cost(self) -> float:
        return sum([s.cost for s in self.spots.values()]) + sum(
            [view.cost for view in self.views.values()]
        )

    def crowd(self, index: int) -> float:
        taken = self.wide
        for spot in self.spots.values():
            taken |= spot.wide
        return sum(
            [
                CROWD * self._crowd(spot.opening, taken)
                for (bone, _), spot in self.spots.items()
                if ALL or bone == index
            ]
        )

    def _crowd(self, opening: Opening, taken: int) -> float:
        """The share of the cells around an opening that is taken."""
        x = opening.x + LEAD * STEPS[opening.heading][0]
        y = opening.y + LEAD * STEPS[opening.heading][1]
        left, top = max(1, x - SIGHT), max(1, y - SIGHT)
        right, bottom = min(self.felt.width - 1, x + SIGHT), min(self.felt.height - 1, y + SIGHT)
        if right <= left or bottom <= top:
            return 1.0
        seen = self.felt.cells(Area(left, top, right - left, bottom - top))
        return 1.0 - (seen & ~taken).bit_count() / (4 * SIGHT * SIGHT)

    def _with(
        self,
        joint: Joint,
        cells: int,
        bone: LaidBone,
        openings: list[Opening],
        ends: list[End],
        free: dict[End, Spot],
        pushed: list[Waiting],
    ) -> Growth | None:
        felt = self.felt
        bones = self.bones | cells
        double = bone.near == bone.far
        doubles = self.doubles | {bone.near} if double else self.doubles
        spinners = self.spinners and not (self.laid and bone.crosswise and len(openings) == 1)
        fresh = []
        for end, opening in zip(ends, openings, strict=False):
            pips = bone.near if end[1] == "l" else bone.far
            hope = self.fates.get(end) or _hope(pips in doubles, len(doubles), spinners)
            fresh.append(Waiting(end, opening, cells, hope))
        spots = _settle(felt, bones, [*fresh, *pushed], free, {}, [TRIES])
        if spots is None:
            return None
        views = {}
        for key, spot in spots.items():
            view = self.views.get(key)
            if view is None or view.cells & cells:
                view = _view(felt, spot, bones)
                if key in self.fates:
                    view = View(view.cost * KNOWN, view.cells)
            views[key] = view
        return Growth(
            felt,
            (*self.laid, joint),
            spots,
            views,
            bones,
            self.wide | felt.around(joint.area),
            doubles,
            spinners,
            self.fates,
        )


ALL = False
KNOWN = 3.0


def _hope(laid: bool, doubles: int, spinners: bool) -> Hope:
    """What to look forward to at an end, whose own double may be laid already."""
    if laid:
        return Hope.BONE_THEN_SPINNER if spinners and doubles < 7 else Hope.BONE
    return Hope.SPINNER if spinners else Hope.DOUBLE


def _settle(
    felt: Felt,
    bones: int,
    waiting: list[Waiting],
    free: dict[End, Spot],
    fixed: dict[End, Spot],
    tries: list[int],
) -> dict[End, Spot] | None:
    """A spot for every waiting opening. Those in `free` may be pushed aside, the `fixed` not."""
    if not waiting:
        return free | fixed
    tries[0] -= 1
    if tries[0] < 0:
        return None
    (end, *_), *rest = waiting
    later = []
    for spot in _spots(felt, bones, waiting[0]):
        wide, cells = spot.wide, spot.cells
        if any([wide & other.cells and cells & other.wide for other in fixed.values()]):
            continue
        pushed = [key for key, other in free.items() if wide & other.cells and cells & other.wide]
        if pushed:
            later.append((spot, pushed))
            continue
        found = _settle(felt, bones, rest, free, {**fixed, end: spot}, tries)
        if found is not None:
            return found
    for spot, pushed in later:
        left = {key: other for key, other in free.items() if key not in pushed}
        more = [Waiting(key, free[key].opening, free[key].bone, free[key].hope) for key in pushed]
        found = _settle(felt, bones, rest + more, left, {**fixed, end: spot}, tries)
        if found is not None:
            return found
    return None


def _spots(felt: Felt, bones: int, waiting: Waiting) -> Iterator[Spot]:
    """The places where a next bone could lie, the most wanted first."""
    _, opening, own, hope = waiting
    others = bones ^ own
    for cost, (x, y, width, height), cells, wide, joint in places(
        opening.heading, opening.edge, felt
    ):
        left, top = opening.x + x, opening.y + y
        if left < 0 or top < 0 or left + width > felt.width or top + height > felt.height:
            continue
        shift = top * felt.width + left
        wide <<= shift
        if not wide & others:
            yield Spot(opening, own, hope, joint, cells << shift, wide, cost)


def _view(felt: Felt, spot: Spot, bones: int) -> View:
    ox, oy, heading, edge = spot.opening
    others = bones ^ spot.bone
    for cost, (x, y, width, height), _, wide, _ in prospects(heading, edge, spot.hope, felt):
        left, top = ox + x, oy + y
        if left < 0 or top < 0 or left + width > felt.width or top + height > felt.height:
            continue
        wide <<= top * felt.width + left
        if not wide & others:
            return View(cost, wide)
    return View(HOPELESS, 0)
