import pytest
from msgspec.structs import replace

from bot.domino.bone import bone, by_code
from bot.domino.counting import Sum
from bot.engine.contract import Lot, Move, Previous
from bot.engine.errors import IllegalMove
from bot.engine.replay import find
from bot.engine.seating import prepare
from bot.games import CATALOGUE
from bot.games.all_fives import ALL_FIVES
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.common.events import Credit, Drew, Passed
from bot.games.common.pieces import Draw
from bot.games.connecting.events import Redealt, RoundEnded, VoidDeal
from bot.games.connecting.rules import Connecting
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.kozel import KOZEL, Accounts
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS as CROSS
from bot.games.partners.brazilian import BRAZILIAN
from bot.games.star import STAR
from tests.games.cases import by_chance, needed_for
from tests.games.playing import Match, in_sight
from tests.games.positions import (
    FIVES,
    SIXES,
    after,
    asked,
    bones_dealt,
    dealt,
    ends,
    held,
    laid_out,
    lead,
    legal,
    position,
    step,
    told,
)
from tests.games.worlds import worlds_of

FAMILY = [rules for rules in CATALOGUE if isinstance(getattr(rules, "game", None), Connecting)]
SEVEN_EACH = ((2, 7, 14), (3, 7, 7), (4, 7, 0))
"""Seats, the size of a hand, and how many bones are left."""
every_match = by_chance(*FAMILY, seeds=2, without="target")


SPINNERS = {
    "all-fives": "first",
    "maltese-cross": "first",
    "star": "first",
    "star crosswiseOpens=on": "crosswise",
    "classic": "crosswise",
    "classic doubles=crosswise": "all",
    "classic doubles=inline": "none",
    "lucky-draw": "all",
    "fives-and-threes spinner=first": "first",
}
"""Which doubles on the table are spinners; in a game that is not named, none."""


def spinners_of(match: Match) -> str:
    game = match.rules.info.id
    agreed = (f"{game} {key}={value}" for key, value in match.setup.options.items())
    return next((SPINNERS[key] for key in agreed if key in SPINNERS), SPINNERS.get(game, "none"))


def shown(text: str) -> dict[str, int]:
    *_, layout = laid_out(LUCKY_DRAW, prepare(LUCKY_DRAW.info, 3), text)
    return {opening.name: opening.pips for opening in layout.openings}


def test_GEN_5_arms_keep_their_names_and_new_ones_follow_in_order():
    line = "6-6 6-5@l 5-5@l 5-4@f 4-4@f 4-3@h 3-3@h 3-2@i 2-2@i 2-1@m 1-1@m 1-0@n 0-0@n"
    assert "".join(shown(line)) == "lrudefghijkmnpqs"
    assert [shown(line)[at] for at in "lns"] == [5, 0, 0]


def test_GEN_6_a_bone_fits_by_either_half_and_each_way_is_a_move():
    assert legal(BLOCK, position(BLOCK, "5-2 1-0", "6-5", on="5-5"), 0) == ["5-2@l", "5-2@r"]
    state = position(BLOCK, "5-3 1-0", "3-1 5-1", on="5-2 3-2@r")
    assert legal(BLOCK, state, 0) == ["5-3@l", "5-3@r"]
    assert ends(after(BLOCK, state, "5-3@l")) == (3, 3)
    assert ends(after(BLOCK, state, "5-3@r")) == (5, 5)


@pytest.mark.parametrize(
    ("rules", "seats", "hand", "boneyard", "aside"),
    [
        *((rules, *each, 0) for rules in (ALL_FIVES, CROSS) for each in SEVEN_EACH),
        *((BLOCK, seats, hand, 0, rest) for seats, hand, rest in SEVEN_EACH),
        *((CLASSIC, seats, 5, 28 - 5 * seats, 0) for seats in (2, 3, 4)),
        *((DRAW, 2, 7, 14, 0), (DRAW, 3, 5, 13, 0), (DRAW, 4, 5, 8, 0)),
        *((rules, 4, 7, 0, 0) for rules in (DUOS, STAR)),
    ],
)
def test_FIVES_1_CROSS_1_BLOCK_1_BLOCK_2_CLASSIC_1_DRAW_1_DUO_1_STAR_1_the_deal(
    rules, seats, hand, boneyard, aside
):
    options = dict(needed_for(rules, seats))
    assert bones_dealt(rules, seats, **options) == ({hand}, boneyard, aside)


