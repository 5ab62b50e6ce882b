from dataclasses import replace
from typing import Any

import pytest

from bot.games.classic import CLASSIC
from bot.games.common.events import LeadReason, Leads
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.double_double.events import BoardEnded
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.solitaire import SOLITAIRE
from bot.games.solitaire.events import Added, RowEnded
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import code_of, named_move, suggestions
from bot.present.narration.events import how_it_ended, tell
from bot.present.scenes import table_scene
from bot.present.screen import Screen
from bot.present.screens.match.choices import places_screen
from bot.present.screens.match.hand import hand_screen
from bot.present.text.letters import lettered_places
from tests.games import boards, vanishing
from tests.games.positions import bones, position, step, told
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


ON = ("H8=4 I8=3", "J8=3 K8=3", "K7=3 K6=1", "L6=1 L5=0")
"""The board of DDD-T1 before Q scores 6 with 0-0; P and Q are at 2 and 4."""
WHO = table_info(1001, 1002, game_id="double-double")


def test_the_hand_says_the_most_that_a_bone_can_make_and_where_pieces_are():
    seen = DOUBLE_DOUBLE.observe(boards.table("4-3", "0-0 6-5 5-0", on=ON, at=(2, 4), turn=1), 1)
    hand = hand_screen(WHO, seen, 9, ENGLISH)
    assert "0-0 … · up to +6" in labels(hand)
    assert "6-5 …" not in labels(hand)
    assert "Score pieces, goal 100: A 2 on a 2, B 4 on a 4." in hand.pictures[0].alt


def test_letters_skip_those_taken_and_those_like_digits():
    assert "".join(lettered_places(range(11), 15).values()) == "PQRSTUVWXYZ"
    assert list(lettered_places(range(13), 15).values())[-2:] == ["PP", "PQ"]
    assert list(lettered_places(range(3), 24).values()) == ["Y", "Z", "YY"]
    assert list(lettered_places(range(2), 26).values()) == ["AA", "AB"]
    assert not set("IO") & set(lettered_places(range(20), 4).values())


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        (LeadReason.FEWEST_PIPS, "whoever showed the fewest pips"),
        (
            LeadReason.FEWEST_PIPS_JOINED_FIRST,
            "with a tie for the fewest pips, whoever joined first",
        ),
    ],
)
def test_DDD_3_who_leads_is_told_with_the_reason(reason, why):
    said = tell([Leads(0, by_lot=False, reason=reason)], WHO, ENGLISH)
    assert said == [f"<@1001> leads ({why} leads)"]


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("6-0 5-3", "<@1002> wins the tie with the most left in hand: 14 pips."),
        ("6-3", "<@1001> and <@1002> are tied on points and on pips left in hand."),
    ],
)
def test_DDD_T7_DDD_20_a_tie_is_explained(other, said):
    state = boards.table("4-0 5-4", other, on=ON[:1], stock="", at=(40, 40))
    over = told(step(DOUBLE_DOUBLE, state, boards.code("G8=4 F8=0")), BoardEnded)
    assert how_it_ended(over, WHO, ENGLISH) == f"**The boneyard is empty.** {said}"


def test_the_first_domino_has_a_button_for_each_kind_of_placing_and_all_can_be_typed():
    """All sides of the empty board look alike, and both halves of a double."""
    seen = DOUBLE_DOUBLE.observe(boards.table("4-3 6-6 6-6", "0-0"), 0)
    said = labels(hand_screen(WHO, seen, 9, ENGLISH))
    assert said == ["4-3, 4 on the star", "4-3, 3 on the star", "6-6, 6 on the star"]
    assert all(code_of(move.code, seen, ENGLISH) == move.code for move in seen.legal)
    assert len(seen.legal) == 8 + 4


def test_the_goal_is_in_the_title_and_the_numbers_ahead_end_at_it():
    seen = DOUBLE_DOUBLE.observe(boards.table("4-3", "0-0 6-5 5-0", on=ON, at=(2, 95), turn=1), 1)
    hand = hand_screen(WHO, seen, 9, ENGLISH)
    assert str(hand.parts[0]).startswith("### Double Double Dominoes · to 100\n")
    scene: Any = hand.pictures[0].scene
    assert (scene.table.own, scene.table.goal) == ("B", 100)
    assert scene.table.ahead == seen.round.board.track[95:100]


ALONE = table_info(1001, game_id="solitaire")
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
    seen = SOLITAIRE.observe(vanishing.table(row, "1-1", **options), 0)
    assert [named_move(move, seen, ENGLISH) for move in seen.legal] == names


def test_a_removal_is_typed_with_its_bones_alone():
    seen = SOLITAIRE.observe(vanishing.table("2-1 4-2 6-2", "1-1"), 0)
    for text, code in (("4-2", "4-2"), ("2-4", "4-2"), ("remove 4-2", "4-2"), ("21 42 62", "4-2+")):
        assert code_of(text, seen, ENGLISH) == code


def test_the_picture_rings_all_bones_drawn_at_once_and_says_what_neighbours_share():
    state = vanishing.after(vanishing.table("5-1 3-3 6-2 4-4", "5-0 6-6 1-1"), "draw", "draw")
    scene: Any = table_scene(SOLITAIRE.observe(state, 0))
    assert scene.newest == (4, 5)
    scene = table_scene(SOLITAIRE.observe(vanishing.table("2-1 6-5 4-2", "1-1"), 0))
    assert scene.middles == ((1, 2),)


def test_bones_drawn_one_after_another_are_told_in_one_phrase():
    drawn = [Added(bone, 9) for bone in bones("5-0 6-6")]
    assert tell(drawn, ALONE, ENGLISH) == ["**5-0** and **6-6** were drawn"]


def test_the_end_says_how_far_it_went_and_how_many_deals_can_be_won():
    lost = vanishing.step(vanishing.table("0-0", "2-1"), "draw")
    won = vanishing.step(vanishing.table("5-1 2-1 4-1"), "2-1+")
    stuck = "**Stuck:** 2 bones are left, 26 of 28 have been removed."
    for last, how in ((lost, stuck), (won, "**Solved!** All 28 bones removed.")):
        text = how_it_ended(told(last, RowEnded), ALONE, ENGLISH)
        assert text == f"{how} About 29 of 100 deals can be won."
