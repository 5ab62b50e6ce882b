"""What is done for a player whose time is up, game by game.

That it is legal, always the same, rests on what is seen and comes to an end is in contract.py.
"""

import random

import pytest

from bot.domino.board import BOARDS
from bot.domino.square import Command
from bot.engine.replay import playout
from bot.engine.seating import prepare
from bot.games.all_fives import ALL_FIVES
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.draw import DRAW
from bot.games.fives_and_threes import FIVES_AND_THREES
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.memory import MEMORY
from bot.games.memory.events import TurnedBack
from bot.games.solitaire import SOLITAIRE
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares.blind import SQUARES_BLIND
from bot.games.squares.block import SQUARES_BLOCK
from bot.games.squares.draw import SQUARES_DRAW
from bot.games.squares.events import Commanded
from bot.games.squares.observation import Task
from tests.games import boards, grids, matching, rows, squared, vanishing
from tests.games.positions import after, asked, deal, legal, position


def timeout_move(rules, state, seat=0):
    return rules.timeout_move(rules.observe(state, seat)).code


def all_away(rules, seats, seed, **options):
    state = rules.start(prepare(rules.info, seats, options))

    def choose(now, seat, legal):
        return rules.timeout_move(rules.observe(now, seat))

    for _, _, step in playout(rules, state, random.Random(seed), choose):
        yield from step.events


@pytest.mark.parametrize(
    ("rules", "hand", "on", "best"),
    [
        pytest.param(BLOCK, "5-1 3-2 6-5", "5-3", "6-5@l", id="the most pips"),
        pytest.param(BLOCK, "5-1 3-3", "5-3", "3-3@r", id="of as many the double"),
        pytest.param(BLOCK, "5-3 3-0", "5-1 3-1@r", "5-3@l", id="3-0 fits afterwards"),
        pytest.param(BLOCK, "5-3 5-0", "5-1 3-1@r", "5-3@r", id="5-0 fits afterwards"),
        pytest.param(BLOCK, "6-4 5-5 1-0", "", "5-5", id="the lead"),
        pytest.param(CLASSIC, "4-4 6-1", "6-6 6-4@l", "4-4@l", id="not crosswise"),
        # 5-2 cannot be laid before 5-5 is, so nothing is kept open for it.
        pytest.param(MALTESE_CROSS, "6-5 5-2", "6-6 6-1@l 6-2@r", "6-5@u", id="the first of two"),
        pytest.param(ALL_FIVES, "6-1 6-6", "6-4", "6-1@l", id="1 + 4 = 5 points"),
        pytest.param(ALL_FIVES, "6-5 4-0", "6-4", "4-0@r", id="6 + 0 is less to build on"),
    ],
)
def test_the_heaviest_bone_goes_first(rules, hand, on, best):
    assert timeout_move(rules, position(rules, hand, "1-0", on=on)) == best


@pytest.mark.parametrize(
    ("total", "best"),
    [
        pytest.param(0, "6-6@l", id="12 + 3 makes 8"),
        pytest.param(53, "6-6@l", id="61 exactly"),
        pytest.param(59, "3-0@r", id="8 would be lost, and 6 + 0 makes 2"),
    ],
)
def test_a_play_that_counts_is_better_than_one_that_is_lost(total, best):
    state = position(FIVES_AND_THREES, "6-6 3-2 3-0", "1-0", on="6-3", scores=(total, 0))
    assert timeout_move(FIVES_AND_THREES, state) == best


@pytest.mark.parametrize(("rules", "move"), [(BLOCK, "pass"), (DRAW, "draw")])
def test_who_cannot_play_draws_or_passes_as_always(rules, move):
    state = position(rules, "1-0 2-0", "5-1", on="5-3", stock="6-6")
    assert timeout_move(rules, state) == move


def test_a_lead_that_is_forced_is_that_lead():
    state = after(CLASSIC, CLASSIC.start(prepare(CLASSIC.info, 2)), deal("6-5 6-6 6-4"))
    assert timeout_move(CLASSIC, state) == "6-6"


def test_blind_is_turned_over_from_the_left():
    state = after(BLIND, rows.begun(2), rows.LOTS[2], deal())
    assert [timeout_move(BLIND, state, seat) for seat in (0, 1)] == ["from-left", "from-left"]


