from random import Random

import pytest

from benchmarks.puzzles.insights import insights
from bot.engine.replay import after_nature
from bot.engine.seating import prepare
from bot.games import game
from bot.games.all_fives import ALL_FIVES
from bot.games.block import BLOCK
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.themes import Insight, Theme
from tests.games.positions import after, asked, dealt, position


def seen_in(rules, state, best, other):
    """Return what makes a move better than another in the eyes of whoever is to act."""
    (seat,) = rules.to_act(state)
    seen = rules.observe(state, seat)
    moves = {move.code: move for move in seen.legal}
    return {each.theme: each for each in insights(rules, seen, moves[best], moves[other])}


def test_a_number_that_an_opponent_has_knocked_on_is_one_that_they_lack():
    state = dealt(BLOCK, "6-6 6-5 6-4 5-1 4-1 3-1 6-0", "0-0 1-0 2-0 3-0 4-0 5-0 3-3")
    state = after(BLOCK, state, "lot 0", "6-6", "pass", "6-5@l", "5-0@l")
    found = seen_in(BLOCK, state, "6-0@l", "6-4@r")
    assert found[Theme.KNOCKS] == Insight(Theme.KNOCKS, seat=1, pips=(6,))
    assert Theme.KNOCKS not in seen_in(BLOCK, state, "6-4@r", "6-0@l")


def test_a_bone_drawn_since_may_show_a_number_that_was_lacking():
    hands = "6-6 6-4 5-2 6-1 3-1 2-1 6-0", "0-0 1-0 2-0 3-0 1-1 2-2 3-3"
    state = dealt(DRAW, *hands, stock="6-5 6-3 4-1")
    state = after(DRAW, state, "lot 0", "6-6", "draw", "6-5@l", "6-4@r", "draw", "draw", "4-1@r")
    found = seen_in(DRAW, state, "6-1@r", "5-2@l")
    assert found[Theme.KNOCKS].pips == (5,), "6-3 was drawn when 5 and 4 were open"


def test_a_number_that_the_partner_has_opened_is_left_to_them():
    state = dealt(
        DUOS,
        "6-1 5-3 4-2 3-2 5-2 3-0 5-0",
        "4-4 4-3 4-0 2-0 3-3 5-1 5-4",
        "6-6 6-5 6-4 6-3 6-2 6-0 5-5",
        "2-1 1-0 4-1 3-1 1-1 0-0 2-2",
    )
    state = after(DUOS, state, "6-6", "pass", "6-1@r", "2-1@r", "6-5@l", "2-0@r")
    found = seen_in(DUOS, state, "3-0@r", "5-3@l")
    assert found[Theme.PARTNER] == Insight(Theme.PARTNER, seat=2, pips=(5,))
    assert Theme.PARTNER not in seen_in(DUOS, state, "5-3@l", "3-0@r")


def test_points_are_counted_with_those_of_the_best_answer():
    state = position(ALL_FIVES, "6-1 4-3", "2-2", on="6-4")
    scored = seen_in(ALL_FIVES, state, "6-1@l", "4-3@r")[Theme.FIVES]
    assert scored == Insight(Theme.FIVES, count=5, otherwise=-15), "1 + 4, and 6-6 makes 12 + 3"
    assert Theme.FIVES not in seen_in(ALL_FIVES, state, "4-3@r", "6-1@l")


def test_it_blocks_to_leave_few_bones_that_fit():
    state = position(BLOCK, "6-6 6-5 6-2 6-1 6-0", "4-4", on="5-5 5-4@l 5-3@r 6-4@l 6-3@r")
    found = seen_in(BLOCK, state, "6-5@l", "6-1@l")
    assert found[Theme.BLOCK] == Insight(Theme.BLOCK, count=3, otherwise=6)


def test_a_double_is_kept_only_if_the_other_move_lays_it():
    state = position(BLOCK, "5-5 5-3 2-1", "4-4", on="5-2")
    found = seen_in(BLOCK, state, "5-3@l", "5-5@l")
    assert found[Theme.DOUBLE] == Insight(Theme.DOUBLE, bone="5-5")
    assert Theme.DOUBLE not in seen_in(BLOCK, state, "5-5@l", "5-3@l")
    assert Theme.DOUBLE not in seen_in(BLOCK, state, "2-1@r", "5-3@l")


@pytest.mark.parametrize("game_id", ["squares", "memory", "double-double"])
def test_other_tables_have_no_such_themes(game_id):
    rules = game(game_id)
    state = after_nature(rules, rules.start(prepare(rules.info, 2)), Random(1))
    (seat,) = asked(rules, state)
    seen = rules.observe(state, seat)
    assert insights(rules, seen, seen.legal[0], seen.legal[-1]) == ()
