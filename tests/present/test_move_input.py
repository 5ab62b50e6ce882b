import pytest

from bot.games.draw import DRAW
from bot.present.i18n import ENGLISH
from bot.present.input.move_input import (
    MAX_CHOICE,
    MAX_CHOICES,
    MAX_NAMED,
    code_of,
    listed_moves,
    meant,
    suggestions,
    typed_example,
    unknown_bone,
)
from tests.games.positions import position
from tests.present.sights import ALL, bones, line, seen, table_info

WHO = table_info()
HAND = seen(bones("6-4 5-5 2-1"), line("6-5", "5-4@r"))
"""6-4 fits at both ends, which show 6 and 4; nothing else fits."""
LEAD = seen(bones("6-4 5-5 2-1"))
ONE_SIDE = seen(bones("6-4 2-1"), line("6-6"))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        *((text, "6-4@l") for text in ("6-4@l", "4-6@l", "6-4 → 6", "4-6 6")),
        *((text, "6-4@r") for text in (" 6-4@R ", "6-4→4", "6 - 4 @ r", "6\u20114@r", "64@r")),
        ("4 6 @r", "6-4@r"),
    ],
)
def test_a_move_in_many_spellings(text, code):
    assert code_of(text, HAND, ENGLISH) == code


@pytest.mark.parametrize(
    "text", ["6-4", "4-6", "5-5", "", "6-4 5", "6-4 l", "6-4@x", "@l", "6", "pass"]
)
def test_what_spells_no_single_move_stays_as_it_was_typed(text):
    assert code_of(f" {text} ", HAND, ENGLISH) == text


@pytest.mark.parametrize("text", ["6-4", "4-6", "64", "4 6"])
def test_where_it_fits_may_be_left_out_when_there_is_one_place_only(text):
    assert code_of(text, LEAD, ENGLISH) == "6-4"


def test_at_a_double_both_ends_are_places():
    """Both show the same number, and still are not the same place."""
    assert code_of("6-4", ONE_SIDE, ENGLISH) == "6-4"
    assert code_of("4-6 f", ONE_SIDE, ENGLISH) == "6-4@r"
    assert {code for _, code in suggestions("6-4", ONE_SIDE, WHO, ENGLISH)} == {"6-4@l", "6-4@r"}


def test_who_is_not_to_move_can_spell_nothing():
    waiting = seen(bones("6-4"), line("6-5"), to_act=(1,))
    assert code_of("6-4", waiting, ENGLISH) == "6-4"
    assert suggestions("", waiting, WHO, ENGLISH) == []


def test_suggestions_go_with_what_was_typed():
    assert {code for _, code in suggestions("", HAND, WHO, ENGLISH)} == {"6-4@l", "6-4@r"}
    assert suggestions("→ 4", HAND, WHO, ENGLISH) == [("6-4 → 4", "6-4@r")]
    assert {code for _, code in suggestions("4-6", HAND, WHO, ENGLISH)} == {"6-4@l", "6-4@r"}
    assert suggestions("5-5", HAND, WHO, ENGLISH) == []
    assert suggestions("zzz" * 500, HAND, WHO, ENGLISH) == []


def test_suggestions_stay_within_discords_limits():
    offered = suggestions("", seen(ALL, line("6-6")), WHO, ENGLISH)
    assert len(suggestions("", seen(ALL), WHO, ENGLISH)) == MAX_CHOICES
    assert all(1 <= len(label) <= MAX_CHOICE and code for label, code in offered)
    assert len({code for _, code in offered}) == len(offered)


def test_a_refusal_names_moves_as_the_hand_does():
    assert listed_moves(HAND.legal, HAND, WHO, ENGLISH) == "6-4 → 6 or 6-4 → 4"
    named = listed_moves(seen(ALL).legal, seen(ALL), WHO, ENGLISH)
    assert named.endswith(f"or {len(ALL) - MAX_NAMED} more moves")
    assert named.count("-") == MAX_NAMED


def test_an_example_spells_one_move():
    for each in (HAND, ONE_SIDE, seen(ALL, line("6-6"))):
        assert meant(typed_example(each, ENGLISH), each, ENGLISH) == (each.legal[0],)


def test_a_text_without_the_end_means_the_bone_at_each_end_it_fits():
    assert [move.code for move in meant("46", HAND, ENGLISH)] == ["6-4@l", "6-4@r"]


@pytest.mark.parametrize(
    ("text", "unknown"), [("3-9", "3-9"), ("83 f", "8-3"), ("6-6", ""), ("31", ""), ("190", "")]
)
def test_a_bone_that_the_set_lacks_is_told(text, unknown):
    assert unknown_bone(text, DRAW.observe(position(DRAW, "6-4", "1-0", on="6-5"), 0)) == unknown
