"""A tree of bones on its felt, grown bone by bone.

A bone's place depends only on the bones before it. It is the one that costs least: turns cost,
and so do openings with poor prospects. A bone may push aside the spots that openings keep, but
never removes one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from renderers.geometry.lineage import ARMS, SIDES, End
from renderers.scene.bones import LaidBone
from renderers.tree.joints import Joint, OpenEdge, first_joint, joints_at
from renderers.tree.occupancy import STEPS, Area, Felt
from renderers.tree.prospects import FLAG_ONLY, NextBoneKind
from renderers.tree.spots import Outlook, Spot, SpotSearch, Waiting, best_spot, outlook

TURN, TURN_OF_AN_ARM = 3.0, 6.0
"""The cost of a turn, and of one while no bone but the first branches."""
PINWHEEL = 4.0
"""The cost of a third arm that turns the same way as two others; a fourth costs five times that."""
LYING = 5.0  # the cost of laying a double along its line that should lie across it
CROWD = 3.0  # the cost of an opening with no free cells around it
EASE = 2.0  # the cost of an opening's prospects up to which they are no reason for larger felt
SIGHT, LEAD = 8, 4
"""The reach of the search for free cells, and its centre's distance from the opening, in cells."""


@dataclass(frozen=True, slots=True)
class Growth:
    """The bones laid so far, and for each opening its spot and its outlook.

    `taken` holds the bones' cells, `wide` those plus the cells kept free around every bone,
    `doubles` the numbers whose doubles are laid. `spinning` says if doubles branch, `None` until
    that is known. `arms` holds each bone's arm, empty off the arms; `turns` the way an arm first
    turned, 1 for right and -1 for left. `built` holds the ends that are known to get a bone.
    """

    felt: Felt
    laid: tuple[Joint, ...] = ()
    spots: dict[End, Spot] = field(default_factory=dict)
    outlooks: dict[End, Outlook] = field(default_factory=dict)
    taken: int = 0
    wide: int = 0
    doubles: frozenset[int] = frozenset()
    spinning: bool | None = None
    arms: tuple[str, ...] = ()
    turns: dict[str, int] = field(default_factory=dict)
    built: frozenset[End] = frozenset()

    @classmethod
    def start(
        cls, felt: Felt, x: int, y: int, bone: LaidBone, *, spinner: bool, built: frozenset[End]
    ) -> "Growth":
        """Lay the first bone, its middle at the corner `(x, y)` of four cells."""
        joint = first_joint(x, y, crosswise=bone.crosswise)
        bare = replace(
            cls(felt),
            laid=(joint,),
            taken=felt.cells(joint.area),
            wide=felt.around(joint.area),
            doubles=frozenset({bone.near} if bone.near == bone.far else ()),
            arms=("",),
            built=built,
        )
        spots = {}
        for arm, opening in zip(ARMS, joint.arms(spinner=spinner), strict=False):
            end, pips = (0, arm), bone.near if arm == "l" else bone.far
            waiting = Waiting(end, opening, bare.taken, pips, end in built)
            spots[end] = best_spot(felt, bare.taken, waiting)
        return bare.with_spots(spots, bare.taken)

    def ways(self, end: End, bone: LaidBone, *, spinner: bool) -> "list[tuple[float, Growth]]":
        options = []
        for number, (joint, cells, wide) in enumerate(self._free(end, bone, spinner)):
            after = self._laid(end, bone, joint, (cells, wide), spinner=spinner)
            free = {key: spot for key, spot in self.spots.items() if key != end}
            pushed = [key for key, spot in free.items() if spot.meets(cells, wide)]
            waiting = self._openings(bone, joint, cells, spinner=spinner)
            waiting += [free.pop(key).waiting for key in pushed]
            spots = SpotSearch(self.felt, after.taken).find(waiting, free, {})
            if spots is not None:
                grown = after.with_spots(spots, cells)
                cost = grown.cost + self._turning(end, joint)
                cost += LYING * (bone.crosswise and not joint.across)
                options.append((cost, number, grown))
        options.sort(key=lambda option: option[:2])
        return [(cost, grown) for cost, _, grown in options]

    def _openings(
        self, bone: LaidBone, joint: Joint, cells: int, *, spinner: bool
    ) -> list[Waiting]:
        ends = [(len(self.laid), side) for side in SIDES]
        openings = joint.openings(spinner=spinner)
        return [
            Waiting(end, opening, cells, bone.far, end in self.built)
            for end, opening in zip(ends, openings, strict=False)
        ]

    @property
    def cost(self) -> float:
        cost = 0.0
        near = self.wide
        for spot in self.spots.values():
            cost += spot.cost
            near |= spot.wide
        for view in self.outlooks.values():
            cost += view.cost
        newest = len(self.laid) - 1
        for (bone, _), spot in self.spots.items():
            if bone == newest:
                cost += CROWD * self._crowd(spot.waiting.opening, near)
        return cost

    def _crowd(self, opening: OpenEdge, near: int) -> float:
        felt = self.felt
        x = opening.x + LEAD * STEPS[opening.heading][0]
        y = opening.y + LEAD * STEPS[opening.heading][1]
        left, top = max(1, x - SIGHT), max(1, y - SIGHT)
        right, bottom = min(felt.width - 1, x + SIGHT), min(felt.height - 1, y + SIGHT)
        if right <= left or bottom <= top:
            return 1.0
        seen = felt.cells(Area(left, top, right - left, bottom - top))
        return 1.0 - (seen & ~near).bit_count() / (4 * SIGHT * SIGHT)

    def _free(self, end: End, bone: LaidBone, spinner: bool) -> Iterator[tuple[Joint, int, int]]:
        waiting = self.spots[end].waiting
        for joint in joints_at(waiting.opening, double=bone.crosswise, spinner=spinner):
            if not self.felt.holds(joint.area):
                continue
            cells, wide = self.felt.cells(joint.area), self.felt.around(joint.area)
            if not wide & (self.taken ^ waiting.bone):
                yield joint, cells, wide

    def _laid(
        self, end: End, bone: LaidBone, joint: Joint, cells: tuple[int, int], *, spinner: bool
    ) -> "Growth":
        double = bone.near == bone.far
        arm = self._arm(end)
        turn = self._turn(end, joint)
        return Growth(
            self.felt,
            (*self.laid, joint),
            self.spots,
            self.outlooks,
            self.taken | cells[0],
            self.wide | cells[1],
            self.doubles | {bone.near} if double else self.doubles,
            spinner if bone.crosswise else self.spinning,
            (*self.arms, arm),
            {**self.turns, arm: turn} if arm and turn and arm not in self.turns else self.turns,
            self.built,
        )

    def with_spots(self, spots: dict[End, Spot], fresh: int) -> "Growth":
        """Return the table with these spots and new outlooks, now that `fresh` cells are taken."""
        outlooks = {}
        for key, spot in spots.items():
            next_kind = self._next_kind(spot.waiting.pips)
            known = self.outlooks.get(key)
            if known is None or known.cells & fresh or known.next_kind is not next_kind:
                known = outlook(self.felt, self.taken, spot.waiting, next_kind)
            outlooks[key] = known
        return replace(self, spots=spots, outlooks=outlooks)

    def on(self, felt: Felt, dx: int, dy: int) -> "Growth":
        """Return the same table on larger felt, `dx` cells further right and `dy` further down.

        All bones and spots keep their places relative to each other; outlooks are computed again.
        """
        laid = tuple([joint.moved(dx, dy) for joint in self.laid])
        cells = [felt.cells(joint.area) for joint in laid]
        taken = wide = 0
        for joint, own in zip(laid, cells, strict=True):
            taken, wide = taken | own, wide | felt.around(joint.area)
        spots = {}
        for end, spot in self.spots.items():
            opening = spot.waiting.opening
            moved = opening._replace(x=opening.x + dx, y=opening.y + dy)
            spots[end] = spot._replace(
                waiting=spot.waiting._replace(opening=moved, bone=cells[end[0]]),
                cells=felt.taken_over(spot.cells, self.felt, dx, dy),
                wide=felt.taken_over(spot.wide, self.felt, dx, dy),
            )
        larger = replace(self, felt=felt, laid=laid, taken=taken, wide=wide, outlooks={})
        return larger.with_spots(spots, 0)

    @property
    def cost_of_openings(self) -> float:
        """The cost of openings with poor prospects and of those with no room for a bone."""
        poor = sum([max(0.0, view.cost - EASE) for view in self.outlooks.values()])
        return poor + sum([spot.cost for spot in self.spots.values() if spot.cost >= FLAG_ONLY])

    def ordered(self, order: tuple[int, ...]) -> "Growth":
        """Return the layout by the bones' own numbers: bone ``order[i]`` was laid as the i-th."""
        back = sorted(range(len(order)), key=order.__getitem__)

        def named(end: End) -> End:
            return order[end[0]], end[1]

        spots = {
            named(key): spot._replace(waiting=spot.waiting._replace(end=named(key), built=False))
            for key, spot in self.spots.items()
        }
        return replace(
            self,
            laid=tuple(self.laid[at] for at in back),
            spots=spots,
            outlooks={named(key): value for key, value in self.outlooks.items()},
            built=frozenset(),
            arms=tuple(self.arms[at] for at in back),
        )

    def forced(self, end: End, bone: LaidBone, *, spinner: bool) -> "Growth":
        """Return the table with the next bone forced in: it may lie on others, as may its flags."""
        waiting, way, *_ = self.spots[end]
        joint = way.moved(waiting.opening.x, waiting.opening.y)
        after = self._laid(end, bone, joint, (0, 0), spinner=spinner)
        spots = {key: spot for key, spot in self.spots.items() if key != end}
        for fresh in self._openings(bone, joint, 0, spinner=spinner):
            spots[fresh.end] = best_spot(self.felt, after.taken, fresh)
        return after.with_spots(spots, 0)

    def _next_kind(self, pips: int) -> NextBoneKind:
        if pips in self.doubles:
            return NextBoneKind.BONE_THEN_SPINNER if self.spinning else NextBoneKind.BONE
        if self.spinning is None:
            return NextBoneKind.MAYBE_SPINNER
        return NextBoneKind.SPINNER if self.spinning else NextBoneKind.DOUBLE

    def _arm(self, end: End) -> str:
        """Return the arm of a bone laid at this end; empty for a branch off an arm."""
        bone, side = end
        return side if bone == 0 else self.arms[bone] if side == "end" else ""

    def _turn(self, end: End, joint: Joint) -> int:
        """Return the turn of a line with a bone laid so: 1 right, -1 left, 0 none."""
        turn = joint.heading - self.spots[end].waiting.opening.heading
        return (turn + 1) % 4 - 1

    def _turning(self, end: End, joint: Joint) -> float:
        """Return the cost of a turn; four arms that all turn one way would look like a pinwheel."""
        turn = self._turn(end, joint)
        if not turn:
            return 0.0
        cost = TURN if self.spinning else TURN_OF_AN_ARM
        arm = self._arm(end)
        if arm and arm not in self.turns:
            alike = sum(1 for other in self.turns.values() if other == turn)
            cost += PINWHEEL * (0, 0, 1, 5)[alike] if len(self.turns) == alike else 0
        return cost