@pytest.mark.parametrize("rules", [ALL_FIVES, DRAW], ids=["FIVES-2", "DRAW-2"])
@pytest.mark.parametrize(
    ("previous", "leads"),
    [
        (None, Lot((0, 1))),
        (Previous(1, leader=0, winners=(1,)), {1}),
        (Previous(2, leader=0, winners=()), Lot((0, 1))),
    ],
)
def test_FIVES_2_DRAW_2_a_lot_leads_then_the_last_winner(rules, previous, leads):
    assert lead(rules, SIXES, FIVES, previous=previous)[0] == leads


@pytest.mark.parametrize(("rules", "opened"), [(ALL_FIVES, "lrud"), (BLOCK, "lr"), (DRAW, "lr")])
def test_FIVES_3_BLOCK_4_DRAW_3_any_bone_leads_and_a_line_has_two_ends(rules, opened):
    state = after(rules, dealt(rules, SIXES, FIVES), "lot 1")
    assert legal(rules, state, 1) == FIVES.split()
    state = after(rules, state, "5-5")
    assert ends(state) == (5,) * len(opened)
    assert legal(rules, state, 0) == [f"6-5@{at}" for at in opened]


@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.info.id)
def test_GEN_7_FIVES_3_DUO_4_who_can_play_must(rules):
    hands = ("5-2 1-0", "6-5", "6-4", "6-3")[: max(2, rules.info.min_seats)]
    state = position(rules, *hands, on="5-5", stock="6-6 4-4")
    for code in ("pass", "draw"):
        with pytest.raises(IllegalMove):
            find(rules, state, 0, code)


CAN_DO = [
    ("BLOCK-T6", BLOCK, "5-3", "", "6-6 2-0 | 3-2 4-4", "pass"),
    ("BLOCK-T6 able", BLOCK, "5-3", "", "6-6 2-0 3-1 | 5-5", "3-1@r"),
    ("CLASSIC-T5", CLASSIC, "4-4", "", "6-5 | 4-1", "pass"),
    ("CLASSIC-T5 drawing", CLASSIC, "4-4", "1-0", "6-5 | 4-1", "draw"),
    ("DRAW-T3", DRAW, "6-6", "1-0", "6-3 | 6-1", "6-3@l 6-3@r"),
    ("DUO-4", DUOS, "6-5 5-5@r", "", "1-0 | 6-4 | 3-3 | 2-2", "pass"),
    ("LUCKY-5", LUCKY_DRAW, "6-6", "", "5-4 1-0 | 6-2 1-1 | 5-5", "pass"),
    ("STAR-T1", STAR, "6-6", "", "5-5 3-2 | 0-0 | 0-0 | 0-0", "pass"),
    ("STAR-T1 able", STAR, "6-6", "", "6-2 5-5 | 0-0 | 0-0 | 0-0", "6-2@l 6-2@r 6-2@u 6-2@d"),
]
"""Game, line, boneyard, hands by seat, and what the first seat can do."""


@pytest.mark.parametrize(
    ("rules", "on", "stock", "hands", "moves"),
    [pytest.param(*row, id=example) for example, *row in CAN_DO],
)
def test_BLOCK_5_CLASSIC_5_STAR_4_who_cannot_play_draws_or_passes(rules, on, stock, hands, moves):
    state = position(rules, *hands.split(" | "), on=on, stock=stock)
    assert legal(rules, state, 0) == moves.split()
    for code in {"pass", "draw"} - {moves}:
        with pytest.raises(IllegalMove):
            find(rules, state, 0, code)
    assert rules.legal_moves(state, 0)[0].automatic == (moves in {"pass", "draw"})
    if moves == "pass":
        passed = step(rules, state, "pass")
        assert told(passed, Passed) == Passed(0)
        assert asked(rules, passed.state) == {3 if rules is DUOS else 1}