@pytest.mark.parametrize(
    ("mine", "others", "on", "best"),
    [
        pytest.param("5-3 6-6 | 3-3", "1-1", "5-1 3-1@r", "5-3@l", id="both ends show 3"),
        ("5-3 6-6 | 5-5", "1-1", "5-1 3-1@r", "5-3@r"),
        pytest.param("5-3 6-6", "1-1 | 5-5", "5-1 3-1@r", "5-3@l", id="not what another needs"),
        ("5-3 6-6", "1-1 | 3-3", "5-1 3-1@r", "5-3@r"),
        pytest.param("5-3 6-6", "1-1", "5-4 4-3@r 3-3@r", "5-3@r", id="more is to come of 5"),
        ("5-3 6-6", "1-1", "5-5 5-4@r 4-3@r", "5-3@l"),
        pytest.param("5-3 6-6 | 5-0", "1-1", "5-4 4-3@r", "5-3@l", id="nothing is remembered"),
        ("5-3 6-6 | 3-0", "1-1", "5-4 4-3@r", "5-3@l"),
    ],
)
def test_blind_looks_at_the_doubles_that_lie_open_and_the_numbers_to_come(mine, others, on, best):
    assert timeout_move(BLIND, after(BLIND, rows.table(mine, others, on=on), "turn")) == best


def test_memory_turns_up_the_first_tile_and_what_was_not_tried_with_it():
    state = grids.laid("6-6", "6-5", "6-4", "0-0")
    tried = []
    for _ in range(4):
        (seat,) = asked(MEMORY, state)
        tried.append(timeout_move(MEMORY, state, seat))
        state = grids.after(state, tried[-1])
    assert tried == ["a1", "b1", "a1", "c1"]


def test_memory_finds_no_pair_for_who_is_away():
    """Everybody has seen that 6-6 and 0-0 lie at a1 and d1."""
    state = grids.after(grids.laid("6-6", "6-5", "6-4", "0-0"), "a1", "c1", "b1", "d1", "a1")
    assert timeout_move(MEMORY, state) == "b1"


@pytest.mark.parametrize("tiles", [28, 56])
def test_memory_tries_no_two_tiles_twice(tiles):
    events = all_away(MEMORY, 3, seed=tiles, tiles=tiles)
    tried = [event.places for event in events if isinstance(event, TurnedBack)]
    assert len(tried) == len(set(tried))


@pytest.mark.parametrize(
    ("row", "best"),
    [
        ("5-1 4-3 5-2 5-3 5-0", "5-3+"),  # three at once, though one lies farther left
        ("5-1 4-3 5-2 1-1", "4-3"),
        ("6-6 5-5 4-4", "draw"),
    ],
)
@pytest.mark.parametrize("must", ["on", "off"])
def test_solitaire_removes_what_it_can(row, best, must):
    assert timeout_move(SOLITAIRE, vanishing.table(row, "0-0", mustRemove=must)) == best


FIRST = "H8=4 I8=3"
NUMBERED = {BOARDS["published"].number(at): at for at in range(99, 0, -1)}
"""For a number of the track the first space that has it."""
DOUBLED = [FIRST, "J8=3 K8=3"]


@pytest.mark.parametrize(
    ("hand", "on", "options", "best"),
    [
        # Two for 1-1 on a diamond, where 2-1 makes one and the others nothing.
        pytest.param("1-1 2-1 6-3 6-4", [FIRST, "J8=3 K8=1"], {}, "1-1@k6k7", id="points"),
        pytest.param("3-1 5-3", [FIRST], {}, "3-1", id="the fewest dots"),
        pytest.param("3-1 5-3", [FIRST], {"at": (0, NUMBERED[1])}, "5-3", id="nothing is given"),
        pytest.param("3-3 6-3", [FIRST], {}, "6-3", id="a double is kept for a diamond"),
        pytest.param("3-2", DOUBLED, {"after": 1}, "3-2@", id="one for a diamond"),
        pytest.param(
            "3-2", DOUBLED, {"after": 1, "at": (0, NUMBERED[2])}, "stop", id="three for another"
        ),
        pytest.param("2-2 6-5 6-2", [FIRST], {}, "6-2@pit", id="Put the least goes in the pit"),
    ],
)
def test_double_double_makes_the_move_with_the_best_margin(hand, on, options, best):
    state = boards.table(hand, "0-0", on=on, **options)
    assert timeout_move(DOUBLE_DOUBLE, state).startswith(best)


