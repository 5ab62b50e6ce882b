import random
from dataclasses import replace
from typing import Any

import pytest

from bot.domino.bone import bone
from bot.domino.counting import Sum, pips
from bot.engine.contract import Previous, Shuffle
from bot.engine.replay import playout
from bot.engine.rounds import MatchEnded, RoundScored
from bot.engine.seating import prepare
from bot.games.common.events import Credit, LeadReason, Leads
from bot.games.connecting.events import Dealt, Lacking, Played, Redealt, RoundEnded, VoidDeal
from bot.games.maltese_cross import MALTESE_CROSS as CROSS
from tests.games import positions
from tests.games.cases import by_chance
from tests.games.positions import deal, ends, held, language, lead, result, told
from tests.games.recount import rounds_of

DOUBLES = tuple(bone(pips, pips) for pips in range(7))

position, dealt, step, steps, after, asked, legal = language(CROSS)

FOURS = "4-4 4-3 4-2 4-1 4-0 3-2 3-1"
FIVES = "5-5 2-2 5-4 5-3 5-2 5-1 5-0"
MIXED = "6-5 6-4 6-3 6-2 6-1 6-0 1-0"
"""No double among them."""
MIXED_TOO = "5-4 5-3 5-2 5-1 5-0 2-1 2-0"

THREE_SIDES = "6-6 6-1@l 6-2@r 6-3@u"
ENDS_1230 = "6-6 6-1@l 6-2@r 6-3@u 6-0@d"
"""The cross of the examples: its arms show 1, 2, 3 and 0."""
CLOSING = f"{ENDS_1230} 1-1@l"
"""Who lays 4-1 here blocks the table unless somebody holds 4-4, 2-2, 3-3 or 0-0."""

every_match = by_chance(CROSS, seeds=4)


def ways(on, code, **options):
    """How that bone can be laid, with nothing to draw."""
    return legal(position(code, "5-5", on=on, **options), 0)


def closing(first, *others, **more):
    """The first lays 4-1 and keeps the rest of its hand, which ends the round."""
    return step(position(f"4-1 {first}", *others, on=CLOSING, **more), "4-1@l")


@pytest.mark.parametrize("previous", [None, Previous(1, leader=0, winners=(0,))])
def test_CROSS_2_five_doubles_in_any_hand_are_dealt_again(previous):
    leader, _ = lead(CROSS, FOURS, "0-0 1-1 2-2 3-3 5-5 6-6 6-5", previous=previous)
    assert isinstance(leader, Shuffle)


def test_CROSS_2_doubles_drawn_later_do_not_count():
    state = position("0-0 1-1 3-3 4-4", "6-4 5-4", on="6-6", stock="5-5 6-1")
    state = after(state, "draw", "draw", "6-1@l")
    assert held(state, 0) == "0-0 1-1 3-3 4-4 5-5"
    assert asked(state) == {1}


@pytest.mark.parametrize("previous", [None, Previous(3, leader=0, winners=())])
def test_CROSS_T2_CROSS_3_CROSS_4_the_highest_double_leads_first_and_where_nobody_won(previous):
    assert lead(CROSS, FOURS, FIVES, previous=previous) == ({1}, ["5-5"])


@pytest.mark.parametrize("previous", [None, Previous(3, leader=0, winners=(1,))])
def test_CROSS_3_CROSS_4_without_any_double_everything_is_dealt_again(previous):
    start = replace(CROSS.start(prepare(CROSS.info, 2)).setup, previous=previous)
    made = step(CROSS.start(start), deal(MIXED, MIXED_TOO))
    assert told(made, Redealt) == Redealt(VoidDeal.NO_DOUBLE)
    assert isinstance(asked(made.state), Shuffle)
    assert asked(after(made.state, deal(FOURS, MIXED))) == {0}


def later(winners: tuple[int, ...]) -> Previous:
    return Previous(3, leader=0, winners=winners)


def test_CROSS_4_the_last_winner_leads_any_double_or_the_lead_goes_to_the_left():
    first = ("6-6 6-4 6-3 6-2 6-1 6-0 1-0", FIVES)
    assert lead(CROSS, *first, previous=later((1,))) == ({1}, ["5-5", "2-2"])
    assert lead(CROSS, MIXED, FIVES, FOURS, previous=later((0,))) == ({1}, ["5-5", "2-2"])
    hands, previous = (FOURS, MIXED, MIXED_TOO), later((1,))
    assert lead(CROSS, *hands, previous=previous) == ({0}, ["4-4"])
    state = positions.dealt(CROSS.game, *hands, previous=previous)
    assert state.history[1:] == (
        Lacking((1,), DOUBLES),
        Lacking((2,), DOUBLES),
        Leads(0, by_lot=False, bones=DOUBLES, reason=LeadReason.NEXT_DOUBLE),
    )


