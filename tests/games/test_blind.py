import random
from typing import Any

import pytest

from bot.domino.bone import DOUBLE_SIX, bone
from bot.domino.layout import DoublePlacement
from bot.engine.contract import Previous, Shuffle
from bot.engine.replay import find, play, shown_code
from bot.engine.rounds import MatchEnded
from bot.games.blind import BLIND
from bot.games.blind.events import (
    DirectionChosen,
    DirectionsShown,
    LotsDrawn,
    OddLaid,
    Returned,
    RowsDealt,
    Turned,
)
from bot.games.blind.moves import FROM_LEFT, FROM_RIGHT, TurnOver
from bot.games.common.events import LeadReason, Leads
from bot.games.connecting.events import Played, RoundEnded
from bot.games.connecting.moves import Play
from tests.games.cases import by_chance
from tests.games.positions import bones, deal, ends, language, result, told
from tests.games.rows import ALL, LOTS, begun, lies, table

step, steps, after, asked, legal = language(BLIND)[2:]
every_match = by_chance(BLIND)

HIGHEST = Leads(1, by_lot=True, reason=LeadReason.HIGHEST_LOT)


@pytest.mark.parametrize(("seats", "each", "aside"), [(2, 14, 0), (3, 9, 1), (4, 7, 0)])
def test_BLIND_1_everybody_has_a_row_of_as_many_bones(seats, each, aside):
    dealt = step(begun(seats), LOTS[seats], deal())
    assert told(dealt, RowsDealt) == RowsDealt((each,) * seats, aside)
    for seat in range(seats):
        assert lies(dealt.state, seat) == " ".join(ALL[each * seat : each * (seat + 1)]) + " |"


def test_BLIND_1_the_odd_bone_of_three_starts_the_line_when_agreed():
    dealt = step(begun(3, oddTile="starts-layout"), LOTS[3], deal())
    assert told(dealt, RowsDealt) == RowsDealt((9, 9, 9), 0)
    assert told(dealt, OddLaid) == OddLaid(bone(6, 6), (6, 6))
    assert ends(dealt.state) == (6, 6)
    state = table("5-4 6-1", "6-0", "3-3", on="6-6", oddTile="starts-layout")
    assert told(step(state, "turn"), Returned) == Returned(0, bone(5, 4), face_up=False)
    for seats in (2, 4):
        dealt = step(begun(seats, oddTile="starts-layout"), LOTS[seats], deal())
        assert [type(event) for event in dealt.events] == [RowsDealt]
        assert ends(dealt.state) == ()


def test_BLIND_2_the_highest_lot_leads_and_everybody_sees_the_lots():
    """Then everything is shuffled again for the deal."""
    drawn, lots = step(begun(3), deal("3-0", "6-1", "4-2")), bones("3-0 6-1 4-2")
    assert drawn.events == (LotsDrawn((0, 1, 2), lots), HIGHEST)
    assert BLIND.piece_locations(drawn.state)["lot 1"] == ("6-1",)
    for seat in (0, 1, 2, None):
        assert BLIND.observe(drawn.state, seat).round.lots == lots
    assert asked(drawn.state) == Shuffle(ALL)
    dealt = after(drawn.state, deal("4-2"))
    assert dealt.round.lots == (None, None, None)
    assert dealt.round.rows[0].unseen[0] is bone(4, 2)
    assert asked(after(dealt, *[FROM_LEFT] * 3)) == {1}


def test_BLIND_T4_BLIND_2_those_who_tie_draw_again_and_only_they():
    tied, once_more, decided = steps(
        begun(3), deal("6-4", "5-5", "2-1"), deal("4-0", "3-1"), deal("1-0", "3-0")
    )
    assert tied.events == (LotsDrawn((0, 1, 2), bones("6-4 5-5 2-1")),)
    assert asked(tied.state) == Shuffle(ALL)
    assert told(once_more, LotsDrawn) == LotsDrawn((0, 1), bones("4-0 3-1"))
    assert once_more.state.round.draws == (0, 1)
    assert decided.events == (LotsDrawn((0, 1), bones("1-0 3-0")), HIGHEST)
    assert BLIND.piece_locations(decided.state)["lot 2"] == ()