MUTE = "1-1-2-2 1-1-5-5"
"""Two pieces that fit nothing of the starter 0-0-6-2."""


@pytest.mark.parametrize(
    ("hand", "pile", "task", "best"),
    [
        pytest.param(f"0-0-4-6 0-2-6-6 {MUTE}", "1-1-6-4", Task.TURN, "0-2-6-6@w1", id="points"),
        pytest.param(f"give1-5-3-0 {MUTE}", "1-1-6-4", Task.TURN, "draw", id="no command"),
        pytest.param(f"give1-5-3-0 {MUTE}", "", Task.TURN, "pass", id="that happens to others"),
        pytest.param("give1-5-3-0", "1-1-6-4", Task.TURN, "give1-5-3-0@n1", id="the last piece"),
        pytest.param(MUTE, "", Task.AGAIN, "stop", id="nothing more can be laid"),
    ],
)
def test_squares_take_the_most_points_and_give_no_command(hand, pile, task, best):
    state = squared.table(hand, MUTE, pile=pile, task=task)
    assert timeout_move(DOMINO_SQUARES, state).startswith(best)


@pytest.mark.parametrize(
    ("top", "move"), [("0-2-6-6", "0-2-6-6@w1"), ("give1-5-3-0", "keep"), ("1-1-6-4", "keep")]
)
def test_squares_lay_what_was_drawn_if_it_is_quiet(top, move):
    state = squared.after(squared.table(MUTE, MUTE, pile=top), "draw")
    assert timeout_move(DOMINO_SQUARES, state).startswith(move)


@pytest.mark.parametrize(("others", "to"), [((MUTE, "1-2-3-2"), 2), ((MUTE, MUTE), 1)])
def test_squares_give_the_fewest_pips_to_who_is_nearly_out(others, to):
    state = squared.table("1-4-6-6 0-0-1-3", *others, task=Task.GIVE)
    assert timeout_move(DOMINO_SQUARES, state) == f"0-0-1-3@{to}"


def test_squares_pass_on_the_fewest_pips_to_the_left():
    state = squared.table("1-4-6-6 0-0-1-3", "1-1-5-5 1-1-2-2", task=Task.WAY)
    assert timeout_move(DOMINO_SQUARES, state) == "pass-left"
    called = squared.after(state, "pass-left")
    passed = [timeout_move(DOMINO_SQUARES, called, seat) for seat in (0, 1)]
    assert passed == ["0-0-1-3@pass", "1-1-2-2@pass"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_squares_command_nothing_while_all_are_away(seats):
    events = [each for seed in range(3) for each in all_away(DOMINO_SQUARES, seats, seed)]
    given = {event.command for event in events if isinstance(event, Commanded)}
    assert given <= {Command.DRAW, Command.AGAIN}


def test_matched_squares_lay_the_most_pips_and_a_piece_just_drawn():
    state = matching.table(SQUARES_BLOCK, f"0-0-1-3 0-2-6-6 {MUTE}", MUTE)
    assert timeout_move(SQUARES_BLOCK, state).startswith("0-2-6-6@")
    state = matching.table(SQUARES_DRAW, MUTE, MUTE, stock="0-0-1-3 1-1-6-4", drawOne="on")
    assert timeout_move(SQUARES_DRAW, after(SQUARES_DRAW, state, "draw")).startswith("0-0-1-3@")


def test_matched_squares_are_laid_where_the_hand_fits_afterwards():
    """To the east 0-2-6-6 would leave 0-1-3-6 no place; to the west as well as to the south it has
    one, and the first of the two is taken."""
    state = matching.table(SQUARES_BLOCK, "0-2-6-6 0-1-3-6", MUTE)
    assert legal(SQUARES_BLOCK, state, 0)[:3] == ["0-2-6-6@e1/0", "0-2-6-6@s1/3", "0-2-6-6@w1/1"]
    assert timeout_move(SQUARES_BLOCK, state) == "0-2-6-6@s1/3"


def test_blind_squares_lay_what_lies_open_before_turning_over_from_the_left():
    state = matching.rows("1-1-2-2 | w-w-2-3", "0-0-4-6")
    assert timeout_move(SQUARES_BLIND, state).startswith("w-w-2-3@s1")
    state = matching.rows("1-1-2-2 | 0-2-6-6", "0-0-4-6", begun=(0, 1), eitherEnd="on")
    assert timeout_move(SQUARES_BLIND, state) == "turn"
