# ruff: noqa: N802 - tests bear the ids of the rules
"""Blind, rule by rule (docs/rules/blind.md)."""

import random

import pytest

from bot.domino.bone import bone
from bot.domino.layout import Lie
from bot.domino.sets import DOUBLE_SIX
from bot.engine.contract import Shuffle
from bot.engine.errors import BadOption, WrongSeats
from bot.engine.replay import find, play, shown_code
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.blind import (
    BLIND,
    FROM_LEFT,
    FROM_RIGHT,
    DirectionChosen,
    DirectionsShown,
    LotsDrawn,
    OddLaid,
    Returned,
    RowsDealt,
    Turned,
    TurnOver,
)
from bot.games.events import Leads, Played, RoundEnded
from bot.games.moves import Play
from tests.games.playing import played
from tests.games.positions import bones, ends, told
from tests.games.rows import (
    ALL,
    LOTS,
    after,
    asked,
    begun,
    later,
    legal,
    lies,
    shuffled,
    step,
    steps,
    table,
)

# Rules.


@pytest.mark.parametrize(("seats", "each", "aside"), [(2, 14, 0), (3, 9, 1), (4, 7, 0)])
def test_BLIND_1_everybody_has_a_row_of_as_many_bones(seats, each, aside):
    dealt = step(begun(seats), LOTS[seats], shuffled())

    assert told(dealt, RowsDealt) == RowsDealt((each,) * seats, aside)
    for seat in range(seats):
        assert lies(dealt.state, seat) == " ".join(ALL[each * seat : each * (seat + 1)]) + " |"


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_BLIND_1_others_do_not_play(seats):
    with pytest.raises(WrongSeats, match=r"Blind is played by 2–4"):
        prepare(BLIND.info, seats)


def test_BLIND_1_the_odd_bone_of_three_starts_the_line_when_agreed():
    dealt = step(begun(3, oddTile="starts-layout"), LOTS[3], shuffled())

    assert told(dealt, RowsDealt) == RowsDealt((9, 9, 9), 0)
    assert told(dealt, OddLaid) == OddLaid(bone(6, 6), (6, 6))
    assert ends(dealt.state) == (6, 6)


def test_BLIND_1_the_first_player_must_fit_the_odd_bone():
    state = table("5-4 6-1", "6-0", "3-3", on="6-6", oddTile="starts-layout")

    missed = step(state, "turn")

    assert told(missed, Returned) == Returned(0, bone(5, 4), face_up=False)
    assert asked(missed.state) == {1}


@pytest.mark.parametrize("seats", [2, 4])
def test_BLIND_1_with_two_or_four_there_is_no_odd_bone(seats):
    dealt = step(begun(seats, oddTile="starts-layout"), LOTS[seats], shuffled())

    assert [type(event) for event in dealt.events] == [RowsDealt]
    assert ends(dealt.state) == ()


def test_BLIND_2_the_highest_lot_leads_and_everybody_sees_the_lots():
    drawn = step(begun(3), shuffled("3-0", "6-1", "4-2"))

    assert drawn.events == (
        LotsDrawn((0, 1, 2), bones("3-0 6-1 4-2")),
        Leads(1, by_lot=True),
    )
    assert BLIND.whereabouts(drawn.state)["lot 1"] == ("6-1",)
    for seat in (0, 1, 2, None):
        assert BLIND.observe(drawn.state, seat).round.lots == bones("3-0 6-1 4-2")


def test_BLIND_2_everything_is_shuffled_again_for_the_deal():
    drawn = after(begun(3), shuffled("3-0", "6-1", "4-2"))
    assert asked(drawn) == Shuffle(ALL)

    dealt = after(drawn, shuffled("4-2"))

    assert dealt.round.lots == (None, None, None)
    assert dealt.round.rows[0].unseen[0] is bone(4, 2)
    assert asked(after(dealt, *[FROM_LEFT] * 3)) == {1}


def test_BLIND_2_those_who_tie_again_draw_again():
    again = step(begun(4), shuffled("6-4", "5-5", "2-1", "5-4"), shuffled("4-0", "3-1"))
    assert told(again, LotsDrawn) == LotsDrawn((0, 1), bones("4-0 3-1"))
    assert again.state.round.draws == (0, 1)

    decided = step(again.state, shuffled("5-5", "6-6"))
    assert told(decided, Leads) == Leads(1, by_lot=True)


