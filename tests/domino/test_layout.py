# ruff: noqa: N802 - tests bear the ids of the rules
"""Bones in play."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domino.bone import bone, by_code
from bot.domino.layout import Laid, Layout, Opening
from bot.domino.sets import DOUBLE_SIX
from tests.games.positions import line


def shown(layout):
    return {opening.name: opening.pips for opening in layout.openings}


def fits(layout, each):
    return not layout.laid or any(each.has(opening.pips) for opening in layout.openings)


def test_an_empty_table_takes_any_bone():
    assert Layout().openings == ()
    assert all(Layout().lead(each).laid[0].bone is each for each in DOUBLE_SIX)


def test_GEN_5_the_first_bone_opens_both_halves_the_higher_to_the_left():
    layout = Layout().lead(bone(4, 6))

    assert layout.openings == (Opening("l", 6, 0, "l"), Opening("r", 4, 0, "r"))
    assert layout.laid == (Laid(by_code("6-4"), 6, None, "", "", crosswise=False),)


def test_GEN_5_a_double_in_line_opens_one_further_end():
    assert shown(line("5-5")) == {"l": 5, "r": 5}
    assert shown(line("6-5 5-5@r")) == {"l": 6, "r": 5}


def test_an_end_keeps_its_name_and_shows_the_other_half():
    layout = line("6-4 6-2@l 4-3@r 3-3@r")

    assert shown(layout) == {"l": 2, "r": 3}
    assert [(each.near, each.far, each.parent) for each in layout.laid] == [
        (6, 4, None),
        (6, 2, 0),
        (4, 3, 0),
        (3, 3, 2),
    ]
    assert [opening.at for opening in layout.openings] == [1, 3]


@pytest.mark.parametrize(("code", "at"), [("5-5", "l"), ("6-5", "r"), ("6-5", "x"), ("6-5", "")])
def test_what_does_not_fit_is_not_laid(code, at):
    with pytest.raises(KeyError):
        line("6-4").lay(by_code(code), at)


def test_laying_changes_no_layout():
    before = line("6-4")
    before.lay(by_code("6-2"), "l")

    assert before == line("6-4")


@settings(deadline=None)
@given(st.data())
def test_halves_that_touch_are_equal_in_any_line(data):
    left = list(DOUBLE_SIX)
    layout = Layout()
    while fitting := [each for each in left if fits(layout, each)]:
        chosen = data.draw(st.sampled_from(fitting))
        left.remove(chosen)
        ends = [opening.name for opening in layout.openings if chosen.has(opening.pips)]
        layout = (
            layout.lay(chosen, data.draw(st.sampled_from(ends))) if ends else layout.lead(chosen)
        )
    chain = pips_from_left_to_right(layout)
    assert all(one[1] == other[0] for one, other in pairwise(chain))
    assert (chain[0][0], chain[-1][1]) == tuple(opening.pips for opening in layout.openings)


def pips_from_left_to_right(layout):
    first, *rest = layout.laid
    chain = [(first.near, first.far)]
    for each in rest:
        if each.opening == "l":
            chain.insert(0, (each.far, each.near))
        else:
            chain.append((each.near, each.far))
    return chain