@pytest.mark.parametrize(
    ("hands", "winner", "leader"),
    [
        ((FOURS, "", "6-6 6-4 6-3 6-2 6-1 6-0 1-0"), 1, 2),
        ((FOURS, FIVES, ""), 2, 0),
        pytest.param((FOURS, "", MIXED), 1, 0, id="and on where that hand has no double"),
    ],
)
def test_CROSS_4_the_lead_of_a_winner_who_is_out_goes_to_the_left(hands, winner, leader):
    led, _ = lead(CROSS, *hands, out=(winner,), previous=later((winner,)))
    assert led == {leader}


def test_CROSS_6_2_a_double_further_out_is_no_first_extension():
    """By default the arm r cannot have come to look like this; the rule holds all the same."""
    on = f"{ENDS_1230} 1-1@l 2-1@l 2-2@l 4-2@r 4-4@r"
    assert ways(on, "5-4") == ["pass"]
    assert ways(on, "5-4", armGate="any-double") == ["5-4@r"]


def test_CROSS_6_2_the_lead_counts_as_the_double_of_its_number():
    assert ways(f"{ENDS_1230} 1-1@l 4-1@l 4-4@l 6-4@l", "6-5") == ["6-5@l"]


def test_CROSS_7_CROSS_T5():
    """2-2 was laid on the arm of 1: the arm that shows 2 is closed, unless any double opens it."""
    on = f"{ENDS_1230} 1-1@l 2-1@l 2-2@l"
    for other in ("2-0", "3-2", "4-2", "5-2"):
        assert ways(on, other) == [f"{other}@l"]
    gate = {"armGate": "any-double"}
    assert ways(ENDS_1230, "4-1", **gate) == ["pass"]
    assert ways(f"{ENDS_1230} 1-1@l 2-1@l", "4-2", **gate) == ["pass"]
    assert ways(on, "4-2", **gate) == ["4-2@l", "4-2@r"]


def test_CROSS_8_the_round_is_not_blocked_while_there_is_something_to_draw():
    state = position("4-1 5-4", "5-3", on=CLOSING, stock="5-2 2-0")
    state = after(state, "4-1@l")
    assert state.round.outcome is None
    ended = told(step(state, "draw", "draw"), RoundEnded)
    assert ended.reason == "blocked"
    assert ended.credits == (Credit((0,), Sum((9,))), Credit((1,), Sum((2, 7, 8))))


def test_CROSS_12_who_is_out_is_not_asked_any_more():
    state = position("4-1 0-0 5-5", "", "5-4 2-2", "3-1 2-0", on=CLOSING, out=(1,))
    for seat, code in ((0, "4-1@l"), (2, "2-2@r"), (3, "2-0@r"), (0, "0-0@d")):
        assert asked(state) == {seat}
        state = after(state, code)


@pytest.mark.parametrize(
    ("hands", "scores", "winners", "reason"),
    [
        (("", "", "5-4", "3-2"), (99, 100, 91, 98), (0,), "last"),
        pytest.param(("5-4", "5-3"), (90, 92), (0,), "last", id="who did not win the round"),
        (("5-5", "", "6-5", "6-4"), (95, 100, 95, 92), (3,), "all out"),
        pytest.param(
            ("5-5", "", "6-5", "6-4"), (95, 102, 95, 92), (3,), "all out", id="who is out"
        ),
        pytest.param(("5-5", "6-5", "6-4"), (95, 94, 98), (0, 1), "all out", id="shared"),
        pytest.param(("6-4", "5-5"), (95, 97), (0,), "all out", id="CROSS-T9"),
        pytest.param(("6-4", "5-5"), (95, 95), (0, 1), "all out", id="CROSS-T9 shared"),
    ],
)
def test_CROSS_12_the_last_one_left_wins(hands, scores, winners, reason):
    """All at once, it is the lowest total of those who were left; seat 1 may have gone before."""
    out = (1,) if hands[1] == "" else ()
    ended = told(closing(*hands, scores=scores, out=out), MatchEnded)
    assert (ended.winners, ended.reason) == (winners, reason)
    pips_left = tuple(sum(map(int, hand.split("-"))) if hand else 0 for hand in hands)
    assert ended.totals == tuple(map(sum, zip(scores, pips_left, strict=True)))