def test_BLIND_3_all_choose_at_once_and_once():
    state = after(begun(3), LOTS[3], shuffled())

    assert asked(state) == {0, 1, 2}
    assert legal(state, 1) == [FROM_LEFT, FROM_RIGHT]

    chosen = play(BLIND, state, 1, FROM_RIGHT)
    assert chosen.events == (DirectionChosen(1),)
    assert asked(chosen.state) == {0, 2}
    assert legal(chosen.state, 1) == []


def test_BLIND_3_a_choice_is_secret_until_all_have_chosen():
    state = after(begun(2), LOTS[2], shuffled())
    move = find(BLIND, state, 1, FROM_RIGHT)
    assert [shown_code(move, 1, seat) for seat in (0, 1, None)] == ["?", FROM_RIGHT, "?"]

    state = play(BLIND, state, 1, FROM_RIGHT).state
    seen = [BLIND.observe(state, seat).round.directions for seat in (0, 1, None)]
    assert seen == [(None, None), (None, FROM_RIGHT), (None, None)]

    shown = play(BLIND, state, 0, FROM_LEFT)
    assert shown.events == (DirectionChosen(0), DirectionsShown((FROM_LEFT, FROM_RIGHT)))
    assert BLIND.observe(shown.state, None).round.directions == (FROM_LEFT, FROM_RIGHT)


def test_BLIND_3_a_secret_choice_is_imagined_either_way():
    state = play(BLIND, after(begun(2), LOTS[2], shuffled()), 1, FROM_RIGHT).state
    chance = random.Random(1)

    def imagined(seat):
        seen = BLIND.observe(state, seat)
        return {BLIND.imagine(seen, chance).round.directions[1] for _ in range(40)}

    assert imagined(0) == imagined(None) == {FROM_LEFT, FROM_RIGHT}
    assert imagined(1) == {FROM_RIGHT}


def test_BLIND_3_the_direction_says_which_end_is_the_front():
    state = after(begun(2), LOTS[2], shuffled(), FROM_LEFT, FROM_RIGHT)

    assert state.round.rows[0].unseen == DOUBLE_SIX[:14]
    assert state.round.rows[1].unseen == DOUBLE_SIX[:13:-1]
    assert told(step(state, "turn"), Turned) == Turned(0, bone(0, 0))


def test_BLIND_4_the_very_first_bone_is_laid():
    led = step(table("5-3 0-0", "5-4"), "turn")

    assert led.events == (Turned(0, bone(5, 3)), Played(0, bone(5, 3), "", (5, 3)))
    assert asked(led.state) == {0}


def test_BLIND_4_what_fits_one_end_is_laid_there_at_once():
    made = step(table("5-1 0-0", "4-4 1-0", on="5-3"), "turn")

    assert made.events == (Turned(0, bone(5, 1)), Played(0, bone(5, 1), "l", (1, 3)))
    assert lies(made.state, 0) == "0-0 |"


def test_BLIND_4_the_owner_chooses_when_both_ends_fit():
    turned = step(table("5-3 0-0", "4-4 5-1", on="5-4 4-3@r"), "turn")

    assert turned.events == (Turned(0, bone(5, 3)),)
    assert legal(turned.state, 0) == ["5-3@l", "5-3@r"]
    assert legal(turned.state, 1) == []
    assert not any(move.automatic for move in BLIND.legal_moves(turned.state, 0))

    laid = step(turned.state, "5-3@r")
    assert laid.events == (Played(0, bone(5, 3), "r", (5, 5)),)
    assert asked(laid.state) == {0}


def test_BLIND_4_two_ends_with_the_same_number_are_two_ways_to_lay_a_bone():
    turned = after(table("6-5 0-0", "4-4 5-1", on="6-6"), "turn")

    assert legal(turned, 0) == ["6-5@l", "6-5@r"]


