from itertools import pairwise

import pytest

from bot.domino.bone import DOUBLE_SIX
from bot.domino.counting import Sum
from bot.engine.contract import Lot, Previous
from bot.engine.rounds import MatchEnded, RoundScored
from bot.games.common.events import LeadReason, Leads, Scored
from bot.games.connecting.events import Played, RoundEnded
from bot.games.fives_and_threes import FIVES_AND_THREES
from tests.games.cases import by_chance
from tests.games.positions import bones_dealt, ends, held, language, lead, result, told
from tests.games.recount import events_of, rounds_of

position, dealt, step, steps, after, asked, legal = language(FIVES_AND_THREES)

every_match = by_chance(FIVES_AND_THREES, seeds=6)


def points(step):
    """What the play itself made."""
    return sum(event.sum.points for event in step.events if isinstance(event, Scored))


def made(*codes, **options):
    """What each of these plays makes; two take turns, and each keeps a bone."""
    hands = (" ".join(code.partition("@")[0] for code in codes[at::2]) for at in (0, 1))
    spare = [bone.code for bone in DOUBLE_SIX if bone.code not in " ".join(codes)]
    state = position(
        *(f"{hand} {more}" for hand, more in zip(hands, spare, strict=False)), **options
    )
    return [points(each) for each in steps(state, *codes)]


@pytest.mark.parametrize(
    ("deal", "seats", "hand", "left"),
    [
        *(("seven", 2, 7, 14), ("seven", 3, 5, 13), ("seven", 4, 5, 8)),
        *(("nine", 2, 9, 10), ("nine", 3, 6, 10), ("nine", 4, 6, 4)),
        *(("draw", 2, 7, 14), ("draw", 3, 5, 13), ("draw", 4, 5, 8)),
    ],
)
def test_FT_2_what_is_dealt_and_what_sleeps(deal, seats, hand, left):
    drawable, aside = (left, 0) if deal == "draw" else (0, left)
    assert bones_dealt(FIVES_AND_THREES, seats, deal=deal) == ({hand}, drawable, aside)


@pytest.mark.parametrize(("deal", "move"), [("seven", "pass"), ("draw", "draw")])
def test_FT_2_FT_3_who_cannot_play_knocks_or_draws_if_that_was_agreed(deal, move):
    state = position("1-0", "5-3", on="5-3", stock="6-6", deal=deal)
    assert legal(state, 0) == [move]


def test_FT_3_a_lot_picks_the_first_leader_and_then_the_lead_goes_to_the_left_whoever_won():
    hands = ("6-6 6-5 6-4 6-3 6-2", "5-5 5-4 5-3 5-2 5-1", "3-3 3-2 3-1 3-0 2-2")
    assert lead(FIVES_AND_THREES, *hands)[0] == Lot((0, 1, 2))
    for leader, following in ((0, 1), (1, 2), (2, 0)):
        previous = Previous(1, leader=leader, winners=(leader,))
        led = lead(FIVES_AND_THREES, *hands, previous=previous)
        assert led == ({following}, hands[following].split())


def test_FT_4_a_double_has_two_ends_unless_the_first_is_a_spinner():
    hands = ("6-6 1-0", "6-1 2-0")
    assert ends(step(position(*hands), "6-6").state) == (6, 6)
    spinning = step(position(*hands, spinner="first"), "6-6").state
    assert ends(spinning) == (6, 6, 6, 6)
    assert made("6-6", "6-3@l", "6-1@r", "6-2@u", spinner="first") == [4, 5 + 3, 0, 2]


@pytest.mark.parametrize(("values", "scores"), [("count", [3, 8, 6]), ("pips", [9, 30, 18])])
def test_FT_5_a_total_scores_how_many_threes_and_fives_it_is_or_itself(values, scores):
    assert made("6-3", "6-6@l", "3-3@r", values=values) == scores