@pytest.mark.parametrize(("agreed", "boneyard", "dead"), [("boneyard", 14, 0), ("dead", 7, 7)])
def test_CROSS_13_only_those_left_are_dealt_to(agreed, boneyard, dead):
    """The other bones are in the boneyard, or lie dead when it is agreed."""
    closed = closing("", "5-5", "3-2", scores=(0, 90, 0), eliminatedTiles=agreed)
    made = told(step(closed.state, deal(FOURS, FIVES)), Dealt)
    assert [" ".join(map(str, hand or ())) for hand in made.hands] == [FOURS, "", FIVES]
    assert (made.counts, made.boneyard, made.aside) == ((7, 0, 7), boneyard, dead)


def test_CROSS_13_dead_bones_cannot_be_drawn():
    """Seven lie dead for everybody who is out."""
    dead = "6-5 6-4 3-3 2-2 0-0 4-4 2-0"
    hands, rest = ("4-1 5-5", "", "3-2"), f"5-3 {dead}"
    state = position(*hands, on=CLOSING, stock=rest, out=(1,), eliminatedTiles="dead")
    assert told(step(state, "4-1@l", "draw"), RoundEnded).reason == "blocked"
    agreed: dict[str, Any] = {"out": (0, 2), "eliminatedTiles": "dead"}
    state = positions.dealt(CROSS.game, "", FOURS, "", FIVES, previous=later((1,)), **agreed)
    seen = CROSS.game.observe(state, 1)
    assert (seen.boneyard, seen.stock) == (0, 14)


def test_CROSS_T1():
    start = CROSS.start(prepare(CROSS.info, 2))
    five = step(start, deal("0-0 1-1 2-2 3-3 4-4 6-5 2-1", FIVES.replace("2-2", "6-4")))
    assert told(five, Redealt) == Redealt(VoidDeal.MANY_DOUBLES)
    four = step(start, deal("0-0 1-1 2-2 3-3 6-4 6-5 2-1", FIVES.replace("2-2", "4-4")))
    assert told(four, Dealt).counts == (7, 7)


def test_CROSS_T3_CROSS_5_CROSS_8():
    state = position("1-1 4-3", "5-5", on=THREE_SIDES, stock="5-2 6-0 4-2")
    assert legal(state, 0) == ["draw"]
    state = after(state, "draw", "draw")
    assert legal(state, 0) == ["6-0@d"]
    state = after(state, "6-0@d")
    assert held(state, 0) == "1-1 4-3 5-2"
    assert ends(state) == (1, 2, 3, 0)


def test_CROSS_T4_CROSS_6_1_CROSS_6_2():
    on = ENDS_1230
    for code, taken in (
        ("4-1", ["pass"]),
        ("1-1", ["1-1@l"]),
        ("4-1", ["4-1@l"]),
        ("5-4", ["pass"]),
        ("4-4", ["4-4@l"]),
        ("5-4", ["5-4@l"]),
        ("2-2", ["2-2@r"]),
        ("4-2", ["4-2@r"]),
        ("4-3", ["4-3@r"]),  # 4-4 lies on another arm
    ):
        assert ways(on, code) == taken
        on += f" {taken[0]}" * (taken != ["pass"])


@pytest.mark.parametrize(
    ("hands", "winners", "points", "leads"),
    [
        (("3-1", "5-4", "5-2 2-0"), (0,), (4, 9, 9), "4-4"),
        (("3-1", "4-0", "5-4"), (), (4, 4, 9), "5-5"),
    ],
)
def test_CROSS_T7_CROSS_9(hands, winners, points, leads):
    closed = closing(*hands)
    assert result(closed) == ("blocked", winners, points)
    following = after(closed.state, deal(FOURS, FIVES, MIXED))
    (leader,) = asked(following)
    assert legal(following, leader) == [leads]


def test_CROSS_T8():
    scored = closing("", "5-5 2-0", "1-0", scores=(90, 60, 99))
    assert told(scored, RoundScored).totals == (90, 72, 100)
    assert scored.state.setup.seats == (0, 1)
    following = told(step(scored.state, deal(FOURS, FIVES)), Dealt)
    assert (following.counts, following.boneyard) == ((7, 7, 0), 14)


