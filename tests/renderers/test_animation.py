"""Films: what a viewer sees, and their size."""

import random
from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from bot.engine.seating import prepare
from bot.engine.story import Story
from bot.games import CATALOGUE
from bot.present.scenes import replay_scene
from bot.present.screens.lookback.replay import LONGEST
from renderers.animation import LARGEST, Frame, animated_gif
from renderers.ink.palette import palette_of
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import pixels
from renderers.scene.bones import HandBone, HandScene, Scene
from tests.games.cases import needed_for
from tests.games.chanced import log_by_chance

BONES = [(high, low) for high in range(7) for low in range(high + 1)]


def hand(*bones: tuple[int, int]) -> HandScene:
    return HandScene(tuple(HandBone(*bone) for bone in bones))


def shown(data: bytes) -> list[tuple[bytes, int]]:
    """Return the pictures in true colour as a viewer has them, each with its milliseconds."""
    picture = Image.open(BytesIO(data))
    assert picture.info["loop"] == 0
    return [
        (frame.convert("RGB").tobytes(), frame.info["duration"])
        for frame in ImageSequence.Iterator(picture)
    ]


def pictures_in(data: bytes) -> int:
    with Image.open(BytesIO(data)) as film:
        return int(getattr(film, "n_frames", 1))


def drawn(scene, width: int = 200) -> Image.Image:
    picture = pixels(scene, width)
    picture.putpalette(palette_of(DEFAULT_THEME).rgb)
    return picture.convert("RGB")


def test_every_picture_is_just_as_it_is_drawn_alone():
    scenes = [hand((6, 4), (1, 0)), hand((6, 4)), hand((5, 5), (3, 1)), hand((6, 4), (1, 0))]
    data = animated_gif([Frame(scene, 0.5) for scene in scenes], width=200)

    assert shown(data) == [(drawn(scene).tobytes(), 500) for scene in scenes]


def test_equal_pictures_are_one_shown_as_long_as_both():
    frames = [Frame(hand((6, 4)), 0.5), Frame(hand((6, 4)), 1.0), Frame(hand((1, 0)), 2.0)]
    assert [ms for _, ms in shown(animated_gif(frames, width=200))] == [1500, 2000]


def test_lower_pictures_are_lengthened_with_felt_inside_the_rail():
    low, high = hand((6, 4)), hand(*BONES[:14])
    data = animated_gif([Frame(low, 1), Frame(high, 1)], width=200)
    tall = drawn(high)
    first = Image.frombytes("RGB", tall.size, shown(data)[0][0])
    alone = drawn(low)
    inside = alone.height - 10
    assert first.crop((0, 0, 200, inside)).tobytes() == alone.crop((0, 0, 200, inside)).tobytes()
    below = first.crop((20, inside, 180, tall.height - 10))
    assert below.getcolors() == [(below.width * below.height, DEFAULT_THEME.felt)]
    rail = (0, tall.height - 2, 200, tall.height)
    assert first.crop(rail).tobytes() == tall.crop(rail).tobytes()


def test_without_a_picture_there_is_no_animation():
    with pytest.raises(ValueError, match="frame"):
        animated_gif([])


def test_what_is_too_large_loses_pictures_but_none_that_is_to_be_kept():
    chance = random.Random(1)
    frames = [Frame(hand(*chance.sample(BONES, 14)), 1 + at, keep=at in {0, 9}) for at in range(10)]
    whole = animated_gif(frames, width=200)
    less = animated_gif(frames, width=200, largest=len(whole) * 2 // 3)
    assert len(less) <= len(whole) * 2 // 3
    kept = shown(less)
    assert (kept[0][1], kept[-1][1]) == (1000, 10_000)
    assert {ms for _, ms in kept} < {ms for _, ms in shown(whole)}


def test_nothing_can_be_left_out_of_two_pictures():
    frames = [Frame(hand((6, 4)), 1, keep=True), Frame(hand((1, 0)), 1, keep=True)]
    assert len(shown(animated_gif(frames, width=200, largest=10))) <= 2


@pytest.mark.deep
@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_the_longest_animation_is_small(rules):
    """4 MB always hold; `make bench` tells how long an animation takes."""
    seats = rules.info.max_seats
    setup = prepare(rules.info, seats, dict(needed_for(rules, seats)))
    story, seed = Story(rules, setup, log_by_chance(rules, setup)), 0
    scenes: list[Scene] = []
    while len(scenes) < LONGEST:
        scenes += [replay_scene(story.moment(step)) for step in range(len(story))]
        seed += 1
        story = Story(rules, setup, log_by_chance(rules, setup, seed))
    frames = [Frame(scene, 0.6) for scene in scenes[:LONGEST]]
    data = animated_gif(frames)
    assert len(data) <= LARGEST
    assert pictures_in(data) > LONGEST // 2, "thinned"
    assert len(animated_gif(frames[:60])) < 2**20
