import re
from dataclasses import replace
from io import BytesIO
from math import ceil
from typing import Any

import pytest
from PIL import Image

from bot.engine.game_info import Shown, WorkedExample
from bot.engine.replay import example_position
from bot.games import CATALOGUE, game
from bot.games.names import named
from bot.model.preferences import NO_THEME
from bot.present.i18n import ENGLISH
from bot.present.scenes import close_up, table_scene
from bot.present.screen import Menu, Picture
from bot.present.screens.rules import _position, rules_screen
from bot.present.text.shortening import MAX_ALT
from bot.present.views import view_of
from renderers.board.ground import window_of
from renderers.framing import _content
from renderers.ink.canvas import border
from renderers.paint import pixels

PHONE = 600
"""The height of a phone that messages can use, in CSS pixels, at a width of 400."""
WIDTH, LINE, CHARACTERS = 340, 21, 44
"""The width of a picture, the height of a line of text, and the characters that fit in it."""
EXAMPLES = [
    pytest.param(rules, example, id=f"{rules.info.id}-{number}")
    for rules in CATALOGUE
    for number, example in enumerate(rules.info.examples, 1)
]
every_game = pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
SUM = re.compile(r"(\d+(?: [+−×÷] \d+)+) = (?:\*\*)?(\d+)")


def chapters(rules):
    first = rules_screen(rules.info, ENGLISH)
    (menu,) = (row for row in first.rows if isinstance(row, Menu))
    return [rules_screen(rules.info, ENGLISH, entry.value) for entry in menu.entries]


def scores(rules, example):
    seen: Any = example_position(rules, example).public
    view, table = view_of(seen)
    return [total + view.running(table, seat) for seat, total in enumerate(seen.totals)]


@pytest.mark.parametrize(("rules", "example"), EXAMPLES)
def test_the_points_of_an_example_are_those_that_its_last_move_makes(rules, example):
    """Its log is legal, or it would not be reached."""
    before, _, _ = example.log.rpartition("; ")
    earlier = scores(rules, replace(example, log=before)) if before else ()
    made = {now - then for now, then in zip(scores(rules, example), earlier, strict=False)}
    assert {int(bold) for bold in re.findall(r"\*\*(\d+)\*\*", example.text)} == made - {0}


@pytest.mark.parametrize(("rules", "example"), EXAMPLES)
def test_the_sums_of_an_example_are_right(rules, example):
    for written, total in SUM.findall(example.text):
        calculable = written.translate(str.maketrans("−×÷", "-*/"))
        assert eval(calculable) == int(total)


def test_an_example_with_an_illegal_move_is_noticed():
    (block,) = (rules for rules in CATALOGUE if rules.info.id == "block")
    wrong = WorkedExample("", 2, "deal 6-6; lot 0; 6-6; 6-6@l", Shown.TABLE)
    with pytest.raises(Exception, match="6-6@l"):
        example_position(block, wrong)


@every_game
def test_the_rules_begin_with_the_card_and_an_example_in_a_picture(rules):
    screen = rules_screen(rules.info, ENGLISH)
    assert all(line in str(screen.parts[1]) for line in rules.info.card)
    (picture,) = screen.pictures
    assert screen.parts[2:] == (picture, rules.info.examples[0].text)


@every_game
def test_a_chapter_fits_a_phone(rules):
    for screen in chapters(rules):
        height = 0
        for part in screen.parts:
            if isinstance(part, Picture):
                wide, high = Image.open(BytesIO(part.paint(NO_THEME))).size
                height += WIDTH * high // wide
            else:
                height += LINE * sum(ceil(len(line) / CHARACTERS) for line in part.split("\n"))
        assert height <= PHONE, screen.parts[0]


@every_game
def test_an_example_fills_its_picture_which_is_described(rules):
    """From side to side or from top to bottom, but for a margin."""
    for screen in chapters(rules):
        for picture in screen.pictures:
            drawn = pixels(picture.scene, 600)
            content, edge = _content(drawn), 2 * border(600)
            shares = content.width / (drawn.width - edge), content.height / (drawn.height - edge)
            assert max(shares) > 0.8, screen.parts[0]
            assert 20 < len(picture.alt) <= MAX_ALT


def test_an_example_on_a_board_shows_only_what_is_in_use():
    """All dominoes with a square around them where there is one, on at most ten columns."""
    info = game("double-double").info
    for number in range(len(info.examples)):
        position = _position(info.id, number)
        scene: Any = close_up(table_scene(position.public, position.events))
        used = window_of(scene)
        assert used.width <= 10
        for x, y in (square for bone in scene.bones for square in (bone.at, bone.other)):
            assert used.x < x < used.right - 1 or x in {0, scene.size - 1}
            assert used.y < y < used.bottom - 1 or y in {0, scene.size - 1}


@every_game
def test_all_of_the_rules_is_in_some_chapter(rules):
    shown = "\n".join(str(part) for screen in chapters(rules) for part in screen.parts)
    assert all(paragraph in shown for paragraph in rules.info.page)
    assert all(example.text in shown for example in rules.info.examples)
    assert all(option.help in shown for option in rules.info.options)


def test_a_chapter_that_does_not_exist_is_refused():
    with pytest.raises(KeyError):
        rules_screen(CATALOGUE[0].info, ENGLISH, "nothing")


def test_the_card_of_a_preset_says_which_options_it_sets():
    card = str(rules_screen(named("venezuelan"), ENGLISH).parts[1])
    assert "Pips scored: the losers'" in card
    assert "Capicúa: none" in card
