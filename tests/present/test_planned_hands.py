from bot.domino.bone import by_code
from bot.domino.layout import Layout
from bot.engine.planning import Wish
from bot.present.i18n import ENGLISH
from bot.present.views import view_of
from tests.present.sights import seen

HAND = tuple(map(by_code, ("6-4", "5-3", "6-6", "2-1")))
PLAN = (Wish("5-3"), Wish("6-4", "6"))


def shown(seen, wishes):
    view, table = view_of(seen)
    return view.planned_hand(table, wishes).hand.planned


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
