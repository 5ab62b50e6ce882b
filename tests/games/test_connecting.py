# ruff: noqa: N802 - tests bear the ids of the rules
"""What all games of the family share (docs/rules/common.md)."""

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from bot.domino.bone import bone, by_code
from bot.domino.counting import Sum, pips
from bot.domino.layout import END, SIDE_LEFT, SIDE_RIGHT, Laid
from bot.engine.contract import NATURE, Move, Previous
from bot.engine.errors import IllegalMove, NotYourTurn
from bot.engine.nature import drawn
from bot.engine.replay import find
from bot.engine.seating import prepare
from bot.games import CATALOGUE
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.connecting.engine import Connecting
from bot.games.connecting.table import Table
from bot.games.draw import DRAW
from bot.games.events import Credit, Drew, Redealt, RoundEnded, VoidDeal
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.moves import PASS, Draw
from tests.games.cases import all_cases
from tests.games.playing import Match, in_sight
from tests.games.positions import (
    after,
    asked,
    dealt,
    ends,
    held,
    laid_out,
    legal,
    position,
    step,
    told,
)

FAMILY = [rules for rules in CATALOGUE if isinstance(getattr(rules, "game", None), Connecting)]
PLAYED = {
    case.id: case.match()
    for rules in FAMILY
    for case in all_cases(rules)
    if "target" not in dict(case.options)
}
every_match = pytest.mark.parametrize("match", PLAYED.values(), ids=PLAYED)


def none(doubles: Sequence[Laid]) -> int:
    del doubles
    return 0


def first(doubles: Sequence[Laid]) -> int:
    return min(1, len(doubles))


def crosswise(doubles: Sequence[Laid]) -> int:
    return sum(laid.crosswise for laid in doubles)


SPINNERS: dict[str, Callable[[Sequence[Laid]], int]] = {
    "all-fives": first,
    "maltese-cross": first,
    "star": first,
    "star crosswiseOpens=on": crosswise,
    "classic": crosswise,
    "classic doubles=crosswise": len,
    "classic doubles=inline": none,
    "lucky-draw": len,
}
"""How many of the doubles on the table are spinners; in a game that is not named, none."""


def spinners_of(match: Match) -> Callable[[Sequence[Laid]], int]:
    game = match.rules.info.id
    agreed = (f"{game} {key}={value}" for key, value in match.setup.options.items())
    return next((SPINNERS[key] for key in agreed if key in SPINNERS), SPINNERS.get(game, none))


LINES = {name: match for name, match in PLAYED.items() if spinners_of(match) is none}
every_line = pytest.mark.parametrize("match", LINES.values(), ids=LINES)


def tables(match: Match) -> list[Table]:
    return [state.round for state in match.states]


# Rules.


def shown(text: str) -> dict[str, int]:
    """What the arms show where every double is a spinner."""
    *_, layout = laid_out(LUCKY_DRAW, prepare(LUCKY_DRAW.info, 3), text)
    return {opening.name: opening.pips for opening in layout.openings}


def test_GEN_5_a_spinner_that_leads_is_open_on_all_four_sides():
    assert shown("4-4") == {"l": 4, "r": 4, "u": 4, "d": 4}


def test_GEN_5_a_spinner_laid_later_opens_its_far_side_and_two_new_arms():
    assert shown("6-4 4-4@r") == {"l": 6, "r": 4, "e": 4, "f": 4}
    assert shown("4-4 4-2@r 2-2@r") == {"l": 4, "u": 4, "d": 4, "r": 2, "e": 2, "f": 2}


def test_GEN_5_arms_keep_their_names_and_new_ones_follow_in_order():
    line = "6-6 6-5@l 5-5@l 5-4@f 4-4@f 4-3@h 3-3@h 3-2@i 2-2@i 2-1@m 1-1@m 1-0@n 0-0@n"

    assert "".join(shown(line)) == "lrudefghijkmnpqs"
    assert [shown(line)[at] for at in "lns"] == [5, 0, 0]


def test_GEN_5_of_two_new_arms_the_first_is_on_the_left():
    *_, layout = laid_out(LUCKY_DRAW, prepare(LUCKY_DRAW.info, 3), "6-4 4-4@r")

    assert [layout.opening(at).side for at in "ref"] == [END, SIDE_LEFT, SIDE_RIGHT]


def test_GEN_6_two_ends_that_show_the_same_are_two_moves():
    state = position(BLOCK, "5-2 1-0", "6-5", on="5-5")

    assert legal(BLOCK, state, 0) == ["5-2@l", "5-2@r"]