def test_FT_5_the_arithmetic_is_shown():
    state = position("6-6 2-0", "4-3", on="6-3")
    both = told(step(state, "6-6@l"), Scored)
    assert both == Scored(0, Sum((12, 3), divisors=(3, 5)))
    assert str(both.sum) == "12 + 3 = 15; 15 ÷ 3 + 15 ÷ 5 = 8"
    last = told(step(position("6-6", "4-3", on="6-3"), "6-6@l"), Scored)
    assert str(last.sum) == "12 + 3 = 15; 15 ÷ 3 + 15 ÷ 5 + 1 = 9"


def test_FT_6_FT_8_a_blocked_round_scores_nothing_more_and_nobody_wins_it():
    closed = step(position("1-0 3-2", "6-6", on="4-1"), "1-0@r")
    assert result(closed) == ("blocked", (), (0, 0))
    assert told(closed, RoundEnded).credits == ()


@pytest.mark.parametrize(("finish", "won"), [("exact", False), ("beyond", True)])
def test_FT_7_the_target_must_be_hit_unless_it_may_be_passed(finish, won):
    state = position("6-6", "4-3", on="6-3", scores=(58, 0), finish=finish)
    last = step(state, "6-6@l")
    assert told(last, RoundScored).totals == (58 + 9 * won, 0)
    assert (last.state.outcome is not None) == won


def test_FT_7_beyond_the_target_a_match_goes_on_to_the_end_of_the_round():
    passed = step(position("5-0 2-2", "2-0", on="5-5", scores=(60, 0), finish="beyond"), "5-0@l")
    assert points(passed) == 2
    assert passed.state.outcome is None


@pytest.mark.parametrize(
    ("pairs", "scores", "winners"),
    [
        *(("off", (59, 61, 3, 3), None), ("off", (60, 61, 3, 3), (0,))),
        *(("on", (59, 61, 59, 61), None), ("on", (60, 61, 60, 61), (0, 2))),
    ],
)
def test_FT_7_beyond_the_target_a_tie_between_sides_means_another_round(pairs, scores, winners):
    """The ends make 5 + 0: 1, and 1 more for going out."""
    options = {"finish": "beyond", "pairs": pairs, "pairsEnd": "first"}
    state = position("2-0", "6-6", "5-5", "4-4", on="5-2", scores=scores, **options)
    outcome = step(state, "2-0@r").state.outcome
    assert (outcome and outcome.winners) == winners


def test_FT_T1():
    leads = {bone.code: made(bone.code)[0] for bone in DOUBLE_SIX}
    scoring = {code: made for code, made in leads.items() if made}
    assert scoring == {
        "6-6": 4,
        **dict.fromkeys(("6-3", "5-4"), 3),
        **dict.fromkeys(("6-4", "5-5", "6-0", "5-1", "4-2", "3-3"), 2),
        **dict.fromkeys(("5-0", "4-1", "3-2", "3-0", "2-1"), 1),
    }


def test_FT_T2():
    plays = ("6-3", "6-6@l", "3-3@r", "6-2@l", "3-1@r", "2-2@l", "5-1@r", "2-0@l")
    assert made(*plays) == [3, 8, 6, 0, 1, 1, 3, 1]


def test_FT_T3():
    assert made("5-5", "5-2@r", "5-0@l", "2-2@r") == [2, 4, 0, 0]


@pytest.mark.parametrize(
    ("on", "bone", "total"),
    [
        pytest.param("6-4", "6-2@l", 59, id="6 makes 2 and 1, which would be 62"),
        pytest.param("6-2", "6-1@l", 61, id="3 makes 1 and 1"),
        pytest.param("5-1", "5-5@l", 60, id="11 makes nothing, but going out makes 1"),
    ],
)
def test_FT_T4(on, bone, total):
    last = step(position(bone[:3], "3-3", on=on, scores=(59, 0)), bone)
    assert told(last, RoundScored).totals == (total, 0)
    assert (last.state.outcome is not None) == (total == 61)


def test_FT_T5():
    def twelve(total):
        return step(position("6-6 2-1", "6-5", on="6-0", scores=(total, 0)), "6-6@l")

    lost = twelve(58)
    assert points(lost) == 0
    assert lost.state.outcome is None
    hit = twelve(57)
    assert points(hit) == 4
    assert result(hit) == ("target", (0,), (4, 0))
    assert told(hit, MatchEnded) == MatchEnded((0,), (61, 0), "target")
    assert held(hit.state, 0) == "2-1"


