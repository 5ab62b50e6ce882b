import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from statistics import mean
from typing import Any

import pytest

from bot.engine.contract import NATURE, Lot, Shuffle
from bot.engine.rules import Rules
from bot.engine.seating import prepare
from bot.games import CATALOGUE, game
from bot.games.common.events import RoundEndEvent
from bot.present.i18n import ENGLISH
from bot.present.scenes import table_scene
from bot.present.screens.match.lobby import banner
from bot.present.views import view_of_game
from renderers.framing import _content
from renderers.geometry.places import PlacedBone
from renderers.ink.canvas import border
from renderers.line.layout import extent_of, frame_of, lay_out
from renderers.line.table import TALLEST_ABOVE_HANDS
from renderers.paint import pixels
from renderers.scene.bones import FramedScene, LineScene, RowsScene
from renderers.shared_frame import in_one_frame
from tests.games.cases import needed_for
from tests.games.chanced import CHANCE
from tests.present.sights import table_info
from tests.renderers.pictures import gap


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
@pytest.mark.parametrize(("ratio", "width"), [(0.3, 1200), (1.0, 400), (1.0, 160)])
def test_the_picture_has_the_shape_asked_for_and_all_content_is_inside(rules, ratio, width):
    info = rules.info
    scene = view_of_game(info.id).sample(info.sample, info.default_options)
    framed = FramedScene(scene, ratio)
    picture = pixels(framed, width)
    assert picture.size == (width, round(width * ratio))
    content = _content(picture)
    if width > 160:  # narrower than that, pips run together
        assert content.width < picture.width - 2 * border(width)
        assert content.height < picture.height - 2 * border(width)
    original = _content(pixels(scene, width))
    shapes = [each.width / each.height for each in (content, original)]
    assert shapes[0] == pytest.approx(shapes[1], rel=0.1) or width == 160


def test_a_frame_can_limit_the_height_only():
    info = CATALOGUE[0].info
    scene = view_of_game(info.id).sample(info.sample, info.default_options)
    low, high = (FramedScene(scene, ratio, highest=True) for ratio in (0.2, 2.0))
    assert pixels(low, 400).size == (400, 80)
    assert pixels(high, 400).tobytes() == pixels(scene, 400).tobytes()


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_the_picture_of_a_lobby_is_filled(rules):
    """Bones take at least seven tenths of its width; a square board cannot."""
    table = table_info(1001, 1002, game_id=rules.info.id)
    picture = pixels(banner(table, ENGLISH).scene, 600)
    share = _content(picture).width / (picture.width - 2 * border(600))
    assert share >= (0.4 if rules.info.id == "double-double" else 0.7)


def test_what_is_cut_off_is_where_least_is_drawn():
    """Of a bone above the line, so that no bone of the line itself is cut."""
    info = game("lucky-draw").info
    scene = view_of_game(info.id).sample(info.wide_sample, info.default_options, wide=True)
    whole, cut = (_content(pixels(FramedScene(scene, 0.3, cut=cut), 600)) for cut in (0, 0.45))
    assert cut.width > 1.4 * whole.width
    top = [picture.crop((0, 0, picture.width, 1)).getbbox() for picture in (whole, cut)]
    assert all(each and each[2] - each[0] < cut.width / 4 for each in top)


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
