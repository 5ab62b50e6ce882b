from typing import Any

import pytest

from bot.games.common.events import LeadReason, Leads
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.double_double.events import BoardEnded
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import code_of
from bot.present.narration.events import how_it_ended, tell
from bot.present.screens.match.hand import hand_screen
from bot.present.text.seats import lettered_places
from tests.games.boards import code, table
from tests.games.positions import language, told
from tests.present.sights import labels, table_info

ON = ("H8=4 I8=3", "J8=3 K8=3", "K7=3 K6=1", "L6=1 L5=0")
"""The board of DDD-T1 before Q scores 6 with 0-0; P and Q are at 2 and 4."""
step = language(DOUBLE_DOUBLE)[2]
WHO = table_info(1001, 1002, game_id="double-double")


def test_the_hand_says_the_most_that_a_bone_can_make_and_where_pieces_are():
    seen = DOUBLE_DOUBLE.observe(table("4-3", "0-0 6-5 5-0", on=ON, at=(2, 4), turn=1), 1)
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
    told_ = tell([Leads(0, by_lot=False, reason=reason)], WHO, ENGLISH)
    assert told_ == [f"<@1001> leads ({why} leads)"]


@pytest.mark.parametrize(
    ("other", "told_"),
    [
        ("6-0 5-3", "<@1002> wins the tie with the most left in hand: 14 pips."),
        ("6-3", "<@1001> and <@1002> are tied on points and on pips left in hand."),
    ],
)
def test_DDD_T7_DDD_20_a_tie_is_explained(other, told_):
    state = table("4-0 5-4", other, on=ON[:1], stock="", at=(40, 40))
    over = told(step(state, code("G8=4 F8=0")), BoardEnded)
    assert how_it_ended(over, WHO, ENGLISH) == f"**The boneyard is empty.** {told_}"


def test_the_first_domino_has_a_button_for_each_kind_of_placing_and_all_can_be_typed():
    """All sides of the empty board look alike, and both halves of a double."""
    seen = DOUBLE_DOUBLE.observe(table("4-3 6-6 6-6", "0-0"), 0)
    told_ = labels(hand_screen(WHO, seen, 9, ENGLISH))
    assert told_ == ["4-3, 4 on the star", "4-3, 3 on the star", "6-6, 6 on the star"]
    assert all(code_of(move.code, seen, ENGLISH) == move.code for move in seen.legal)
    assert len(seen.legal) == 8 + 4


def test_the_goal_is_in_the_title_and_the_numbers_ahead_end_at_it():
    seen = DOUBLE_DOUBLE.observe(table("4-3", "0-0 6-5 5-0", on=ON, at=(2, 95), turn=1), 1)
    hand = hand_screen(WHO, seen, 9, ENGLISH)
    assert str(hand.parts[0]).startswith("### Double Double Dominoes · to 100\n")
    scene: Any = hand.pictures[0].scene
    assert (scene.table.own, scene.table.goal) == ("B", 100)
    assert scene.table.ahead == seen.round.board.track[95:100]