def test_BLIND_3_all_choose_at_once_and_secretly_which_end_is_the_front():
    state = after(begun(2), LOTS[2], deal())
    assert asked(state) == {0, 1}
    assert legal(state, 1) == [FROM_LEFT, FROM_RIGHT]
    move = find(BLIND, state, 1, FROM_RIGHT)
    assert [shown_code(move, 1, seat) for seat in (0, 1, None)] == ["?", FROM_RIGHT, "?"]
    chosen = play(BLIND, state, 1, FROM_RIGHT)
    assert chosen.events == (DirectionChosen(1),)
    assert (asked(chosen.state), legal(chosen.state, 1)) == ({0}, [])
    chance = random.Random(1)
    for seat in (0, 1, None):
        seen = BLIND.observe(chosen.state, seat)
        assert seen.round.directions == (None, FROM_RIGHT if seat == 1 else None)
        worlds = sampled(seen, chance, 40)
        assert {world.directions[1] for world in worlds} == (
            {FROM_RIGHT} if seat == 1 else {FROM_LEFT, FROM_RIGHT}
        )
    shown = play(BLIND, chosen.state, 0, FROM_LEFT)
    assert shown.events == (DirectionChosen(0), DirectionsShown((FROM_LEFT, FROM_RIGHT)))
    assert BLIND.observe(shown.state, None).round.directions == (FROM_LEFT, FROM_RIGHT)
    assert shown.state.round.rows[0].unseen == DOUBLE_SIX[:14]
    assert shown.state.round.rows[1].unseen == DOUBLE_SIX[:13:-1]
    assert told(step(shown.state, "turn"), Turned) == Turned(0, bone(0, 0))


def test_BLIND_4_BLIND_7_the_very_first_bone_is_laid_and_what_fits_one_end_is_laid_at_once():
    """The line has two ends, and a double no more."""
    led = step(table("5-3 0-0", "5-4"), "turn")
    assert led.events == (Turned(0, bone(5, 3)), Played(0, bone(5, 3), "", (5, 3)))
    assert asked(led.state) == {0}
    made = step(table("5-1 0-0", "4-4 1-0", on="5-3"), "turn")
    assert made.events == (Turned(0, bone(5, 1)), Played(0, bone(5, 1), "l", (1, 3)))
    assert lies(made.state, 0) == "0-0 |"
    assert ends(after(table("5-5 0-0", "5-4 1-0", on="5-3"), "turn")) == (5, 3)


def test_BLIND_4_the_owner_chooses_when_both_ends_fit():
    turned = step(table("5-3 0-0", "4-4 5-1", on="5-4 4-3@r"), "turn")
    assert turned.events == (Turned(0, bone(5, 3)),)
    assert legal(turned.state, 0) == ["5-3@l", "5-3@r"]
    assert not any(move.automatic for move in BLIND.legal_moves(turned.state, 0))
    laid = step(turned.state, "5-3@r")
    assert laid.events == (Played(0, bone(5, 3), "r", (5, 5), end=1),)
    assert asked(laid.state) == {0}
    alike = after(table("6-5 0-0", "4-4 5-1", on="6-6"), "turn")
    assert legal(alike, 0) == ["6-5@l", "6-5@r"]


@pytest.mark.parametrize(("agreed", "goes_on"), [("on", True), ("off", False)])
def test_BLIND_4_who_laid_a_bone_turns_over_the_next_one_unless_agreed_otherwise(agreed, goes_on):
    state = table("5-1 4-2 0-0", "4-4 1-0", on="5-3", continueOnSuccess=agreed)
    (turn,) = BLIND.legal_moves(state, 0)
    assert not turn.automatic
    state = after(state, "turn")
    assert asked(state) == ({0} if goes_on else {1})
    (turn,) = BLIND.legal_moves(state, *asked(state))
    assert (turn.code, turn.automatic) == ("turn", goes_on)
    state = after(state, "turn")
    assert asked(state) == ({1} if goes_on else {0})
    assert not any(move.automatic for move in BLIND.legal_moves(state, *asked(state)))


def test_BLIND_4_one_bone_a_turn_and_the_opening_player_one_more_but_after_the_odd_bone():
    opened = after(table("5-3 3-1 1-1", "5-4 1-0", continueOnSuccess="off"), "turn")
    assert asked(opened) == {0}
    assert asked(after(opened, "turn")) == {1}
    options = {"continueOnSuccess": "off", "oddTile": "starts-layout"}
    state = table("6-1 1-0 0-0", "6-0 4-4", "2-2 5-5", on="6-6", **options)
    assert asked(after(state, "turn", "6-1@l")) == {1}


@pytest.mark.parametrize(
    ("front", "up", "shown"), [("4-2", False, None), ("2-2", True, bone(2, 2))]
)
def test_BLIND_5_what_does_not_fit_goes_to_the_back_face_down_a_double_face_up(front, up, shown):
    missed = step(table(f"{front} 0-0 | 6-4", "5-4 1-0", on="5-3"), "turn")
    (turned,) = bones(front)
    assert missed.events == (Turned(0, turned), Returned(0, turned, face_up=up))
    assert lies(missed.state, 0) == f"0-0 | 6-4 {front}"
    assert BLIND.observe(missed.state, 1).round.lying(0) == (None, None, shown)
    assert asked(missed.state) == {1}


