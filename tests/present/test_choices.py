from dataclasses import replace

import pytest

from bot.games.classic import CLASSIC
from bot.games.lucky_draw import LUCKY_DRAW
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import code_of, named_move, suggestions
from bot.present.screen import Menu, Screen
from bot.present.screens.match.choices import places_screen
from bot.present.screens.match.hand import hand_screen
from renderers.scene.bones import HandScene, LineScene, Scene, TableAndHandScene
from tests.games.positions import position
from tests.present.sights import table_info
from tests.present.test_screens import check

THREE = table_info(1001, 1002, 1003, game_id="lucky-draw")
TWO = table_info(1001, 1002, game_id="classic")
TREE = "6-6 6-3@l 3-3@l 6-2@r 2-2@r"
"""Its ends: l, e, f (E, J, K) show 3; r, g, h (F, L, M) show 2; u and d (G, H) show 6."""


def buttons(screen: Screen) -> dict[str, str]:
    found: dict[str, str] = {}
    for row in screen.rows:
        if isinstance(row, Menu):
            found |= {entry.value: entry.label for entry in row.entries}
        else:
            found |= {button.id: button.label for button in row}
    return found


def marked(screen: Screen) -> tuple[list[str], list[str]]:
    scene = screen.pictures[0].scene
    assert isinstance(scene, TableAndHandScene)
    line, hand = scene.table, scene.hand
    assert isinstance(line, LineScene)
    assert isinstance(hand, HandScene)
    return (
        [f"{end.label}{end.pips}" for end in line.ends if end.mark == "flag"],
        [f"{bone.high}-{bone.low}" for bone in hand.bones if bone.playable],
    )


def bare(scene: Scene) -> Scene:
    assert isinstance(scene, TableAndHandScene)
    line, hand = scene.table, scene.hand
    assert isinstance(line, LineScene)
    assert isinstance(hand, HandScene)
    ends = tuple(replace(end, mark="none") for end in line.ends)
    bones = tuple(replace(bone, playable=False) for bone in hand.bones)
    return TableAndHandScene(replace(line, ends=ends), HandScene(bones))


def tree(hand: str):
    state = position(LUCKY_DRAW, hand, "5-5 5-4", "4-4 1-1", on=TREE)
    return LUCKY_DRAW.observe(state, 0)


def test_every_move_has_a_button_while_there_is_room():
    screen = hand_screen(THREE, tree("3-2 5-5 6-0"), 7, ENGLISH)
    assert list(buttons(screen).values()) == [*("3-2 → E", "3-2 → F", "6-0 → G")]


def test_of_ends_that_are_alike_the_first_is_offered_and_all_can_be_typed():
    """The two free sides of 6-6 are called G and H."""
    seen = tree("3-2 5-5 6-0")
    assert "6-0 → H" not in buttons(hand_screen(THREE, seen, 7, ENGLISH)).values()
    assert [code_of(f"6-0 {end}", seen, ENGLISH) for end in "GH"] == ["6-0@u", "6-0@d"]


def test_then_its_places_are_shown_with_their_letters():
    screen = places_screen(THREE, tree("3-2 5-5 6-0"), 7, "3-2", ENGLISH)
    assert screen is not None
    assert buttons(screen) == {
        "m:1:7:3-2@l": "3-2 → E",
        "m:1:7:3-2@r": "3-2 → F",
        "t:1:hand": "Back to your hand",
    }
    assert marked(screen) == (["E3", "F2"], ["3-2"])


def test_the_hand_marks_what_fits_where():
    screen = hand_screen(THREE, tree("3-2 5-5 6-0"), 7, ENGLISH)
    assert marked(screen)[1] == ["3-2", "6-0"]
    assert len(marked(screen)[0]) == 8, "every end takes one of the two"
    assert marked(hand_screen(THREE, tree("5-5 6-0"), 7, ENGLISH)) == (["G6", "H6"], ["6-0"])


def test_the_hand_of_somebody_who_waits_or_draws_marks_all_open_ends():
    state = position(LUCKY_DRAW, "5-5 5-4", "3-2 6-0", "4-4 1-1", on=TREE)
    for seat in (0, 1):
        flagged, playable = marked(hand_screen(THREE, LUCKY_DRAW.observe(state, seat), 7, ENGLISH))
        assert (len(flagged), playable) == (8, [])


def test_the_choice_of_a_place_marks_the_picture_of_the_hand_again():
    hand = hand_screen(THREE, tree("3-2 5-5 6-0"), 7, ENGLISH).pictures[0].scene
    places = places_screen(THREE, tree("3-2 5-5 6-0"), 7, "3-2", ENGLISH)
    assert places is not None
    one, other = (bare(scene) for scene in (hand, places.pictures[0].scene))
    assert one == other


@pytest.mark.parametrize("bone", ["5-5", "6-6", "nonsense"])
def test_a_bone_that_cannot_be_laid_has_no_places(bone):
    assert places_screen(THREE, tree("3-2 5-5"), 7, bone, ENGLISH) is None


def test_a_double_says_how_it_would_lie():
    seen = CLASSIC.observe(position(CLASSIC, "2-2 4-1", "6-5", on="4-4 4-2@r"), 0)
    assert [named_move(move, seen, ENGLISH) for move in seen.legal[:2]] == [
        "2-2 → F, in line",
        "2-2 → F, crosswise",
    ]
    assert list(buttons(hand_screen(TWO, seen, 3, ENGLISH)).values()) == [
        "2-2 → F, in line",
        "2-2 → F, crosswise",
        "4-1 → E",
    ]
    assert code_of("2-2@r+", seen, ENGLISH) == "2-2@r+"
    assert code_of("2-2@R", seen, ENGLISH) == "2-2@r"


def test_places_can_be_typed():
    seen = tree("3-2 5-5 6-0")
    assert code_of("3-2 f", seen, ENGLISH) == "3-2@r", "a letter is that of the picture"
    assert code_of("2-3 → K", seen, ENGLISH) == "3-2@f"
    assert code_of("2-3@E", seen, ENGLISH) == "3-2@e", "after an @, it is the move's code"
    assert code_of("6-0 → G", seen, ENGLISH) == "6-0@u"
    assert code_of("6-0 6", seen, ENGLISH) == "6-0 6", "two ends show a 6"
    assert ("3-2 → M", "3-2@h") in suggestions("3-2", seen, table_info(), ENGLISH)


def test_the_worst_tree_still_fits_into_a_message():
    """Every double lies and has two free sides; each bone of a large hand fits at several ends."""
    on = "6-6 6-5@l 5-5@l 6-4@r 4-4@r 6-3@u 3-3@u 6-2@d 2-2@d 5-1@e 1-1@e 4-0@h 0-0@h"
    hand = "6-1 6-0 5-4 5-3 5-2 5-0 4-3 4-2 4-1 3-2 3-1 3-0 2-1 2-0 1-0"
    seen = LUCKY_DRAW.observe(position(LUCKY_DRAW, hand, "", "", on=on), 0)
    assert len(seen.legal) > 40
    labels = list(buttons(hand_screen(THREE, seen, 99, ENGLISH)).values())
    assert len(labels) == 15
    assert labels[0] == "1-0 …", "it is chosen first, and its place then"
    for bone in hand.split():
        if screen := places_screen(THREE, seen, 99, bone, ENGLISH):
            check(screen)
