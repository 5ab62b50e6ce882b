from dataclasses import replace
from typing import Any

import pytest

from bot.games.classic import CLASSIC
from bot.games.lucky_draw import LUCKY_DRAW
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import code_of, named_move, suggestions
from bot.present.screen import Screen
from bot.present.screens.match.choices import places_screen
from bot.present.screens.match.hand import hand_screen
from tests.games.positions import position
from tests.present.sights import labels, offered, table_info
from tests.present.test_screens import check

THREE = table_info(1001, 1002, 1003, game_id="lucky-draw")
TWO = table_info(1001, 1002, game_id="classic")
TREE = "6-6 6-3@l 3-3@l 6-2@r 2-2@r"
"""Its ends: l, e, f (E, J, K) show 3; r, g, h (F, L, M) show 2; u and d (G, H) show 6."""


def marked(screen: Screen) -> tuple[list[str], list[str]]:
    scene: Any = screen.pictures[0].scene
    return (
        [f"{end.label}{end.pips}" for end in scene.table.ends if end.mark == "flag"],
        [f"{bone.high}-{bone.low}" for bone in scene.hand.bones if bone.playable],
    )


def tree(hand: str):
    state = position(LUCKY_DRAW, hand, "5-5 5-4", "4-4 1-1", on=TREE)
    return LUCKY_DRAW.observe(state, 0)


SEEN = tree("3-2 5-5 6-0")


def places_of(bone: str) -> Screen:
    screen = places_screen(THREE, SEEN, 7, bone, ENGLISH)
    assert screen is not None
    return screen


def test_every_move_has_a_button_while_there_is_room():
    screen = hand_screen(THREE, SEEN, 7, ENGLISH)
    assert labels(screen) == ["3-2 → E", "3-2 → F", "6-0 → G"]


def test_of_ends_that_are_alike_the_first_is_offered_and_all_can_be_typed():
    """The two free sides of 6-6 are called G and H."""
    assert "6-0 → H" not in labels(hand_screen(THREE, SEEN, 7, ENGLISH))
    assert [code_of(f"6-0 {end}", SEEN, ENGLISH) for end in "GH"] == ["6-0@u", "6-0@d"]


def test_then_its_places_are_shown_with_their_letters():
    places = {"m:1:7:3-2@l": "3-2 → E", "m:1:7:3-2@r": "3-2 → F"}
    assert dict(offered(places_of("3-2"))) == {**places, "t:1:hand": "Back to your hand"}
    assert marked(places_of("3-2")) == (["E3", "F2"], ["3-2"])


def test_the_hand_marks_what_fits_where():
    screen = hand_screen(THREE, SEEN, 7, ENGLISH)
    assert marked(screen)[1] == ["3-2", "6-0"]
    assert len(marked(screen)[0]) == 8, "every end takes one of the two"
    assert marked(hand_screen(THREE, tree("5-5 6-0"), 7, ENGLISH)) == (["G6", "H6"], ["6-0"])


def test_the_hand_of_somebody_who_waits_or_draws_marks_all_open_ends():
    state = position(LUCKY_DRAW, "5-5 5-4", "3-2 6-0", "4-4 1-1", on=TREE)
    for seat in (0, 1):
        flagged, playable = marked(hand_screen(THREE, LUCKY_DRAW.observe(state, seat), 7, ENGLISH))
        assert (len(flagged), playable) == (8, [])


def test_the_choice_of_a_place_marks_the_picture_of_the_hand_again():
    bare = []
    for screen in (hand_screen(THREE, SEEN, 7, ENGLISH), places_of("3-2")):
        scene: Any = screen.pictures[0].scene
        ends = [replace(end, mark="none") for end in scene.table.ends]
        bones = [replace(bone, playable=False) for bone in scene.hand.bones]
        bare.append((replace(scene.table, ends=ends), bones))
    assert bare[0] == bare[1]


@pytest.mark.parametrize("bone", ["5-5", "6-6", "nonsense"])
def test_a_bone_that_cannot_be_laid_has_no_places(bone):
    assert places_screen(THREE, tree("3-2 5-5"), 7, bone, ENGLISH) is None


def test_a_double_says_how_it_would_lie():
    seen = CLASSIC.observe(position(CLASSIC, "2-2 4-1", "6-5", on="4-4 4-2@r"), 0)
    names = ["2-2 → F, in line", "2-2 → F, crosswise", "4-1 → E"]
    assert [named_move(move, seen, ENGLISH) for move in seen.legal[:2]] == names[:2]
    assert labels(hand_screen(TWO, seen, 3, ENGLISH)) == names
    assert code_of("2-2@r+", seen, ENGLISH) == "2-2@r+"
    assert code_of("2-2@R", seen, ENGLISH) == "2-2@r"


def test_places_can_be_typed():
    assert code_of("3-2 f", SEEN, ENGLISH) == "3-2@r", "a letter is that of the picture"
    assert code_of("2-3 → K", SEEN, ENGLISH) == "3-2@f"
    assert code_of("2-3@E", SEEN, ENGLISH) == "3-2@e", "after an @, it is the move's code"
    assert code_of("6-0 6", SEEN, ENGLISH) == "6-0 6", "two ends show a 6"
    assert ("3-2 → M", "3-2@h") in suggestions("3-2", SEEN, table_info(), ENGLISH)


def test_the_worst_tree_still_fits_into_a_message():
    """Every double lies and has two free sides; each bone of a large hand fits at several ends."""
    on = "6-6 6-5@l 5-5@l 6-4@r 4-4@r 6-3@u 3-3@u 6-2@d 2-2@d 5-1@e 1-1@e 4-0@h 0-0@h"
    hand = "6-1 6-0 5-4 5-3 5-2 5-0 4-3 4-2 4-1 3-2 3-1 3-0 2-1 2-0 1-0"
    seen = LUCKY_DRAW.observe(position(LUCKY_DRAW, hand, "", "", on=on), 0)
    assert len(seen.legal) > 40
    pieces = labels(hand_screen(THREE, seen, 99, ENGLISH))
    assert len(pieces) == 15
    assert pieces[0] == "1-0 …", "it is chosen first, and its place then"
    for bone in hand.split():
        if screen := places_screen(THREE, seen, 99, bone, ENGLISH):
            check(screen)