def test_GEN_6_a_bone_fits_by_either_half():
    state = position(BLOCK, "5-3 1-0", "3-1 5-1", on="5-2 3-2@r")

    assert legal(BLOCK, state, 0) == ["5-3@l", "5-3@r"]
    assert ends(after(BLOCK, state, "5-3@l")) == (3, 3)
    assert ends(after(BLOCK, state, "5-3@r")) == (5, 5)


@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.info.id)
@pytest.mark.parametrize("code", ["pass", "draw"])
def test_GEN_7_who_can_play_must(rules, code):
    hands = ("5-2 1-0", "6-5", "6-4", "6-3")[: max(2, rules.info.min_seats)]
    state = position(rules, *hands, on="5-5", stock="6-6 4-4")

    with pytest.raises(IllegalMove):
        find(rules, state, 0, code)


def test_GEN_8_drawing_goes_on_until_a_bone_fits():
    state = position(DRAW, "4-3", "1-1", on="6-5", stock="1-0 2-0 6-2 6-1")

    for _ in range(3):
        assert legal(DRAW, state, 0) == ["draw"]
        state = after(DRAW, state, "draw")

    assert legal(DRAW, state, 0) == ["6-2@l"]


def test_GEN_8_who_drew_everything_in_vain_keeps_it_and_passes():
    state = position(DRAW, "4-3", "6-1", on="6-5", stock="1-0 2-0")

    state = after(DRAW, state, "draw", "draw", "pass")

    assert held(state, 0) == "4-3 1-0 2-0"
    assert asked(DRAW, state) == {1}


def test_GEN_9_a_table_is_blocked_as_soon_as_nobody_can_go_on():
    state = position(BLOCK, "1-0 3-2", "6-6 5-5", "3-3", on="4-1")

    assert told(step(BLOCK, state, "1-0@r"), RoundEnded).reason == "blocked"


def test_GEN_9_it_is_not_while_another_can_play():
    state = position(BLOCK, "1-0 3-2", "6-6 5-5", "4-3", on="4-1")

    state = after(BLOCK, state, "1-0@r", "pass")

    assert legal(BLOCK, state, 2) == ["4-3@l"]


def test_GEN_9_a_boneyard_that_helps_nobody_must_be_drawn_out_first():
    state = position(DRAW, "1-0 3-2", "6-6 5-5", on="4-1", stock="3-3 2-2")

    state = after(DRAW, state, "1-0@r")
    assert state.round.outcome is None
    last = step(DRAW, state, "draw", "draw")

    ended = told(last, RoundEnded)
    assert ended.reason == "blocked"
    assert ended.credits == (Credit((0,), Sum((12 + 10 + 6 + 4, -5))),)
    assert told(last, Drew) == Drew(1, by_code("2-2"), 0)


def test_GEN_9_the_last_draw_blocks_only_if_nobody_can_play():
    state = position(DRAW, "1-0 3-2 4-3", "6-6 5-5", on="4-1", stock="3-3")

    state = after(DRAW, state, "1-0@r", "draw")

    assert legal(DRAW, state, 1) == ["pass"]


def test_GEN_9_a_table_without_a_bone_is_not_blocked():
    assert legal(BLOCK, position(BLOCK, "6-6", "5-5"), 0) == ["6-6"]


def test_GEN_10_a_hand_is_out_the_moment_it_is_empty():
    made = step(BLOCK, position(BLOCK, "5-2", "5-1", "5-3", on="5-5"), "5-2@l")

    assert told(made, RoundEnded).winners == (0,)


def test_GEN_11_a_tie_among_others_is_irrelevant():
    state = position(BLOCK, "1-0 3-2", "6-6", "5-5 1-1", on="4-1")

    assert told(step(BLOCK, state, "1-0@r"), RoundEnded).winners == (0,)


def test_GEN_11_a_tie_for_the_lowest_is_nobodys_round():
    state = position(BLOCK, "1-0 3-2", "2-1 1-1", "6-6", on="4-1")

    assert told(step(BLOCK, state, "1-0@r"), RoundEnded).winners == ()


def test_GEN_12_a_void_deal_changes_nothing_but_that_it_is_told():
    before = Previous(4, leader=0, winners=(1,))
    void = ("1-0 2-0 3-0 4-0 5-0", "6-0 2-1 3-1 4-1 5-1")

    state = dealt(CLASSIC.game, *void, previous=before)

    assert state.history == (Redealt(VoidDeal.NO_DOUBLE),)
    assert (state.hands, state.stock) == ((), ())
    assert state.setup.previous == before
    assert asked(CLASSIC.game, state) == asked(CLASSIC.game, CLASSIC.game.start(state.setup))