def test_GEN_9_a_table_is_not_blocked_while_another_can_play_nor_before_the_lead():
    state = position(BLOCK, "1-0 3-2", "6-6 5-5", "4-3", on="4-1")
    assert legal(BLOCK, after(BLOCK, state, "1-0@r", "pass"), 2) == ["4-3@l"]
    state = position(DRAW, "1-0 3-2 4-3", "6-6 5-5", on="4-1", stock="3-3")
    assert legal(DRAW, after(DRAW, state, "1-0@r", "draw"), 1) == ["pass"]
    assert legal(BLOCK, position(BLOCK, "6-6", "5-5"), 0) == ["6-6"]


def test_GEN_9_a_boneyard_that_helps_nobody_must_be_drawn_out_first():
    state = position(DRAW, "1-0 3-2", "6-6 5-5", on="4-1", stock="3-3 2-2")
    state = after(DRAW, state, "1-0@r")
    assert state.round.outcome is None
    last = step(DRAW, state, "draw", "draw")
    ended = told(last, RoundEnded)
    assert ended.reason == "blocked"
    assert ended.credits == (Credit((0,), Sum((12 + 10 + 6 + 4, -5))),)
    assert told(last, Drew) == Drew(1, by_code("2-2"), 0)


def test_GEN_12_a_void_deal_changes_nothing_but_that_it_is_told():
    before = Previous(4, leader=0, winners=(1,))
    void = ("1-0 2-0 3-0 4-0 5-0", "6-0 2-1 3-1 4-1 5-1")
    state = dealt(CLASSIC.game, *void, previous=before)
    assert state.history == (Redealt(VoidDeal.NO_DOUBLE),)
    assert (state.hands, state.stock) == ((), ())
    assert state.setup.previous == before
    assert asked(CLASSIC.game, state) == asked(CLASSIC.game, CLASSIC.game.start(state.setup))


@pytest.mark.parametrize(
    ("rules", "options", "most"), [(KOZEL, {}, 4), (BRAZILIAN, {"doubles": "redeal-4"}, 3)]
)
def test_GEN_12_a_deal_that_would_be_void_is_never_sampled_even_if_any_bone_is_led(
    rules, options, most
):
    before = Previous(1, leader=0, winners=(0, 2), decider=0)
    if rules is KOZEL:
        before = replace(before, carried=Accounts(winner=0))
    hands = (
        *("6-5 5-4 4-3 3-2 2-1 1-0 6-0", "0-0 1-1 2-2 6-4 6-3 5-3 4-0"),
        *("3-3 4-4 6-2 5-2 4-2 3-1 2-0", "5-5 6-6 6-1 5-1 4-1 5-0 3-0"),
    )
    state = dealt(rules.game, *hands, previous=before, **options)
    assert len(legal(rules.game, state, 0)) == 7
    for world in worlds_of(rules.game, state, 0, 500):
        doubles = [sum(by_code(code).double for code in hand) for hand in world.values()]
        assert max(doubles) <= most


GOALS = [(BLOCK, 100), (CLASSIC, 100), (DUOS, 50), (LUCKY_DRAW, 100), (STAR, 100)]