def test_FT_T6():
    """4 + 2 makes 2; 5 + 2, 6 + 2, 12 + 2 and 12 + 1 make nothing."""
    state = position("4-3", "5-4", "6-5 2-1", "6-6 1-1", on="3-2")
    made = steps(state, "4-3@l", "5-4@l", "6-5@l", "6-6@l", "2-1@r")
    assert [points(each) for each in made] == [2, 0, 0, 0, 1]
    assert asked(made[3].state) == {2}
    assert result(made[-1]) == ("domino", (0, 2), (3, 0, 3, 0))


@pytest.mark.parametrize(("pairs", "end"), [("on", "first"), ("off", "both")])
def test_FT_6_the_round_ends_with_the_first_who_is_out_if_agreed_or_without_pairs(pairs, end):
    state = position("4-3", "5-4", "6-5", "6-6", on="3-2", pairs=pairs, pairsEnd=end)
    winners, made = ((0, 2), (3, 0, 3, 0)) if pairs == "on" else ((0,), (3, 0, 0, 0))
    assert result(step(state, "4-3@l")) == ("domino", winners, made)


# The same by another way: from the codes of the moves alone, without the engine's table.


def totals_of(plays: list[tuple[str, str]]) -> list[int]:
    ends, totals = {}, []
    for code, at in plays:
        high, low = int(code[0]), int(code[2])
        if not at:
            ends = {"l": (high, high == low), "r": (low, high == low)}
            totals.append(high + low)
            continue
        near, _ = ends[at]
        ends[at] = (low if near == high else high, high == low)
        totals.append(sum(pips * (2 if double else 1) for pips, double in ends.values()))
    return totals


def scored_by(total, values):
    share = {number: total // number for number in (3, 5) if total % number == 0}
    return total * len(share) if values == "pips" else sum(share.values())


@by_chance(FIVES_AND_THREES, seeds=6, without="spinner")
def test_FT_I1_FT_5_FT_6_FT_7_every_play_counted_again(match):
    options, before = match.setup.options, None
    target = match.setup.number("target") if options["finish"] == "exact" else None
    for events, ended, scored in rounds_of(match):
        before = before or [0] * match.setup.seat_count
        laid, now = [], list(before)
        for event, *later in zip(events, events[1:], events[2:], strict=False):
            if not isinstance(event, Played):
                continue
            laid.append((event.bone.code, event.at))
            is_last = ended in later and not isinstance(later[0], Played)
            made = scored_by(totals_of(laid)[-1], options["values"])
            made += is_last and ended.out is not None
            if target is not None and now[event.seat] + made > target:
                made = 0
            told = [each.sum.points for each in later[:1] if isinstance(each, Scored)]
            assert told == [made] * (made > 0), laid
            for seat in match.setup.side_of(event.seat):
                now[seat] += made
        assert scored.totals == tuple(now)
        before = now


@every_match
def test_FT_I2_nobody_has_more_than_the_target_that_must_be_hit(match):
    target, last = match.setup.number("target"), match.states[-1]
    if target is None or match.setup.options["finish"] == "beyond":
        return
    for state in match.states:
        earned = state.round.earned if state.outcome is None else (0,) * len(state.totals)
        now = [sum(each) for each in zip(state.totals, earned, strict=True)]
        assert max(now) <= target
        assert (max(now) == target) == (state is last)
    assert all(last.totals[seat] == target for seat in last.outcome.winners)


@every_match
def test_FT_I3_the_lead_moves_to_the_left(match):
    leads = events_of(match, Leads)
    assert [each.reason for each in leads] == [
        LeadReason.LOT,
        *[LeadReason.NEXT_LEFT] * (len(leads) - 1),
    ]
    for one, other in pairwise(leads):
        assert other.seat == (one.seat + 1) % match.setup.seat_count
