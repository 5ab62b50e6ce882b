"""What is done for a player whose time is up, game by game.

That it is legal, always the same, rests on what is seen and comes to an end is in contract.py.
"""

import random

import pytest

from bot.domino.boards import BOARDS
from bot.domino.square import Command
from bot.engine.replay import playout
from bot.engine.seating import prepare
from bot.games.all_fives import ALL_FIVES
from bot.games.blind import BLIND
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.double_double import DOUBLE_DOUBLE
from bot.games.draw import DRAW
from bot.games.lattice.events import Commanded
from bot.games.lattice.seen import Task
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.memory import MEMORY, TurnedBack
from bot.games.solitaire import SOLITAIRE
from bot.games.squares import DOMINO_SQUARES
from bot.games.squares_blind import SQUARES_BLIND
from bot.games.squares_block import SQUARES_BLOCK
from bot.games.squares_draw import SQUARES_DRAW
from tests.games import boards, grids, matching, rows, squared, vanishing
from tests.games.positions import after, asked, deal, legal, position


def safest(rules, state, seat=0):
    return rules.safest(rules.observe(state, seat)).code


def all_away(rules, seats, seed, **options):
    """Every event of a match in which all moves are made for the players."""
    state = rules.start(prepare(rules.info, seats, options))

    def choose(now, seat, legal):
        return rules.safest(rules.observe(now, seat))

    for _, _, step in playout(rules, state, random.Random(seed), choose):
        yield from step.events


# Bones on a line or a tree.


@pytest.mark.parametrize(
    ("hand", "on", "best"),
    [
        ("5-1 3-2 6-5", "5-3", "6-5@l"),  # the most pips
        ("5-1 3-3", "5-3", "3-3@r"),  # of as many the double
        ("5-3 3-0", "5-1 3-1@r", "5-3@l"),  # where 3-0 fits afterwards
        ("5-3 5-0", "5-1 3-1@r", "5-3@r"),  # where 5-0 does
        ("6-4 5-5 1-0", "", "5-5"),  # the lead
    ],
)
def test_the_heaviest_bone_goes_first(hand, on, best):
    assert safest(BLOCK, position(BLOCK, hand, "6-6", on=on)) == best


@pytest.mark.parametrize(("rules", "move"), [(BLOCK, "pass"), (DRAW, "draw")])
def test_who_cannot_play_draws_or_passes_as_always(rules, move):
    state = position(rules, "1-0 2-0", "5-1", on="5-3", stock="6-6")

    assert safest(rules, state) == move


def test_a_double_lies_in_line_where_it_could_lie_crosswise():
    state = position(CLASSIC, "4-4 6-1", "5-1", on="6-6 6-4@l")

    assert safest(CLASSIC, state) == "4-4@l"


def test_whether_a_bone_fits_afterwards_is_for_the_game_to_say():
    """In the Maltese Cross 5-2 can be laid nowhere before 5-5 is, so nothing is kept open for it.

    The 6-5 fits two sides of the lead alike, and the first is taken.
    """
    state = position(MALTESE_CROSS, "6-5 5-2", "1-0", on="6-6 6-1@l 6-2@r")

    assert safest(MALTESE_CROSS, state) == "6-5@u"


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("6-1 6-6", "6-1@l"),  # 1 + 4 = 5 points
        ("6-5 4-0", "4-0@r"),  # no points: 6 + 0 is less to build on than 5 + 4
    ],
)
def test_all_fives_takes_points_else_leaves_little(hand, best):
    assert safest(ALL_FIVES, position(ALL_FIVES, hand, "5-5", on="6-4")) == best


def test_a_lead_that_is_forced_is_that_lead():
    state = after(CLASSIC, CLASSIC.start(prepare(CLASSIC.info, 2)), deal("6-5 6-6 6-4"))

    assert safest(CLASSIC, state) == "6-6"


# Rows that nobody has seen.


def test_blind_is_turned_over_from_the_left():
    state = rows.after(rows.begun(2), rows.LOTS[2], rows.shuffled())

    assert [safest(BLIND, state, seat) for seat in (0, 1)] == ["from-left", "from-left"]


