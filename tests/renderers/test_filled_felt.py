import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import mean
from typing import Any

import pytest

from bot.engine.contract import NATURE, Lot, Rules, Shuffle
from bot.engine.seating import prepare
from bot.games import game
from bot.games.common.events import RoundEndEvent
from bot.present.scenes import table_scene
from renderers.geometry.places import PlacedBone
from renderers.line.layout import extent_of, frame_of, lay_out
from renderers.line.table import TALLEST_ABOVE_HANDS
from renderers.scene.bones import LineScene, RowsScene
from renderers.shared_frame import in_one_frame
from tests.games.cases import needed_for
from tests.games.chanced import CHANCE
from tests.renderers.pictures import gap

PHONE = 400  # the width of a picture on a phone, in points
SETTLED = 12  # the bones on a table from which on its frame is to be filled


@dataclass(frozen=True)
class Bounds:
    """What the tables of a game reach. `unit` is the least and the mean size of half a bone on a
    phone, in points, `above` the least above a hand; `share` is the part of the frame that bones
    and flags take up on average from `SETTLED` bones on; `moved` is the share of pictures in which
    bones were laid again."""

    unit: tuple[float, float]
    above: float
    share: float
    moved: float = 0.0


LINES = Bounds((33, 33), 30, 0.75)
GAMES = {
    "block": LINES,
    "draw": LINES,
    "duos": LINES,
    "blind": LINES,
    "all-fives": Bounds((22, 31), 21.5, 0.75, 0.01),
    "maltese-cross": Bounds((26, 32), 25, 0.8, 0.01),
    "star": Bounds((21, 30), 18, 0.8, 0.01),
    "classic": Bounds((21, 30), 18.5, 0.7, 0.01),
    "lucky-draw": Bounds((17, 29), 17, 0.7, 0.02),
}


def tables(rules: Rules[Any, Any], seed: int) -> Iterator[LineScene]:
    """Yield the tables of the first round of a match, one for each bone laid."""
    info, rng, ordinal, laid = rules.info, random.Random(seed), 0, 0
    seats = info.min_seats + seed % (info.max_seats - info.min_seats + 1)
    state = rules.start(prepare(info, seats, dict(needed_for(rules, seats))))
    while asked := rules.to_act(state):
        if isinstance(asked, Shuffle | Lot):
            step = rules.apply(state, NATURE, CHANCE.answer(asked, ordinal + seed))
            ordinal += 1
        else:
            seat = min(asked)
            step = rules.apply(state, seat, rng.choice(rules.legal_moves(state, seat)))
        if any(isinstance(event, RoundEndEvent) for event in step.events):
            return
        state = step.state
        scene = table_scene(rules.observe(state, None))
        line = scene.table if isinstance(scene, RowsScene) else scene
        assert isinstance(line, LineScene)
        if len(line.bones) > laid:
            laid = len(line.bones)
            yield line


def turns(bones: tuple[PlacedBone, ...]) -> list[tuple[float, ...]]:
    """Return how each bone lies, and where from the first one."""
    x, y = bones[0].box[:2]
    return [(*each.heading.value, each.across, each.box.x - x, each.box.y - y) for each in bones]


@pytest.mark.parametrize("count", [3, pytest.param(24, marks=pytest.mark.deep)])
@pytest.mark.parametrize("name", GAMES)
def test_the_felt_is_filled_with_large_bones_that_keep_their_places(name, count):
    bounds, rules = GAMES[name], game(name)
    units, above, shares, moved, pictures = [], [], [], 0, 0
    for seed in range(count):
        scenes = list(tables(rules, seed))
        layouts = [lay_out(scene) for scene in scenes]
        for scene, layout in zip(scenes, layouts, strict=True):
            frame, extent = frame_of(scene, layout), extent_of(scene, layout)
            assert all(gap(a.box, b.box) >= 0 for a, b in combinations(layout.bones, 2))
            units.append(PHONE / frame.width)
            above.append(PHONE / frame_of(scene, layout, TALLEST_ABOVE_HANDS).width)
            if len(scene.bones) >= SETTLED:
                shares.append(extent.width * extent.height / (frame.width * frame.height))
        for before, after in pairwise(layouts):
            moved += turns(before.bones) != turns(after.bones[: len(before.bones)])
            pictures += 1
    assert min(units) >= bounds.unit[0]
    assert mean(units) >= bounds.unit[1]
    assert min(above) >= bounds.above
    assert mean(shares) >= bounds.share
    assert moved <= bounds.moved * pictures


def test_a_film_has_one_frame_in_which_no_bone_moves():
    """From the first bone on there is room for the last; every round is in a frame of one size."""
    rounds = [[RowsScene(line, ()) for line in tables(game("draw"), seed)] for seed in (1, 2)]
    film = in_one_frame([scene for each in rounds for scene in (RowsScene(LineScene(), ()), *each)])
    lines = [scene.table for scene in film if isinstance(scene, RowsScene)]
    frames = [frame_of(line, lay_out(line), TALLEST_ABOVE_HANDS) for line in lines]
    assert len({(frame.width, frame.height) for frame in frames}) == 1
    first, second = frames[: len(rounds[0]) + 1], frames[len(rounds[0]) + 1 :]
    assert len(set(first)) == len(set(second)) == 1