def test_BLIND_4_who_laid_a_bone_turns_over_the_next_one():
    state = table("5-1 4-2 0-0", "4-4 1-0", on="5-3")
    assert [move.automatic for move in BLIND.legal_moves(state, 0)] == [False]

    state = after(state, "turn")
    assert asked(state) == {0}
    assert legal(state, 0) == ["turn"]
    assert [move.automatic for move in BLIND.legal_moves(state, 0)] == [True]

    state = after(state, "turn")
    assert asked(state) == {1}
    assert [move.automatic for move in BLIND.legal_moves(state, 1)] == [False]


def test_BLIND_4_one_bone_a_turn_when_agreed():
    state = table("5-1 4-2 0-0", "4-4 1-0", on="5-3", continueOnSuccess="off")

    state = after(state, "turn")

    assert asked(state) == {1}
    assert [move.automatic for move in BLIND.legal_moves(state, 1)] == [False]


def test_BLIND_4_one_bone_a_turn_and_the_opening_player_one_more():
    state = table("5-3 3-1 1-1", "5-4 1-0", continueOnSuccess="off")

    opened = after(state, "turn")
    assert asked(opened) == {0}
    assert asked(after(opened, "turn")) == {1}


def test_BLIND_4_after_the_odd_bone_nobody_has_one_more():
    options = {"continueOnSuccess": "off", "oddTile": "starts-layout"}
    state = table("6-1 1-0 0-0", "6-0 4-4", "2-2 5-5", on="6-6", **options)

    turned = step(state, "turn", "6-1@l")

    assert asked(turned.state) == {1}


def test_BLIND_5_what_does_not_fit_goes_to_the_back_face_down():
    missed = step(table("4-2 0-0 | 6-4", "5-4 1-0", on="5-3"), "turn")

    assert missed.events == (Turned(0, bone(4, 2)), Returned(0, bone(4, 2), face_up=False))
    assert lies(missed.state, 0) == "0-0 | 6-4 4-2"
    assert BLIND.observe(missed.state, 1).round.lying(0) == (None, None, None)
    assert asked(missed.state) == {1}


def test_BLIND_5_a_double_lies_face_up_at_the_back():
    missed = step(table("2-2 6-4", "5-4 1-0", on="5-3"), "turn")

    assert told(missed, Returned) == Returned(0, bone(2, 2), face_up=True)
    assert BLIND.observe(missed.state, 1).round.lying(0) == (None, bone(2, 2))


def test_BLIND_5_the_turn_goes_round_to_the_left():
    state = table("4-2 5-0", "6-4 5-1", "6-2 5-2", on="5-3", turn=1)

    assert [asked(made.state) for made in steps(state, "turn", "turn", "turn")] == [
        {2},
        {0},
        {1},
    ]


def test_BLIND_6_a_double_at_the_front_is_turned_like_any_bone():
    misses = step(table("| 2-2 6-4", "5-4 1-0", on="5-3"), "turn")
    assert told(misses, Returned) == Returned(0, bone(2, 2), face_up=True)
    assert lies(misses.state, 0) == "| 6-4 2-2"

    fits = step(table("| 2-2 6-4", "5-4 1-0", on="5-2"), "turn")
    assert told(fits, Played) == Played(0, bone(2, 2), "r", (5, 2), Lie.ACROSS)


def test_BLIND_6_bones_come_round_in_their_order():
    state = table("6-6 6-4 6-2", "1-1 4-1 2-1 4-0 2-0 1-0 5-0", on="5-3")

    turned = [told(made, Turned) for made in steps(state, *["turn"] * 12)]

    assert [str(each.bone) for each in turned if each.seat == 0] == ["6-6", "6-4", "6-2"] * 2


def test_BLIND_7_the_line_has_two_ends_and_a_double_no_more():
    state = after(table("5-5 0-0", "5-4 1-0", on="5-3"), "turn")

    assert ends(state) == (5, 3)


def test_BLIND_8_who_is_out_first_wins_whatever_the_others_hold():
    made = step(table("5-1", "0-0", "5-5", on="5-3"), "turn")

    assert told(made, RoundEnded).reason == "domino"
    assert told(made, MatchEnded) == MatchEnded((0,), (0, 0, 0), "domino")