@every_match
def test_CROSS_I1_CROSS_I2(match):
    """The cross is made in every round, and then its arms show four other numbers. Where bones lie
    dead, a side may wait for one of them. The table has exactly four ends."""
    for state in match.states:
        layout = state.round.layout
        assert [each.name for each in layout.openings] == (list("lrud") if layout.laid else [])
        if len(layout.laid) == 5:
            first, *sides = layout.laid
            shown = {side.far for side in sides}
            assert all(side.parent == 0 for side in sides)
            assert len(shown) == 4
            assert first.near not in shown
    for _, ended, _ in rounds_of(match):
        dead = match.setup.options["eliminatedTiles"] == "dead" and () in ended.hands
        assert ended.layout.ends.touching(0) == 4 or dead


@every_match
def test_CROSS_6_CROSS_7_what_can_be_laid_is_what_the_history_of_the_arms_allows(match):
    """The rules of the arms told a second way, from the plays alone."""
    gate = match.setup.options["armGate"]
    for state in match.states[:: max(1, len(match.states) // 200)]:
        table = state.round
        plays = [event for event in table.history if isinstance(event, Played)]
        if len(plays) < 5 or table.outcome is not None:
            continue
        hand, moves = table.hands[table.turn], legal(state, table.turn)
        allowed = {
            f"{each.code}@{arm}"
            for arm in "lrud"
            for each in taken(plays, arm, gate)
            if each in hand
        }
        assert set(moves) == allowed or (not allowed and moves in (["draw"], ["pass"]))


def taken(plays, arm, gate):
    """The bones that fit an arm and are allowed there."""
    on = {name: [play.bone for play in plays[1:] if play.at == name] for name in "lrud"}
    end = plays[0].bone.high
    for each in on[arm]:
        end = each.other(end)
    own = {name: len(bones) > 1 and bones[1].double for name, bones in on.items()}
    lies = any(play.bone is bone(end, end) for play in plays)
    for other in range(7):
        double = other == end
        match gate:
            case "own-double":
                fine = double or (own[arm] and lies)
            case "any-double":
                fine = double or lies
            case _:
                fine = all(own.values()) or (double and not own[arm])
        if fine:
            yield bone(end, other)


@every_match
def test_CROSS_I3_CROSS_10_CROSS_11_CROSS_12_totals_and_winners_follow_from_the_hands(match):
    """Penalties, elimination and the end of the match, counted anew from the hands."""
    left, totals = set(match.setup.seats), [0] * match.setup.seat_count
    limit, until_first = match.setup.number("limit"), match.setup.options["matchEnds"] == "first"
    for _, ended, scored in rounds_of(match):
        assert {seat for seat, hand in enumerate(ended.hands) if hand} <= left
        assert ended.reason != "domino" or [scored.points[seat] for seat in ended.winners] == [0]
        times = 2 if ended.reason == "domino" and ended.layout.laid[-1].bone.double else 1
        for seat, hand in enumerate(ended.hands):
            spared = match.setup.options["blockedWinnerPenalty"] == "none" and seat in ended.winners
            totals[seat] += 0 if spared else times * pips(hand)
        assert scored.totals == tuple(totals)
        before, left = left, {seat for seat in left if totals[seat] < (limit or 1000)}
    if limit is None:
        return  # one round, which its winner wins
    assert len(left) <= 1 or (until_first and len(left) < match.setup.seat_count)
    least = min(totals[seat] for seat in before)
    best = left if len(left) == 1 else {seat for seat in before if totals[seat] == least}
    assert set(match.states[-1].outcome.winners) == best


@pytest.mark.deep
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_CROSS_7_few_rounds_are_blocked_although_arms_are_often_closed(seats):
    """Of 10,000 rounds by chance 4.1, 2.0 and 1.5 % were blocked; 57 % had a closed arm."""
    rounds, blocked, closed = 1500, 0, 0
    chance = random.Random(seats)
    setup = prepare(CROSS.info, seats)
    for _ in range(rounds):
        *_, (_, _, made) = playout(CROSS.game, CROSS.game.start(setup), chance)
        assert made.state.outcome is not None
        blocked += made.state.outcome.reason == "blocked"
        closed += has_closed_arm(made.state.layout)
    assert 0.005 < blocked / rounds < 0.06
    assert 0.52 < closed / rounds < 0.62


def has_closed_arm(layout):
    arm_of = {laid.bone: laid.opening for laid in layout.laid}
    sides = [laid for laid in layout.laid if laid.parent == 0]
    return any(arm_of.get(bone(s.far, s.far), s.opening) != s.opening for s in sides)