@pytest.mark.parametrize(
    ("mine", "others", "best"),
    [
        ("5-3 6-6 | 3-3", "1-1", "5-3@l"),  # both ends show 3
        ("5-3 6-6 | 5-5", "1-1", "5-3@r"),
        ("5-3 6-6", "1-1 | 5-5", "5-3@l"),
        ("5-3 6-6", "1-1 | 3-3", "5-3@r"),
    ],
)
def test_blind_looks_at_the_doubles_that_lie_open(mine, others, best):
    state = rows.after(rows.table(mine, others, on="5-1 3-1@r"), "turn")

    assert safest(BLIND, state) == best


@pytest.mark.parametrize(
    ("on", "best"),
    [
        ("5-4 4-3@r 3-3@r", "5-3@r"),  # a 3 more is laid: both ends are to show 5
        ("5-5 5-4@r 4-3@r", "5-3@l"),
    ],
)
def test_blind_takes_the_number_of_which_more_is_to_come(on, best):
    state = rows.after(rows.table("5-3 6-6", "1-1", on=on), "turn")

    assert safest(BLIND, state) == best


LINE = "5-4 4-3@r"
"""Ends 5 and 3."""


@pytest.mark.parametrize("known", ["5-0", "3-0"])
def test_blind_remembers_nothing_that_lies_face_down(known):
    state = rows.after(rows.table(f"5-3 6-6 | {known}", "1-1", on=LINE), "turn")

    assert safest(BLIND, state) == "5-3@l"


# A grid.


def test_memory_turns_up_the_first_tile_and_what_was_not_tried_with_it():
    state = grids.laid("6-6", "6-5", "6-4", "0-0")
    tried = []
    for _ in range(4):
        (seat,) = asked(MEMORY, state)
        tried.append(safest(MEMORY, state, seat))
        state = grids.after(state, tried[-1])

    assert tried == ["a1", "b1", "a1", "c1"]


def test_memory_finds_no_pair_for_who_is_away():
    """Everybody has seen that 6-6 and 0-0 lie at a1 and d1."""
    state = grids.after(grids.laid("6-6", "6-5", "6-4", "0-0"), "a1", "c1", "b1", "d1", "a1")

    assert safest(MEMORY, state) == "b1"


@pytest.mark.parametrize("tiles", [28, 56])
def test_memory_tries_no_two_tiles_twice(tiles):
    events = all_away(MEMORY, 3, seed=tiles, tiles=tiles)
    tried = [event.places for event in events if isinstance(event, TurnedBack)]

    assert len(tried) == len(set(tried))


# A row that is to vanish.


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
    assert safest(SOLITAIRE, vanishing.table(row, "0-0", mustRemove=must)) == best


# A board.

FIRST = "H8=4 I8=3"
NUMBERED = {BOARDS["published"].number(at): at for at in range(99, 0, -1)}
"""For a number of the track the first space that has it."""


def test_on_a_board_points_are_taken():
    """Two for 1-1 on a diamond, where 2-1 makes one and the others nothing."""
    state = boards.table("1-1 2-1 6-3 6-4", "0-0", on=[FIRST, "J8=3 K8=1"])

    assert safest(DOUBLE_DOUBLE, state) == "1-1@k6k7"


@pytest.mark.parametrize(("stands", "bone"), [(0, "3-1"), (NUMBERED[1], "5-3")])
def test_on_a_board_nothing_is_given_away(stands, bone):
    """3-1 has fewer dots, but is three points for whoever stands on a 1."""
    state = boards.table("3-1 5-3", "0-0", on=[FIRST], at=(0, stands))

    assert safest(DOUBLE_DOUBLE, state).startswith(bone)


def test_on_a_board_a_double_is_kept_for_a_diamond():
    assert safest(DOUBLE_DOUBLE, boards.table("3-3 6-3", "0-0", on=[FIRST])).startswith("6-3")


@pytest.mark.parametrize(("stands", "code"), [(0, "3-2@"), (NUMBERED[2], "stop")])
def test_on_a_board_nobody_goes_on_after_a_double_but_for_points(stands, code):
    """One for a diamond, against three for whoever stands on a 2."""
    state = boards.table("3-2", "0-0", on=[FIRST, "J8=3 K8=3"], after=1, at=(0, stands))

    assert safest(DOUBLE_DOUBLE, state).startswith(code)


def test_on_a_board_the_least_goes_into_the_pit():
    assert safest(DOUBLE_DOUBLE, boards.table("2-2 6-5 6-2", "0-0", on=[FIRST])) == "6-2@pit"


# Square pieces.

MUTE = "1-1-2-2 1-1-5-5"
"""Two pieces that fit nothing of the starter 0-0-6-2."""