def test_BLIND_8_out_with_a_bone_that_fits_both_ends():
    turned = after(table("6-5", "6-0 5-0", on="6-6"), "turn")
    assert turned.outcome is None

    assert after(turned, "6-5@r").outcome.winners == (0,)


def test_BLIND_8_when_nothing_fits_the_round_is_over_at_once():
    made = step(table("1-0 6-6", "2-2 2-1", on="4-1"), "turn")

    ended = told(made, RoundEnded)
    assert ended.reason == "blocked"
    assert ended.winners == (1,)
    assert ended.hands == (bones("6-6"), bones("2-1 2-2"))


def test_BLIND_8_a_bone_that_was_turned_over_in_vain_may_fit_later():
    made = step(table("1-0 6-6", "2-2 2-1 | 4-2", on="4-1"), "turn")

    assert made.state.outcome is None


def test_BLIND_8_a_shared_lowest_row_has_no_winner():
    made = step(table("1-0 3-2", "2-1 1-1", "6-6", on="4-1"), "turn")

    assert told(made, RoundEnded).winners == ()
    assert made.state.outcome.winners == ()


def test_BLIND_8_all_rows_are_shown_at_the_end():
    over = after(table("1-0 6-6", "2-2 2-1 | 3-1", on="4-1"), "turn")

    seen = BLIND.observe(over, None).round
    assert seen.rows == (bones("6-6"), bones("2-2 2-1 3-1"))
    assert seen.lying(1) == bones("2-2 2-1 3-1")


def test_BLIND_9_one_round_is_the_match_and_there_are_no_points():
    made = step(table("1-0 6-6", "2-2 2-1", on="4-1"), "turn")

    assert told(made, RoundScored).points == (0, 0)
    assert told(made, RoundEnded).credits == ()
    assert told(made, MatchEnded) == MatchEnded((1,), (0, 0), "blocked")
    assert BLIND.observe(made.state, 0).goal is None


def test_BLIND_9_to_a_hundred_the_winner_scores_the_others_less_the_own():
    made = step(table("1-0 6-6", "2-2 2-1", on="4-1", target=100), "turn")

    assert told(made, RoundScored).points == (0, 12 - 7)
    (credit,) = told(made, RoundEnded).credits
    assert (credit.seats, credit.sum.terms) == ((1,), (12, -7))
    assert made.state.outcome is None
    assert made.state.number == 2


def test_BLIND_9_the_match_goes_to_a_hundred():
    short = table("5-1", "6-6", on="5-3", scores=(87, 0), target=100)
    enough = table("5-1", "6-6", on="5-3", scores=(88, 0), target=100)

    assert after(short, "turn").outcome is None
    assert told(step(enough, "turn"), MatchEnded) == MatchEnded((0,), (100, 0), "target")


@pytest.mark.parametrize("target", [0, 50, 1000, "many"])
def test_BLIND_9_there_is_no_other_target(target):
    with pytest.raises(BadOption):
        prepare(BLIND.info, 2, {"target": target})


@pytest.mark.parametrize(("before", "leads"), [(0, 1), (1, 2), (2, 0)])
def test_BLIND_9_the_next_round_is_led_by_the_next_seat_without_lots(before, leads):
    dealt = step(later(3, before), shuffled())

    assert dealt.events == (RowsDealt((9, 9, 9), 1), Leads(leads, by_lot=False))
    assert asked(after(dealt.state, *[FROM_LEFT] * 3)) == {leads}


def test_BLIND_10_nobody_knows_a_bone_before_it_is_turned_over():
    state = after(begun(2), LOTS[2], shuffled(), FROM_LEFT, FROM_LEFT)

    for seat in (0, 1, None):
        assert BLIND.observe(state, seat).round.rows == ((None,) * 14, (None,) * 14)


def test_BLIND_10_all_seats_know_the_same():
    for state in played(BLIND, prepare(BLIND.info, 3), seed=4).states[5:]:
        seen = [BLIND.observe(state, seat).round for seat in (0, 1, 2, None)]
        if not state.round.choosing:
            for other in seen:
                assert (other.rows, other.history, other.directions) == (
                    seen[0].rows,
                    seen[0].history,
                    seen[0].directions,
                )


