"""What can be planned with square pieces and on a board, and what a plan then means."""

import pytest

from bot.domino.board import BOARDS
from bot.engine.planning import Wish
from bot.games.classic import CLASSIC
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.block import SQUARES_BLOCK
from bot.games.squares.draw import SQUARES_DRAW
from bot.games.squares.moves import Lay
from bot.games.squares.observation import Task
from bot.present.i18n import ENGLISH
from bot.present.views import view_of
from tests.games import boards, matching, squared
from tests.games.boards import code
from tests.games.positions import language, position

step, steps, after, asked, legal = language(DOUBLE_DOUBLE)[2:]
FIRST = "H8=4 I8=3"
BOARD = BOARDS["published"]


def wishes(rules, state, seat=0):
    return [wish.code for wish in rules.wishes(rules.observe(state, seat))]


def granted(rules, state, wish, seat=0):
    moves = rules.granted(rules.observe(state, seat), Wish.of(wish))
    return [move.code for move in moves]


def ends(rules, before, after, seat=0):
    """Return whether the step to ``after`` ends the plans of a seat that last until a change."""
    now = rules.observe(after.state, seat)
    return rules.ends_plans(rules.observe(before, seat), now, after.events)


class TestBones:
    def test_the_number_that_was_chosen_counts_where_the_bone_fits_at_several(self):
        both = position(CLASSIC, "6-5 6-6", "1-0", on="6-4 5-4@r")
        assert granted(CLASSIC, both, "6-5") == ["6-5@l", "6-5@r"]
        assert granted(CLASSIC, both, "6-5@5") == ["6-5@r"]
        one = position(CLASSIC, "6-5 6-6", "1-0", on="6-4 4-1@r")
        assert granted(CLASSIC, one, "6-5@5") == ["6-5@l"], "there is no choice"

    def test_an_end_is_chosen_by_what_it_shows_whatever_it_is_called_by_then(self):
        state = position(CLASSIC, "6-5 6-6", "1-0", on="6-4 5-4@r")
        assert granted(CLASSIC, state, "6-5@6") == ["6-5@l"]

    def test_who_may_lay_a_double_either_way_is_asked(self):
        state = position(CLASSIC, "5-5 6-1", "1-0", on="6-5")
        assert granted(CLASSIC, state, "5-5") == ["5-5@r", "5-5@r+"]
        settled = position(CLASSIC, "5-5 6-1", "1-0", on="6-5", doubles="inline")
        assert len(granted(CLASSIC, settled, "5-5")) == 1


