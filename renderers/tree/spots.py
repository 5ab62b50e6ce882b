"""The spots that openings keep: room for a next bone if possible, and until then for its flag."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from renderers.geometry.lineage import End
from renderers.tree.joints import Joint, OpenEdge
from renderers.tree.occupancy import Felt
from renderers.tree.prospects import FLAG_ONLY, HOPELESS, NextBoneKind, places, prospects

NOWHERE = 200.0  # the cost of having room for nothing: the flag covers part of a bone
TRIES = 60
"""The most steps in a search for spots; a place for a bone is ruled out if they find none."""


class Waiting(NamedTuple):
    """An opening that needs a spot: the cells of its `bone`, and the number that it shows.

    An opening that is `built` upon is known to get a bone, so it needs room for one.
    """

    end: End
    opening: OpenEdge
    bone: int
    pips: int
    built: bool = False


class Spot(NamedTuple):
    """The place that an opening keeps: a next bone's joint there, its cells, plain and widened.

    A `small` spot has room for a letter, but not for a bone.
    """

    waiting: Waiting
    joint: Joint
    cells: int = 0
    wide: int = 0
    cost: float = HOPELESS
    small: bool = False

    def meets(self, cells: int, wide: int) -> bool:
        return bool(self.cells & wide and self.wide & cells)


class Outlook(NamedTuple):
    """What may come next, the cost of the cheapest prospect for it, and the cells that it needs."""

    next_kind: NextBoneKind
    cost: float
    cells: int


@dataclass(slots=True)
class SpotSearch:
    """The search for a spot for each of several openings; `bones` are the cells already taken."""

    felt: Felt
    bones: int
    tries: int = TRIES

    def find(
        self, waiting: list[Waiting], free: dict[End, Spot], fixed: dict[End, Spot]
    ) -> dict[End, Spot] | None:
        """Return a spot for every opening; those in `free` may be pushed aside, not the `fixed`.

        `None` if that is impossible, or not found within `tries`.
        """
        if not waiting:
            return free | fixed
        self.tries -= 1
        if self.tries < 0:
            return None
        end = waiting[0].end
        pushy = []
        for spot in spots(self.felt, self.bones, waiting[0]):
            if any(other.meets(spot.cells, spot.wide) for other in fixed.values()):
                continue
            pushed = [k for k, other in free.items() if other.meets(spot.cells, spot.wide)]
            if pushed:
                pushy.append((spot, pushed))
                continue
            found = self.find(waiting[1:], free, {**fixed, end: spot})
            if found is not None:
                return found
        for spot, pushed in pushy:
            left = {key: other for key, other in free.items() if key not in pushed}
            again = [free[key].waiting for key in pushed]
            found = self.find([*waiting[1:], *again], left, {**fixed, end: spot})
            if found is not None:
                return found
        return None


def spots(felt: Felt, bones: int, waiting: Waiting) -> Iterator[Spot]:
    opening = waiting.opening
    others = bones ^ waiting.bone
    for place in places(opening.heading, opening.edge, felt):
        if waiting.built and place.cost >= FLAG_ONLY:
            return
        shift = place.shift(opening, felt)
        if shift is not None and not (wide := place.wide << shift) & others:
            cells = place.cells << shift
            yield Spot(waiting, place.first, cells, wide, place.cost, place.small)
    if not felt.apart:
        first = places(opening.heading, opening.edge, felt)[0].first
        yield Spot(waiting, first, cost=NOWHERE, small=True)


def outlook(felt: Felt, bones: int, waiting: Waiting, next_kind: NextBoneKind) -> Outlook:
    opening = waiting.opening
    others = bones ^ waiting.bone
    for prospect in prospects(opening.heading, opening.edge, next_kind, felt):
        shift = prospect.shift(opening, felt)
        if shift is not None and not (wide := prospect.wide << shift) & others:
            return Outlook(next_kind, prospect.cost, wide)
    return Outlook(next_kind, HOPELESS, 0)


def best_spot(felt: Felt, bones: int, waiting: Waiting) -> Spot:
    """Return the best spot at an opening, ignoring others; if need be on bones or off the felt."""
    nowhere = Spot(waiting, places(waiting.opening.heading, waiting.opening.edge, felt)[0].first)
    unseen = (spot._replace(waiting=waiting) for spot in spots(felt, 0, waiting._replace(bone=0)))
    return next(chain(spots(felt, bones, waiting), unseen), nowhere)