def test_squares_take_the_most_points():
    state = squared.table(f"0-0-4-6 0-2-6-6 {MUTE}", MUTE, pile="1-1-6-4")

    assert safest(DOMINO_SQUARES, state).startswith("0-2-6-6@w1")


@pytest.mark.parametrize(("pile", "move"), [("1-1-6-4", "draw"), ("", "pass")])
def test_squares_give_no_command_that_happens_to_others(pile, move):
    state = squared.table(f"give1-5-3-0 {MUTE}", MUTE, pile=pile)

    assert safest(DOMINO_SQUARES, state) == move


def test_squares_lay_a_last_piece_whatever_is_on_it():
    state = squared.table("give1-5-3-0", MUTE, pile="1-1-6-4")

    assert safest(DOMINO_SQUARES, state).startswith("give1-5-3-0@n1")


@pytest.mark.parametrize(
    ("top", "move"), [("0-2-6-6", "0-2-6-6@w1"), ("give1-5-3-0", "keep"), ("1-1-6-4", "keep")]
)
def test_squares_lay_what_was_drawn_if_it_is_quiet(top, move):
    state = squared.after(squared.table(MUTE, MUTE, pile=top), "draw")

    assert safest(DOMINO_SQUARES, state).startswith(move)


def test_squares_stop_where_nothing_more_can_be_laid():
    assert safest(DOMINO_SQUARES, squared.table(MUTE, MUTE, task=Task.AGAIN)) == "stop"


@pytest.mark.parametrize(("others", "to"), [((MUTE, "1-2-3-2"), 2), ((MUTE, MUTE), 1)])
def test_squares_give_the_fewest_pips_to_who_is_nearly_out(others, to):
    state = squared.table("1-4-6-6 0-0-1-3", *others, task=Task.GIVE)

    assert safest(DOMINO_SQUARES, state) == f"0-0-1-3@{to}"


def test_squares_pass_on_the_fewest_pips_to_the_left():
    state = squared.table("1-4-6-6 0-0-1-3", "1-1-5-5 1-1-2-2", task=Task.WAY)
    assert safest(DOMINO_SQUARES, state) == "pass-left"

    called = squared.after(state, "pass-left")
    passed = [safest(DOMINO_SQUARES, called, seat) for seat in (0, 1)]
    assert passed == ["0-0-1-3@pass", "1-1-2-2@pass"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_squares_command_nothing_while_all_are_away(seats):
    events = [each for seed in range(3) for each in all_away(DOMINO_SQUARES, seats, seed)]
    given = {event.command for event in events if isinstance(event, Commanded)}

    assert given <= {Command.DRAW, Command.AGAIN}


def test_matched_squares_lay_the_most_pips():
    state = matching.table(SQUARES_BLOCK, f"0-0-1-3 0-2-6-6 {MUTE}", MUTE)

    assert safest(SQUARES_BLOCK, state).startswith("0-2-6-6@")


def test_matched_squares_are_laid_where_the_hand_fits_afterwards():
    """To the east 0-2-6-6 would leave 0-1-3-6 no place; to the west as well as to the south it has
    one, and the first of the two is taken."""
    state = matching.table(SQUARES_BLOCK, "0-2-6-6 0-1-3-6", MUTE)

    assert legal(SQUARES_BLOCK, state, 0)[:3] == ["0-2-6-6@e1/0", "0-2-6-6@s1/3", "0-2-6-6@w1/1"]
    assert safest(SQUARES_BLOCK, state) == "0-2-6-6@s1/3"


def test_a_square_just_drawn_is_laid_rather_than_kept():
    state = matching.table(SQUARES_DRAW, MUTE, MUTE, stock="0-0-1-3 1-1-6-4", drawOne="on")

    assert safest(SQUARES_DRAW, after(SQUARES_DRAW, state, "draw")).startswith("0-0-1-3@")


def test_blind_squares_lay_what_lies_open_before_turning_over():
    state = matching.rows("1-1-2-2 | w-w-2-3", "0-0-4-6")

    assert safest(SQUARES_BLIND, state).startswith("w-w-2-3@s1")


def test_blind_squares_are_turned_over_from_the_left():
    state = matching.rows("1-1-2-2 | 0-2-6-6", "0-0-4-6", begun=(0, 1), eitherEnd="on")

    assert safest(SQUARES_BLIND, state) == "turn"