class TestSquares:
    def test_a_piece_can_be_planned_alone_and_where_it_fits_before_its_turn(self):
        state = squared.table("3-5-6-5 0-2-6-6", "4-4-6-5", turn=1)
        ways = ["0-2-6-6@most", "0-2-6-6@e1/0", "0-2-6-6@s1/3", "0-2-6-6@w1/1"]
        others = ["3-5-6-5", "3-5-6-5@most"]
        assert wishes(DOMINO_SQUARES, state) == ["0-2-6-6", *ways, *others]

    def test_a_place_means_the_same_after_the_path_has_grown(self):
        state = squared.table("0-2-6-6", "0-0-4-6 2-2-3-6", turn=1)
        grown = squared.after(state, "0-0-4-6@e1/0")
        assert "0-2-6-6@w1/1" in wishes(DOMINO_SQUARES, state)
        assert granted(DOMINO_SQUARES, grown, "0-2-6-6@w1/1") == ["0-2-6-6@w1/1"]

    def test_a_place_that_is_taken_grants_nothing_and_cannot_be_planned_any_more(self):
        state = squared.table("0-2-6-6", "0-0-4-6 2-2-3-6", turn=1)
        grown = squared.after(state, "0-0-4-6@e1/0")
        assert "0-2-6-6@e1/0" in wishes(DOMINO_SQUARES, state)
        assert "0-2-6-6@e1/0" not in wishes(DOMINO_SQUARES, grown)
        assert not granted(DOMINO_SQUARES, grown, "0-2-6-6@e1/0")

    def test_a_piece_without_a_place_asks_where_several_remain(self):
        state = squared.table("0-2-6-6 3-5-6-5", "4-4-6-5")
        assert len(granted(DOMINO_SQUARES, state, "0-2-6-6")) == 3
        assert not granted(DOMINO_SQUARES, state, "3-5-6-5")

    def test_a_piece_is_laid_where_it_scores_most_if_that_is_the_plan(self):
        state = squared.table("0-2-6-6 3-5-6-5", "4-4-6-5")
        legal = DOMINO_SQUARES.observe(state, 0).legal
        ways = [way for way in legal if isinstance(way, Lay)]
        best = max(sum(way.scores) for way in ways)
        (planned,) = granted(DOMINO_SQUARES, state, "0-2-6-6@most")
        assert [sum(way.scores) for way in ways if way.code == planned] == [best]
        assert not granted(DOMINO_SQUARES, state, "3-5-6-5@most")

    @pytest.mark.parametrize("task", [Task.GIVE, Task.HAND_ON])
    def test_nothing_is_given_or_passed_on_by_a_plan(self, task):
        state = squared.table("0-2-6-6 3-5-6-5", "4-4-6-5", task=task)
        assert DOMINO_SQUARES.observe(state, 0).legal
        assert not granted(DOMINO_SQUARES, state, "0-2-6-6")

    def test_a_piece_that_is_about_to_be_passed_on_is_not_planned(self):
        state = squared.table(
            "0-2-6-6 3-5-6-5", "4-4-6-5 1-2-5-6", pile="1-1-2-2", task=Task.WAY, turn=1
        )
        called = squared.after(state, "pass-left")
        chosen = squared.by(0, called, "3-5-6-5@pass").state
        assert "3-5-6-5" in wishes(DOMINO_SQUARES, state)
        assert "3-5-6-5" not in wishes(DOMINO_SQUARES, chosen)

    def test_another_turn_of_ones_own_goes_on_with_the_plan(self):
        state = squared.table("again-6-4-3 0-2-6-6 3-5-6-5", "4-4-6-5", task=Task.AGAIN)
        assert granted(DOMINO_SQUARES, state, "0-2-6-6@e1/0") == ["0-2-6-6@e1/0"]

    @pytest.mark.parametrize("rules", [SQUARES_BLOCK, SQUARES_DRAW], ids=["block", "draw"])
    def test_the_matching_games_plan_in_the_same_way(self, rules):
        state = matching.table(rules, "0-2-6-6 3-5-6-5", "4-4-6-5 1-2-5-6", turn=1)
        ways = ["0-2-6-6@most", "0-2-6-6@e1/0", "0-2-6-6@s1/3", "0-2-6-6@w1/1"]
        assert wishes(rules, state) == ["0-2-6-6", *ways, "3-5-6-5", "3-5-6-5@most"]

    def test_plans_end_when_one_draws_but_not_when_another_draws_or_scores(self):
        hands = "3-5-6-5 1-1-2-2", "1-2-5-6 0-0-1-3 2-2-3-6 0-0-4-6", "1-1-5-5 4-4-6-5"
        before = squared.table(*hands, pile="0-2-6-6 2-4-4-5")
        drawn = squared.step(before, "draw")
        assert ends(DOMINO_SQUARES, before, drawn)
        assert not ends(DOMINO_SQUARES, before, drawn, seat=1)
        before = squared.table(*hands, turn=1)
        scored = squared.step(before, "0-0-4-6@e1/0")
        assert scored.state.round.earned[1]
        assert not ends(DOMINO_SQUARES, before, scored)

    def test_plans_end_when_another_is_down_to_two_or_hands_one_a_piece(self):
        before = squared.table("3-5-6-5", "0-0-4-6 0-2-6-6 1-2-5-6", turn=1)
        assert ends(DOMINO_SQUARES, before, squared.step(before, "0-0-4-6@e1/0"))
        hands = "3-5-6-5", "0-0-4-6 0-2-6-6 1-2-5-6 2-2-3-6", "1-1-5-5 4-4-6-5 2-4-4-5"
        before = squared.table(*hands, turn=1, task=Task.GIVE)
        given = squared.step(before, "0-0-4-6@0")
        assert ends(DOMINO_SQUARES, before, given)
        assert not ends(DOMINO_SQUARES, before, given, seat=2)


