from typing import Any

import pytest

from bot.games.solitaire import SOLITAIRE
from bot.games.solitaire.events import Added, RowEnded
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import code_of, named_move
from bot.present.narration.events import how_it_ended, tell
from bot.present.scenes import table_scene
from tests.games.positions import bones, told
from tests.games.vanishing import after, step, table
from tests.present.sights import table_info

WHO = table_info(1001, game_id="solitaire")
PAIRWISE = {"triple": "pairwise"}


@pytest.mark.parametrize(
    ("row", "options", "names"),
    [
        ("2-1 6-5 4-2", {}, ["Remove 6-5: 2 each side"]),
        ("5-1 3-3 5-2", {"mustRemove": "off"}, ["Remove 3-3: 5 each side", "Draw the next bone"]),
        ("2-1 4-2 6-2", {}, ["Remove 4-2: 2 each side", "Remove 2-1 4-2 6-2: all 2"]),
        ("2-1 3-2 3-1", PAIRWISE, ["Remove 3-2: 1 each side", "Remove 2-1 3-2 3-1: pairs"]),
        ("2-1 6-5 4-3", {}, ["Draw until something fits"]),
    ],
)
def test_a_button_says_why_a_bone_can_go(row, options, names):
    seen = SOLITAIRE.observe(table(row, "1-1", **options), 0)
    assert [named_move(move, seen, ENGLISH) for move in seen.legal] == names


def test_a_removal_is_typed_with_its_bones_alone():
    seen = SOLITAIRE.observe(table("2-1 4-2 6-2", "1-1"), 0)
    for text, code in (("4-2", "4-2"), ("2-4", "4-2"), ("remove 4-2", "4-2"), ("21 42 62", "4-2+")):
        assert code_of(text, seen, ENGLISH) == code


def test_the_picture_rings_all_bones_drawn_at_once_and_says_what_neighbours_share():
    state = after(table("5-1 3-3 6-2 4-4", "5-0 6-6 1-1"), "draw", "draw")
    scene: Any = table_scene(SOLITAIRE.observe(state, 0))
    assert scene.newest == (4, 5)
    scene = table_scene(SOLITAIRE.observe(table("2-1 6-5 4-2", "1-1"), 0))
    assert scene.middles == ((1, 2),)


def test_bones_drawn_one_after_another_are_told_in_one_phrase():
    drawn = [Added(bone, 9) for bone in bones("5-0 6-6")]
    assert tell(drawn, WHO, ENGLISH) == ["**5-0** and **6-6** were drawn"]


def test_the_end_says_how_far_it_went_and_how_many_deals_can_be_won():
    lost = (
        step(table("0-0", "2-1"), "draw"),
        "**Stuck:** 2 bones are left, 26 of 28 have been removed.",
    )
    won = step(table("5-1 2-1 4-1"), "2-1+"), "**Solved!** All 28 bones removed."
    for last, how in (lost, won):
        text = how_it_ended(told(last, RowEnded), WHO, ENGLISH)
        assert text == f"{how} About 29 of 100 deals can be won."