def test_BLIND_5_BLIND_6_the_turn_goes_round_to_the_left_and_bones_come_in_their_order():
    state = table("6-6 6-4 6-2", "1-1 4-1 2-1 4-0", "2-0 1-0 4-4", on="5-3", turn=1)
    made = steps(state, *["turn"] * 18)
    assert [asked(each.state) for each in made[:3]] == [{2}, {0}, {1}]
    turned = [told(each, Turned) for each in made]
    assert [str(each.bone) for each in turned if each.seat == 0] == ["6-6", "6-4", "6-2"] * 2


def test_BLIND_6_a_double_at_the_front_is_turned_like_any_bone():
    misses = step(table("| 2-2 6-4", "5-4 1-0", on="5-3"), "turn")
    assert told(misses, Returned) == Returned(0, bone(2, 2), face_up=True)
    fits = step(table("| 2-2 6-4", "5-4 1-0", on="5-2"), "turn")
    assert told(fits, Played) == Played(0, bone(2, 2), "r", (5, 2), DoublePlacement.ACROSS, end=1)


def test_BLIND_8_who_is_out_first_wins_whatever_the_others_hold():
    made = step(table("5-1", "0-0", "5-5", on="5-3"), "turn")
    assert told(made, MatchEnded) == MatchEnded((0,), (0, 0, 0), "domino")
    fits_both_ends = after(table("6-5", "6-0 5-0", on="6-6"), "turn")
    assert fits_both_ends.outcome is None
    assert after(fits_both_ends, "6-5@r").outcome.winners == (0,)


def test_BLIND_8_BLIND_9_when_nothing_fits_the_round_is_over_at_once_and_rows_are_shown():
    """One round is the match, and there are no points. What missed before may still fit, and a
    shared lowest row has no winner."""
    made = step(table("1-0 6-6", "2-2 2-1 | 3-1", on="4-1"), "turn")
    ended = told(made, RoundEnded)
    assert (ended.credits, ended.hands) == ((), (bones("6-6"), bones("2-1 2-2 3-1")))
    assert told(made, MatchEnded) == MatchEnded((1,), (0, 0), "blocked")
    assert BLIND.observe(made.state, 0).goal is None
    seen = BLIND.observe(made.state, None).round
    assert seen.rows == (bones("6-6"), bones("2-2 2-1 3-1"))
    assert seen.lying(1) == bones("2-2 2-1 3-1")
    assert after(table("1-0 6-6", "2-2 2-1 | 4-2", on="4-1"), "turn").outcome is None
    shared = step(table("1-0 3-2", "2-1 1-1", "6-6", on="4-1"), "turn")
    assert told(shared, RoundEnded).winners == shared.state.outcome.winners == ()


def test_BLIND_9_to_a_hundred_the_winner_scores_the_others_less_the_own():
    made = step(table("1-0 6-6", "2-2 2-1", on="4-1", target=100), "turn")
    assert result(made) == ("blocked", (1,), (0, 12 - 7))
    (credit,) = told(made, RoundEnded).credits
    assert (credit.seats, credit.sum.terms) == ((1,), (12, -7))
    assert (made.state.outcome, made.state.number) == (None, 2)
    for before_, over in ((87, False), (88, True)):
        state = table("5-1", "6-6", on="5-3", scores=(before_, 0), target=100)
        assert (after(state, "turn").outcome is not None) is over


def test_BLIND_9_the_next_round_is_led_by_the_next_seat_without_lots():
    for led, leads in ((0, 1), (1, 2), (2, 0)):
        dealt = step(begun(3, previous=Previous(1, led, ()), target=100), deal())
        following = Leads(leads, by_lot=False, reason=LeadReason.NEXT_LEFT)
        assert dealt.events == (RowsDealt((9, 9, 9), 1), following)
        assert asked(after(dealt.state, *[FROM_LEFT] * 3)) == {leads}


@every_match
def test_BLIND_I2_BLIND_10_all_seats_know_the_same(match):
    """What lies face up in a row at the back is a double that was turned over."""
    for state in match.states[5:]:
        seen, *others = [BLIND.observe(state, seat).round for seat in (None, *match.eyes)]
        for other in others if not state.round.choosing else ():
            assert other.rows == seen.rows
            assert (other.history, other.directions) == (seen.history, seen.directions)
        if seen.outcome is None:
            missed = [event for event in seen.history if isinstance(event, Returned)]
            returned = {event.bone for event in missed if event.face_up}
            for seat in range(match.setup.seat_count):
                up = {each for each in seen.lying(seat) if each} - {seen.pending}
                assert all(each.double for each in up)
                assert up <= returned


def sampled(seen, chance, count):
    belief: Any = BLIND.believe(seen)
    return [belief.sample(chance).state for _ in range(count)]