def test_GEN_14_a_drawn_bone_is_told_to_its_owner_only():
    event = told(step(DRAW, position(DRAW, "4-3", "6-1", on="6-6", stock="1-0"), "draw"), Drew)

    assert event.for_seat(0) == event
    assert event.for_seat(1) == event.for_seat(None) == Drew(0, None, 0)


@every_match
def test_GEN_14_counts_are_public_and_hands_are_not(match):
    for at, table in enumerate(tables(match)):
        seen = match.rules.observe(match.states[at], None).round
        assert seen.counts == tuple(len(hand) for hand in table.hands)
        assert seen.stock == (len(table.stock) if table.hands else 0)
        assert seen.hand == ()


# Moves that do not come from the list of legal ones.


def test_a_copied_move_is_as_good_as_the_one_in_the_list():
    state = position(DRAW, "4-3", "6-1", on="6-6", stock="1-0")

    made = DRAW.apply(state, 0, Draw("draw", automatic=True))

    assert held(made.state, 0) == "4-3 1-0"


def test_nobody_acts_for_another():
    state = position(BLOCK, "6-6", "5-5", on="4-1")

    for actor in (1, NATURE):
        with pytest.raises(NotYourTurn):
            BLOCK.apply(state, actor, PASS)


def test_a_move_of_another_game_is_a_programming_error():
    with pytest.raises(TypeError, match="not a move of this family"):
        BLOCK.apply(position(BLOCK, "6-6", "5-5", on="4-1"), 0, Move("pass"))


def test_after_the_end_nobody_acts():
    state = position(BLOCK, "5-2", "5-1", on="5-5", target=1)
    over = after(BLOCK, state, "5-2@l")

    assert asked(BLOCK, over) == set()
    with pytest.raises(NotYourTurn):
        BLOCK.apply(over, 1, PASS)
    with pytest.raises(NotYourTurn):
        BLOCK.apply(over, NATURE, drawn(0))


# Invariants, at every ply of matches played by chance.


@every_match
def test_GEN_I1(match):
    """Layout, hands and stock are the full set, each bone once."""
    whole = {f"{high}-{low}" for high in range(7) for low in range(high + 1)}
    for state in match.states:
        codes = Counter(code for held in match.rules.whereabouts(state).values() for code in held)
        assert set(codes) == whole
        assert set(codes.values()) == {1}


@every_match
def test_GEN_I2(match):
    """Their pips add up to 168."""
    for state in match.states:
        places = match.rules.whereabouts(state)
        assert sum(pips(map(by_code, codes)) for codes in places.values()) == 168


@every_match
def test_GEN_I3(match):
    """Every joint connects equal numbers."""
    for table in tables(match):
        laid = table.layout.laid
        for each in laid[1:]:
            parent = laid[-1 if each.parent is None else each.parent]
            first_of_left_arm = each.parent == 0 and each.opening == "l"
            assert each.near == (parent.near if first_of_left_arm else parent.far)
            assert each.bone is bone(each.near, each.far)


@every_match
def test_GEN_I4(match):
    """A first bone opens two ends and every spinner two more; their names are all different."""
    spinners = spinners_of(match)
    for table in tables(match):
        doubles = [laid for laid in table.layout.laid if laid.bone.double]
        names = [opening.name for opening in table.layout.openings]
        assert len(names) == (2 + 2 * spinners(doubles) if table.layout.laid else 0)
        assert len(set(names)) == len(names)
        assert names[:2] == ["l", "r"][: len(names)]


@every_line
def test_GEN_I5(match):
    """A number is shown by exactly one end iff an odd number of its non-doubles lie."""
    for table in tables(match):
        shown = [opening.pips for opening in table.layout.openings]
        singles = [laid.bone for laid in table.layout.laid if not laid.bone.double]
        for number in range(7):
            odd = sum(each.has(number) for each in singles) % 2 == 1
            assert odd == (shown.count(number) == 1)


@every_match
def test_what_is_in_sight_is_what_whereabouts_says(match):
    for state in match.states[:: max(1, len(match.states) // 20)]:
        seen = match.rules.observe(state, 0).round
        over = seen.outcome is not None
        shown = {str(each) for each in seen.hand} | {str(laid.bone) for laid in seen.layout.laid}
        if not over:
            assert shown == in_sight(match.rules.whereabouts(state), 0, over=False)