def test_BLIND_10_what_was_turned_over_is_remembered():
    missed = after(table("4-2 0-0", "5-4 1-0", on="5-3"), "turn")

    assert BLIND.observe(missed, 1).round.rows[0] == (None, bone(4, 2))


def test_BLIND_10_the_lots_tell_nothing_of_the_deal():
    """The bones that were drawn for the lead are imagined anywhere, like all the others."""
    state = after(begun(3), shuffled("6-6", "5-5", "4-4"), shuffled("6-6"), *[FROM_LEFT] * 3)
    seen, chance = BLIND.observe(state, 0), random.Random(2)

    worlds = [BLIND.imagine(seen, chance).round for _ in range(300)]

    for lot in bones("6-6 5-5 4-4"):
        where = {seat for world in worlds for seat in range(3) if lot in world.rows[seat].unseen}
        assert where == {0, 1, 2}
        assert any(world.stock == (lot,) for world in worlds)


def test_BLIND_10_what_was_not_drawn_for_the_lead_lies_in_any_order():
    state, chance = after(begun(3), shuffled("6-6", "5-5", "4-4")), random.Random(4)
    seen = BLIND.observe(state, 0)

    tops = {BLIND.imagine(seen, chance).round.stock[0].code for _ in range(400)}

    assert tops == set(ALL) - {"6-6", "5-5", "4-4"}


def test_BLIND_10_a_round_that_goes_on_is_not_blocked_and_everybody_knows():
    """Only 6-0 fits, and nobody has seen it: it is in a row then, and not the one out of play."""
    state = table(
        "3-1 6-0",
        "4-1 | 5-1 3-2 4-2 5-2 4-3 5-3",
        "1-1 2-1 | 3-3 4-4 5-5 5-4",
        on="1-0 0-0@r 6-1@l 6-2@l 2-0@l 3-0@l 6-3@l 6-4@l 4-0@l 5-0@l 6-5@l 6-6@l",
        out="2-2",
    )
    seen, chance = BLIND.observe(state, 0), random.Random(3)

    worlds = [BLIND.imagine(seen, chance).round for _ in range(200)]

    fitting = bone(6, 0)
    assert {world.stock[0].code for world in worlds} == {"1-1", "2-1", "2-2", "3-1", "4-1"}
    places = {
        (at, fitting in row.unseen[:1])
        for world in worlds
        for at, row in enumerate(world.rows)
        if fitting in row.unseen
    }
    assert places == {(0, True), (0, False), (1, True), (2, True), (2, False)}


def test_an_observation_tells_how_many_bones_are_left_and_how_they_lie():
    turned = after(table("6-5 0-0 | 4-4", "5-1 5-0 | 4-2", on="6-6"), "turn")

    seen = BLIND.observe(turned, 1).round

    assert seen.counts == (3, 3)
    assert seen.pending is bone(6, 5)
    assert seen.lying(0) == (bone(6, 5), None, bone(4, 4))
    assert seen.lying(1) == (None, None, None)


def test_a_row_that_is_turned_over_from_the_right_has_its_front_there():
    rows = ("6-5 0-0 | 4-4", "5-1 5-0 | 4-2")
    turned = after(table(*rows, on="6-6", directions=(FROM_RIGHT, FROM_LEFT)), "turn")

    assert BLIND.observe(turned, 1).round.lying(0) == (bone(4, 4), None, bone(6, 5))


# Worked examples.

ROWS = ("5-3 5-1 2-2 3-0", "4-1 6-6 4-0 6-2")


def opening(**options):
    """The first three steps of the example: the table, and each turn's bones."""
    state = table(*ROWS, **options)
    first = after(state, "turn", "turn", "turn")
    assert (ends(first), lies(first, 0)) == ((1, 3), "3-0 | 2-2")
    second = after(first, "turn", "turn")
    assert (ends(second), lies(second, 1)) == ((4, 3), "4-0 6-2 | 6-6")
    third = after(second, "turn", "turn")
    assert (ends(third), lies(third, 0)) == ((4, 0), "| 2-2")
    assert asked(third) == {1}
    return after(third, "turn")