def test_BLIND_10_the_lots_tell_nothing_of_the_deal():
    """The bones that were drawn for the lead may be anywhere, like all the others."""
    state = after(begun(3), deal("6-6", "5-5", "4-4"), deal("6-6"), *[FROM_LEFT] * 3)
    seen, chance = BLIND.observe(state, 0), random.Random(2)
    worlds = sampled(seen, chance, 300)
    for lot in bones("6-6 5-5 4-4"):
        where = {seat for world in worlds for seat in range(3) if lot in world.rows[seat].unseen}
        assert where == {0, 1, 2}
        assert any(world.stock == (lot,) for world in worlds)


def test_BLIND_10_a_round_that_goes_on_is_not_blocked_and_everybody_knows():
    """Only 6-0 fits, and nobody has seen it: it is in a row then, and not the one out of play."""
    rows = ("3-1 6-0", "4-1 | 5-1 3-2 4-2 5-2 4-3 5-3", "1-1 2-1 | 3-3 4-4 5-5 5-4")
    on = "1-0 0-0@r 6-1@l 6-2@l 2-0@l 3-0@l 6-3@l 6-4@l 4-0@l 5-0@l 6-5@l 6-6@l"
    state = table(*rows, on=on, out="2-2")
    seen, chance = BLIND.observe(state, 0), random.Random(3)
    worlds = sampled(seen, chance, 200)
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
    rows = ("6-5 0-0 | 4-4", "5-1 5-0 | 4-2")
    seen = BLIND.observe(after(table(*rows, on="6-6"), "turn"), 1).round
    assert (seen.counts, seen.pending) == ((3, 3), bone(6, 5))
    assert seen.lying(0) == (bone(6, 5), None, bone(4, 4))
    assert seen.lying(1) == (None, None, None)
    turned = after(table(*rows, on="6-6", directions=(FROM_RIGHT, FROM_LEFT)), "turn")
    assert BLIND.observe(turned, 1).round.lying(0) == (bone(4, 4), None, bone(6, 5))


ROWS = ("5-3 5-1 2-2 3-0", "4-1 6-6 4-0 6-2")


def opening(**options):
    """The first three steps of the example: the table, and each turn's bones."""
    state = table(*ROWS, **options)
    for turns, shown, seat, row in (
        (3, (1, 3), 0, "3-0 | 2-2"),
        (2, (4, 3), 1, "4-0 6-2 | 6-6"),
        (2, (4, 0), 0, "| 2-2"),
    ):
        state = after(state, *["turn"] * turns)
        assert (ends(state), lies(state, seat)) == (shown, row)
    assert asked(state) == {1}
    return after(state, "turn")


@pytest.mark.parametrize(
    ("laid", "ends_show", "target", "points"),
    [
        pytest.param("4-0@r", (4, 4), "none", (0, 0), id="BLIND-T1"),
        pytest.param("4-0@r", (4, 4), 100, (20 - 4, 0), id="BLIND-T1 to 100"),
        pytest.param("4-0@l", (0, 0), 100, (20 - 4, 0), id="BLIND-T2"),
    ],
)
def test_BLIND_T1_BLIND_T2(laid, ends_show, target, points):
    state = opening(target=target)
    assert legal(state, 1) == ["4-0@l", "4-0@r"]
    made = step(state, laid)
    ended = told(made, RoundEnded)
    assert ended.hands == (bones("2-2"), bones("6-2 6-6"))
    assert tuple(each.pips for each in ended.layout.openings) == ends_show
    assert not any(isinstance(event, Turned) for event in made.events)
    assert result(made) == ("blocked", (0,), points)


@every_match
def test_BLIND_T3(match):
    left_over, setup = match.states[-1].round.stock, match.setup
    if setup.options["bones"] != "all":
        return  # most bones are left over
    assert len(left_over) == (setup.seat_count == 3 and setup.options["oddTile"] == "out")
    for odd in left_over:
        seen = BLIND.observe(match.states[-1], 0).round
        assert odd not in [each for row in seen.rows for each in row]
        assert odd not in [each.bone for each in seen.history if isinstance(each, Turned)]
        ended = told(match.plies[-1], RoundEnded)
        assert odd not in [each for hand in ended.hands for each in hand]
        assert BLIND.piece_locations(match.states[-2])["stock out"] == (odd.code,)


@every_match
def test_BLIND_I1(match):
    """Only a direction and an end are ever chosen, never which bone is turned over."""
    for state in match.states:
        for seat in range(match.setup.seat_count):
            moves = BLIND.legal_moves(state, seat)
            if moves and state.round.choosing:
                assert [move.code for move in moves] == [FROM_LEFT, FROM_RIGHT]
            elif len(moves) == 1:
                assert isinstance(moves[0], TurnOver)
            elif moves:
                ways = [(move.bone, move.at) for move in moves if isinstance(move, Play)]
                assert ways == [(state.round.pending, "l"), (state.round.pending, "r")]
