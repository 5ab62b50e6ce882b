import pytest

from bot.games import CATALOGUE, game
from bot.present.i18n import ENGLISH
from bot.present.screens.match.lobby import banner
from bot.present.views import view_of_game
from renderers.framing import _content
from renderers.ink.canvas import border
from renderers.paint import pixels
from renderers.scene.bones import FramedScene
from tests.present.sights import table_info


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