@pytest.mark.parametrize(
    ("target", "points"), [("none", (0, 0)), (100, (20 - 4, 0))], ids=["none", "100"]
)
def test_BLIND_T1(target, points):
    """B lays 4-0 with its 0 at the 0: both ends show 4, nothing fits, and A wins 4 to 20."""
    state = opening(target=target)
    assert legal(state, 1) == ["4-0@l", "4-0@r"]

    made = step(state, "4-0@r")

    ended = told(made, RoundEnded)
    assert ended.reason == "blocked"
    assert ended.winners == (0,)
    assert ended.hands == (bones("2-2"), bones("6-2 6-6"))
    assert tuple(each.pips for each in ended.layout.openings) == (4, 4)
    assert not any(isinstance(event, Turned) for event in made.events)
    assert told(made, RoundScored).points == points


def test_BLIND_T2():
    """The same, but B lays the 4 at the 4: both ends show 0, and A wins again."""
    made = step(opening(target=100), "4-0@l")

    ended = told(made, RoundEnded)
    assert tuple(each.pips for each in ended.layout.openings) == (0, 0)
    assert (ended.reason, ended.winners) == ("blocked", (0,))
    assert told(made, RoundScored).points == (16, 0)


@pytest.mark.parametrize("seed", range(4))
def test_BLIND_T3(seed):
    """Three have 27 bones in their rows; the 28th is never seen, not even at the end."""
    match = played(BLIND, prepare(BLIND.info, 3), seed)
    (odd,) = match.states[-1].round.stock

    for ply, state in zip(match.plies[1:], match.states[2:], strict=True):
        lots_are_drawn = isinstance(asked(state), Shuffle)
        if not lots_are_drawn:
            assert BLIND.whereabouts(state)["stock out"] == (odd.code,)
            assert odd not in [each.bone for each in ply.events if isinstance(each, Turned)]
            assert odd not in [each for row in BLIND.observe(state, 0).round.rows for each in row]
    (ended,) = [each for each in match.plies[-1].events if isinstance(each, RoundEnded)]
    assert odd not in [each for hand in ended.hands for each in hand]


def test_BLIND_T4():
    """With 6-4, 5-5 and 2-1 the first two, ten pips each, draw again, and only they."""
    tied = step(begun(3), shuffled("6-4", "5-5", "2-1"))
    assert tied.events == (LotsDrawn((0, 1, 2), bones("6-4 5-5 2-1")),)
    assert asked(tied.state) == Shuffle(ALL)

    again = step(tied.state, shuffled("1-0", "3-0"))
    assert again.events == (LotsDrawn((0, 1), bones("1-0 3-0")), Leads(1, by_lot=True))
    assert BLIND.whereabouts(again.state)["lot 2"] == ()


# Invariants, over matches played by chance.

MATCHES = [(seats, seed) for seats in (2, 3, 4) for seed in range(8)]


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_BLIND_I1(seats, seed):
    """Only a direction and an end are ever chosen, never which bone is turned over."""
    for state in played(BLIND, prepare(BLIND.info, seats), seed).states:
        for seat in range(seats):
            moves = BLIND.legal_moves(state, seat)
            if moves and state.round.choosing:
                assert [move.code for move in moves] == [FROM_LEFT, FROM_RIGHT]
            elif len(moves) == 1:
                assert isinstance(moves[0], TurnOver)
            elif moves:
                ways = [(move.bone, move.at) for move in moves if isinstance(move, Play)]
                assert ways == [(state.round.pending, "l"), (state.round.pending, "r")]


@pytest.mark.parametrize(("seats", "seed"), MATCHES)
def test_BLIND_I2(seats, seed):
    """What lies face up in a row at the back is a double that was turned over."""
    for state in played(BLIND, prepare(BLIND.info, seats), seed).states:
        seen = BLIND.observe(state, None).round
        if seen.outcome is None:
            returned = {
                event.bone
                for event in seen.history
                if isinstance(event, Returned) and event.face_up
            }
            for seat in range(seats):
                up = {each for each in seen.lying(seat) if each} - {seen.pending}
                assert all(each.double for each in up)
                assert up <= returned
