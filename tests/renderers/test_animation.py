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
from renderers.captions import captioned
from renderers.ink.palette import palette_of
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import pixels
from renderers.scene.bones import HandBone, HandScene, LineScene, Scene
from renderers.scene.captions import BoneSign, Caption, EndSign, Glyph, SeatSign, Sign, SquareSign
from tests.games.cases import needed_for
from tests.games.chanced import log_by_chance
from tests.renderers.pictures import assert_all_differ, assert_looks_golden

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


def coloured(picture: Image.Image) -> Image.Image:
    picture.putpalette(palette_of(DEFAULT_THEME).rgb)
    return picture.convert("RGB")


def painted(scene: Scene) -> Image.Image:
    return coloured(pixels(scene, 200))


def test_every_picture_is_just_as_it_is_drawn_alone():
    scenes = [hand((6, 4), (1, 0)), hand((6, 4)), hand((5, 5), (3, 1)), hand((6, 4), (1, 0))]
    data = animated_gif([Frame(scene, 0.5) for scene in scenes], width=200)
    assert shown(data) == [(painted(scene).tobytes(), 500) for scene in scenes]


def test_equal_pictures_are_one_shown_as_long_as_both():
    frames = [Frame(hand((6, 4)), 0.5), Frame(hand((6, 4)), 1.0), Frame(hand((1, 0)), 2.0)]
    assert [ms for _, ms in shown(animated_gif(frames, width=200))] == [1500, 2000]


def test_lower_pictures_are_lengthened_with_felt_inside_the_rail():
    low, high = hand((6, 4)), hand(*BONES[:14])
    data = animated_gif([Frame(low, 1), Frame(high, 1)], width=200)
    tall = painted(high)
    first = Image.frombytes("RGB", tall.size, shown(data)[0][0])
    alone = painted(low)
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
    pictures = sum(1 for _ in ImageSequence.Iterator(Image.open(BytesIO(data))))
    assert pictures > LONGEST // 2, "thinned"
    assert len(animated_gif(frames[:60])) < 2**20


PLAY = (SeatSign("A"), BoneSign(6, 4), EndSign("E", 4), "+15")
WIN = (Glyph.WON, SeatSign("A"), "+23", Glyph.WON, SeatSign("C"), "+23")
MOST = (SeatSign("B"), BoneSign(6, 6), Glyph.TO, "N13 N14", "+10")
LONGEST_CAPTION = MOST + tuple(sign for seat in "ACDEF" for sign in (SeatSign(seat), "+3")) + WIN
EACH: tuple[Sign, ...] = (*Glyph, *PLAY, EndSign("", 4), SquareSign(("1", "2", "3", "4")))


def drawn(*signs: Sign, width: int = 400, moves: int = 48) -> Image.Image:
    felt = Image.new("L", (width, 10))
    return coloured(captioned(Caption(signs, 12, moves), felt, DEFAULT_THEME))


@pytest.mark.parametrize("name", ["play", "win", "longest"])
def test_it_looks_as_it_was_approved(name):
    signs = {"play": PLAY, "win": PLAY[:3] + WIN, "longest": LONGEST_CAPTION}
    assert_looks_golden(f"caption_{name}", drawn(*signs[name], width=600))


def test_signs_are_told_apart_without_colour_on_a_phone():
    assert_all_differ(drawn(SeatSign("A"), sign) for sign in EACH)


@pytest.mark.parametrize("width", [160, 600])
def test_the_longest_caption_leaves_the_count_of_moves_alone(width):
    none, full = drawn(width=width, moves=1511), drawn(*LONGEST_CAPTION, width=width, moves=1511)
    count = (width - width // 7, 0, width, none.height)
    assert none.size == full.size
    assert none.crop(count).tobytes() == full.crop(count).tobytes()


def test_a_film_has_the_caption_of_every_step_above_its_picture():
    scene, captions = LineScene(), (Caption((Glyph.DEALT,), 0, 2), Caption(PLAY, 1, 2))
    film = shown(animated_gif([Frame(scene, 0.5, caption=each) for each in captions], width=200))
    plain = pixels(scene, 200)
    for (rgb, _), caption in zip(film, captions, strict=True):
        assert rgb == coloured(captioned(caption, plain, DEFAULT_THEME)).tobytes()