class TestDoubleDouble:
    def test_a_domino_can_be_planned_where_it_fits_on_another_ones_turn(self):
        state = boards.table("6-6", "3-1 4-0", on=[FIRST])
        planned = wishes(DOUBLE_DOUBLE, state, seat=1)
        assert planned[0] == "3-1"
        assert {code("J8=3 K8=1"), code("I7=3 I6=1"), "4-0", code("G8=4 F8=0")} < set(planned)
        assert code("J8=3 J9=1") not in wishes(DOUBLE_DOUBLE, state, seat=0)

    def test_the_largest_diamond_comes_first(self):
        state = boards.table("6-6", "1-0", on=["H8=4 G8=3", "E8=3 F8=3", "E9=3 E10=1"])
        seen = DOUBLE_DOUBLE.observe(state, 1)
        view, table = view_of(seen)
        _, _, *names = (view.wish_name(each, table, ENGLISH) for each in DOUBLE_DOUBLE.wishes(seen))
        gains = [int(name.partition("+")[2] or 0) for name in names]
        assert names[0] == "1-0 → D10 C10 · +2"
        assert gains == sorted(gains, reverse=True)

    def test_before_the_first_domino_only_pieces_are_planned(self):
        state = boards.table("6-6", "3-1 4-0 4-0")
        assert wishes(DOUBLE_DOUBLE, state, seat=1) == [*("3-1", "3-1@most", "4-0", "4-0@most")]

    def test_a_place_is_granted_as_long_as_the_domino_fits_there(self):
        state = boards.table("3-3 6-6", "3-1 4-0 0-0", on=[FIRST])
        away, there = code("I7=3 I6=1"), code("J8=3 K8=1")
        assert {away, there} < set(wishes(DOUBLE_DOUBLE, state, seat=1))
        now = after(state, code("J8=3 K8=3"), "stop")
        assert granted(DOUBLE_DOUBLE, now, away, seat=1) == [away]
        assert not granted(DOUBLE_DOUBLE, now, there, seat=1)
        assert there not in wishes(DOUBLE_DOUBLE, now, seat=1)

    def test_after_a_double_a_plan_goes_on_beside_it_and_never_stops(self):
        state = boards.table("3-3 3-1 4-0", "0-0 1-1 2-2", on=[FIRST])
        doubled = after(state, code("J8=3 K8=3"))
        beside = code("K7=3 K6=1")
        assert granted(DOUBLE_DOUBLE, doubled, beside) == [beside]
        assert not granted(DOUBLE_DOUBLE, doubled, "4-0")

    def test_nothing_goes_into_the_pit_by_a_plan(self):
        state = boards.table("6-6 5-5", "0-0", on=[FIRST])
        assert DOUBLE_DOUBLE.observe(state, 0).legal
        assert not granted(DOUBLE_DOUBLE, state, "6-6")

    def test_drawing_at_the_start_of_ones_turn_does_not_end_a_plan(self):
        before = boards.table("3-1 6-6 5-5", "4-0 0-0 1-1", on=[FIRST])
        placed = step(before, code("J8=3 K8=1"))
        assert len(placed.state.round.hands[1]) == 4
        assert not ends(DOUBLE_DOUBLE, before, placed, seat=1)

    def test_a_plan_ends_when_another_one_moves_ones_score_piece_or_cannot_place(self):
        hands, on = ("1-0 6-6 5-5", "4-0 0-0 1-1"), ["H8=4 G8=3", "E8=3 F8=3", "E9=3 E10=1"]
        on_a_zero = next(space for space in range(1, 50) if BOARD.number(space) == 0)
        for at, moved in (((on_a_zero, 0), False), ((0, on_a_zero), True)):
            scoring = boards.table(*hands, on=on, at=at)
            scored = step(scoring, code("D10=1 D11=0"))
            assert scored.state.round.positions[0] > at[0]
            assert ends(DOUBLE_DOUBLE, scoring, scored, seat=1) is moved
            assert not ends(DOUBLE_DOUBLE, scoring, scored, seat=0)
        stuck = boards.table("6-6 5-5 2-2", "4-0 0-0 1-1", on=[FIRST])
        assert ends(DOUBLE_DOUBLE, stuck, step(stuck, "6-6@pit"), seat=1)
