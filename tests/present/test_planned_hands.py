from dataclasses import replace

import pytest

from bot.domino.bone import by_code
from bot.domino.layout import Layout
from bot.engine.planning import Wish
from bot.games import CATALOGUE
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.squares import DOMINO_SQUARES
from bot.present.i18n import ENGLISH
from bot.present.views import view_of
from renderers.scene.bones import HandScene, TableAndHandScene
from renderers.scene.squares import SquareHandScene
from tests.games import boards, squared
from tests.games.cases import cases
from tests.games.planning import UNPLANNED
from tests.present.sights import seen

HAND = tuple(map(by_code, ("6-4", "5-3", "6-6", "2-1")))
PLAN = (Wish("5-3"), Wish("6-4", "6"))


def shown(seen, wishes):
    view, table = view_of(seen)
    scene = view.planned_hand(table, wishes)
    assert isinstance(scene, TableAndHandScene)
    assert isinstance(scene.hand, HandScene | SquareHandScene)
    return scene.hand.planned


def test_a_hand_of_bones_shows_the_order_of_its_plan():
    assert shown(seen(HAND, Layout().lead(by_code("6-5")), to_act=(1,)), PLAN) == (None, 1, 2, None)


def test_a_hand_looks_the_same_while_planning_though_its_turn_has_come():
    layout = Layout().lead(by_code("6-5"))
    on_turn, later = (seen(HAND, layout, to_act=(seat,)) for seat in (0, 1))
    pictures = [view.planned_hand(table, PLAN) for view, table in map(view_of, (on_turn, later))]
    assert pictures[0] == pictures[1]


def test_a_plan_of_bones_in_words():
    view, table = view_of(seen(HAND, to_act=(1,)))
    assert list(view.describe_planned(PLAN, table, ENGLISH)) == ["Planned: 1: 5-3, 2: 6-4 → 6."]
    assert not list(view.describe_planned((), table, ENGLISH))


def test_of_two_dominoes_that_are_alike_one_is_planned():
    state = boards.table("6-6", "3-1 4-0 4-0", on=["H8=4 I8=3"])
    observed = DOUBLE_DOUBLE.observe(state, 1)
    assert shown(observed, (Wish("4-0"), Wish("3-1"))) == (2, 1, None)


def test_square_pieces_are_called_by_their_numbers_and_places_by_their_letters():
    observed = DOMINO_SQUARES.observe(squared.table("3-5-6-5 0-2-6-6", "4-4-6-5", turn=1), 0)
    plan = (Wish("3-5-6-5"), Wish("0-2-6-6", "w1/1"))
    view, table = view_of(observed)
    assert shown(observed, plan) == (2, 1)
    told = list(view.describe_planned(plan, table, ENGLISH))
    assert told == ["Planned: 1: Piece 2, 2: Piece 1 → H: 12 points."]


def test_a_place_that_is_gone_is_not_named():
    observed = DOMINO_SQUARES.observe(squared.table("3-5-6-5 0-2-6-6", "4-4-6-5", turn=1), 0)
    view, table = view_of(observed)
    assert view.wish_name(Wish("0-2-6-6", "s9/1"), table, ENGLISH) == "Piece 1"


@pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
def test_all_that_can_be_planned_has_a_name_of_its_own_and_a_place_in_the_picture(rules):
    for case in cases(rules):
        match = case.match()
        for at in match.moments(6):
            observed = match.observed(at, 0)
            (view, table), wishes = view_of(observed), rules.wishes(observed)
            names = [view.wish_name(wish, table, ENGLISH) for wish in wishes]
            assert len(set(names)) == len(names)
            assert all(len(name) < 60 for name in names)
            alone = [wish for wish in wishes if not wish.place]
            if wishes:
                numbers = [number for number in shown(observed, alone) if number]
                assert numbers == list(range(1, len(alone) + 1)), "they stand as they are listed"
            elif rules.info.id in UNPLANNED:
                assert view.planned_hand(table, ()) == view.hand(replace(table, legal=()))
            else:
                assert not view.in_hand(table) or match.over[at]