@pytest.mark.parametrize(
    ("rules", "goal"), GOALS, ids=lambda value: value.info.id if value in FAMILY else str(value)
)
@pytest.mark.parametrize("missing", [0, 1])
def test_BLOCK_10_CLASSIC_8_DUO_9_LUCKY_7_STAR_8_how_far_a_match_goes(rules, goal, missing):
    """The first plays 5-4 as its last bone; the others hold ten pips each."""
    others = max(2, rules.info.min_seats) - 1
    on, code = ("6-6 6-1@l 6-2@r 6-3@u 6-5@d", "5-4@d") if rules is STAR else ("5-5", "5-4@l")
    first = goal - missing - (20 if rules is DUOS else 10 * others)
    scores = (first, 0, first, 0) if rules is DUOS else (first, *[0] * others)
    made = step(rules, position(rules, "5-4", *["6-4"] * others, on=on, scores=scores), code)
    assert (made.state.outcome is not None) == (missing == 0)
    assert rules.observe(made.state, None).goal == goal
    if missing == 0:
        assert made.state.outcome.winners == ((0, 2) if rules is DUOS else (0,))
        assert made.state.outcome.reason == "target"


def test_GEN_14_a_drawn_bone_is_told_to_its_owner_only():
    event = told(step(DRAW, position(DRAW, "4-3", "6-1", on="6-6", stock="1-0"), "draw"), Drew)
    assert event.for_seat(0) == event
    assert event.for_seat(1) == event.for_seat(None) == Drew(0, None, 0)


@every_match
def test_GEN_14_counts_are_public_and_hands_are_not(match):
    for at in match.moments(30):
        state, table = match.states[at], match.states[at].round
        seen = match.rules.observe(state, None).round
        assert seen.counts == tuple(len(hand) for hand in table.hands)
        assert seen.stock == (len(table.stock) if table.hands else 0)
        assert seen.hand == ()
        if seen.outcome is None:
            mine = match.rules.observe(state, 0).round
            shown = {str(each) for each in (*mine.hand, *(laid.bone for laid in mine.layout.laid))}
            assert shown == in_sight(match.rules.piece_locations(state), 0, over=False)


def test_a_copied_move_is_as_good_as_the_one_in_the_list():
    state = position(DRAW, "4-3", "6-1", on="6-6", stock="1-0")
    made = DRAW.apply(state, 0, Draw("draw", automatic=True))
    assert held(made.state, 0) == "4-3 1-0"


def test_a_move_of_another_game_is_a_programming_error():
    with pytest.raises(TypeError, match="not a move of this family"):
        BLOCK.apply(position(BLOCK, "6-6", "5-5", on="4-1"), 0, Move("pass"))


@every_match
def test_GEN_I3(match):
    """Every joint connects equal numbers."""
    for state in match.states:
        laid = state.round.layout.laid
        for each in laid[-1:] if len(laid) > 1 else ():
            parent = laid[-1 if each.parent is None else each.parent]
            first_of_left_arm = each.parent == 0 and each.opening == "l"
            assert each.near == (parent.near if first_of_left_arm else parent.far)
            assert each.bone is bone(each.near, each.far)


@every_match
def test_GEN_I4_GEN_I5_CLASSIC_I1_LUCKY_I1_STAR_I2(match):
    """A first bone opens two ends and every spinner two more; their names are all different. In a
    line a number is shown by exactly one end iff an odd number of its non-doubles lie."""
    spinners = spinners_of(match)
    for state in match.states:
        layout = state.round.layout
        doubles = [laid for laid in layout.laid if laid.bone.double]
        singles = [laid.bone for laid in layout.laid if not laid.bone.double]
        names = [opening.name for opening in layout.openings]
        crosswise = sum(laid.crosswise for laid in doubles)
        count = {"first": min(1, len(doubles)), "crosswise": crosswise, "all": len(doubles)}
        assert len(names) == (2 + 2 * count.get(spinners, 0) if layout.laid else 0)
        assert len(set(names)) == len(names)
        assert names[:2] == ["l", "r"][: len(names)]
        shown = [opening.pips for opening in layout.openings]
        for number in range(7) if spinners == "none" else ():
            odd = sum(each.has(number) for each in singles) % 2 == 1
            assert odd == (shown.count(number) == 1)
