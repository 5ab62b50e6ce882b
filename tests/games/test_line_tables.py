"""How rounds with bones on a line or a tree end, and which ends do not take every bone."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from bot.domino.bone import DOUBLE_SIX
from bot.engine.contract import NATURE, Lot, Shuffle
from bot.engine.replay import by_chance as dealt_by_chance
from bot.engine.seating import prepare
from bot.games import CATALOGUE
from bot.games.all_fives import ALL_FIVES
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.common.events import Passed
from bot.games.connecting.moves import Play
from bot.games.connecting.observation import TableSeen
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.lucky_draw import LUCKY_DRAW as LUCKY
from bot.games.maltese_cross import MALTESE_CROSS as CROSS
from bot.games.star import STAR
from bot.present.views import round_seen, view_of_game
from bot.present.views.bones import BonesView
from tests.games.cases import all_cases
from tests.games.playing import played
from tests.games.positions import FIVES, SIXES, after, dealt, ends, position, result, step
from tests.games.worlds import worlds_of

STAR_5 = "6-6 6-1@l 6-2@r 6-3@u 6-5@d"
STAR_4 = "6-6 6-1@l 4-1@l 6-2@r 4-2@r 6-3@u 4-3@u 6-5@d"
"""Who lays 5-4 here blocks the table unless somebody holds another four."""
CROSS_4 = "6-6 6-1@l 6-2@r 6-3@u 6-0@d"
THREES = f"{CROSS_4} 3-3@u"
KEEP = {"keepLastTiles": 2}
LESS = {"blockedScore": "others-minus-own"}
INLINE = {"doubles": "inline"}

# Rule or example, game, line, play, hands by seat, winners and points, what else is special.
OUT = [
    ("BLOCK-T1", BLOCK, "5-3", "5-2@l", "5-2 | 3-3 6-0 4-1", "0: 17 0", {}),
    ("BLOCK-T5 BLOCK-6", BLOCK, "5-3", "5-2@l", "5-2 | 0-0", "0: 0 0", {}),
    ("CLASSIC-T3", CLASSIC, "4-4", "4-2@l", "4-2 | 3-3 | 5-0 6-1", "0: 18 0 0", {}),
    ("CLASSIC-6", CLASSIC, "4-4", "4-2@l", "4-2 | 0-0", "0: 0 0", {}),
    ("LUCKY-T3", LUCKY, "6-6", "6-2@l", "6-2 | 5-3 | 6-5 4-0", "0: 23 0 0", {}),
    ("STAR-T3", STAR, STAR_5, "5-4@d", "5-5 | 1-0 | 3-2 4-4 | 5-4", "3: 0 0 0 24", {"turn": 3}),
    ("DUO-T2 DUO-5", DUOS, "5-3", "5-2@l", "5-5 | 5-2 | 2-1 | 6-5", "1 3: 0 13 0 13", {"turn": 1}),
    ("CROSS-T6", CROSS, THREES, "5-3@u", "5-3 | 6-5 1-1 | 0-0", "0: 0 13 0", {}),
    ("CROSS-T6", CROSS, f"{THREES} 5-3@u", "5-5@u", "5-5 | 6-5 1-1 | 0-0", "0: 0 26 0", {}),
    ("DRAW-4", DRAW, "6-6", "6-1@l", "6-1 | 4-3", "0: 7 0", {"stock": "6-5 2-0", **KEEP}),
]
"""Somebody is out. A double as the last bone of Maltese Cross counts twice."""
BLOCKED = [
    ("BLOCK-T2 BLOCK-9", BLOCK, "4-1", "1-0@r", "1-0 3-2 5-5 | 6-6 2-2 5-3", "0: 9 0", {}),
    ("BLOCK-T3", BLOCK, "4-1", "1-0@r", "1-0 3-2 5-5 | 6-3 5-1", ": 0 0", {}),
    ("BLOCK-T4 5-12-12", BLOCK, "4-1", "1-0@r", "1-0 3-2 | 6-6 | 5-5 1-1", "0: 19 0 0", {}),
    ("BLOCK-T4 5-5-12", BLOCK, "4-1", "1-0@r", "1-0 3-2 | 2-1 1-1 | 6-6", ": 0 0 0", {}),
    ("BLOCK-7 another wins", BLOCK, "4-1", "1-0@r", "1-0 6-6 | 3-2 | 5-5", "1: 0 17 0", {}),
    ("CLASSIC-T4", CLASSIC, "4-1", "1-0@r", "1-0 3-1 | 5-2 | 6-5", "0: 14 0 0", INLINE),
    ("CLASSIC-6 another", CLASSIC, "4-1", "1-0@r", "1-0 6-6 | 3-2", "1: 0 7", INLINE),
    ("CLASSIC-6 tied", CLASSIC, "4-1", "1-0@r", "1-0 3-2 | 1-1 2-1 | 6-6", ": 0 0 0", INLINE),
    ("LUCKY-T3 6-10-10", LUCKY, "4-1", "1-0@r", "1-0 5-1 | 5-5 | 6-2 1-1", "0: 14 0 0", {}),
    ("LUCKY-T3 6-6-10", LUCKY, "4-1", "1-0@r", "1-0 5-1 | 3-3 | 5-5", ": 0 0 0", {}),
    ("DUO-T3", DUOS, "4-1", "1-0@r", "1-0 5-2 | 5-5 | 6-3 | 6-6", "0 2: 22 0 22 0", {}),
    ("STAR-T4", STAR, STAR_4, "5-4@d", "5-4 2-1 | 5-3 | 5-2 2-0 | 5-5", "0: 27 0 0 0", {}),
    ("STAR-7", STAR, STAR_4, "5-4@d", "5-4 2-1 | 5-3 | 5-2 2-0 | 5-5", "0: 24 0 0 0", LESS),
    ("STAR-T4 tied", STAR, STAR_4, "5-4@d", "5-4 2-1 | 3-0 | 5-2 2-0 | 5-5", ": 0 0 0 0", {}),
    ("STAR-7 tied", STAR, STAR_4, "5-4@d", "5-4 2-1 | 3-0 | 5-2 2-0 | 5-5", ": 0 0 0 0", LESS),
    ("CROSS-11", CROSS, f"{CROSS_4} 1-1@l", "0-0@d", "0-0 4-2 | 5-4", "0: 6 9", {}),
    ("DRAW-7", DRAW, "4-1", "1-0@r", "1-0 3-2 | 5-5", "0: 5 0", {"stock": "6-4 6-0", **KEEP}),
]
"""The play leaves nothing that anybody could lay."""


@pytest.mark.parametrize(
    ("reason", "rules", "on", "play", "hands", "expected", "more"),
    [
        pytest.param(reason, *row, id=example)
        for reason, rows in (("domino", OUT), ("blocked", BLOCKED))
        for example, *row in rows
    ],
)
def test_GEN_9_GEN_10_GEN_11_DUO_6_DUO_7_STAR_6_how_a_round_ends(
    reason, rules, on, play, hands, expected, more
):
    winners, points = (tuple(map(int, each.split())) for each in expected.split(":"))
    state = position(rules, *hands.split(" | "), on=on, **more)
    assert result(step(rules, state, play)) == (reason, winners, points)


STOLEN = f"{CROSS_4} 1-1@l 2-1@l 2-2@l"
WAITING = {"spinnerOrder": "sides-first"}
FULL = {"armGate": "full-cross"}
ANY = {"armGate": "any-double"}
THREE_DOUBLES = "r double, u double, d double"


LIMITED = [
    ("CROSS-5", CROSS, "6-6 6-1@l 6-2@r", {}, "l lead first, r lead first"),
    ("STAR-3", STAR, "6-6 6-1@l", {}, "l lead first"),
    ("STAR-3 whole", STAR, STAR_5, {}, ""),
    ("CROSS-6", CROSS, CROSS_4, {}, "l double, r double, u double, d double"),
    ("CROSS-6 out", CROSS, f"{CROSS_4} 1-1@l 4-1@l", {}, "l double, r double, u double, d double"),
    ("CROSS-7", CROSS, STOLEN, {}, "r double elsewhere, u double, d double"),
    ("CROSS-7 any", CROSS, STOLEN, ANY, "u double, d double"),
    ("CROSS-7 full", CROSS, f"{CROSS_4} 1-1@l", FULL, f"l other arms first, {THREE_DOUBLES}"),
    ("FIVES-4", ALL_FIVES, "5-5 5-1@l", {}, ""),
    ("FIVES-4 waiting", ALL_FIVES, "5-5 5-1@l", WAITING, "u long sides first, d long sides first"),
    ("FIVES-4 no more", ALL_FIVES, "5-5 5-1@l 5-2@r", WAITING, ""),
    ("everything that fits", LUCKY, "6-6 6-3@l 3-3@l", {}, ""),
    ("before the lead", CROSS, "", {}, ""),
]


@pytest.mark.parametrize(
    ("rules", "on", "options", "limited"),
    [pytest.param(*row, id=example) for example, *row in LIMITED],
)
def test_CROSS_5_CROSS_6_CROSS_7_STAR_3_FIVES_4_limited_ends(rules, on, options, limited):
    state = position(rules, *["6-0"] * max(2, rules.info.min_seats), on=on, **options)
    seen = rules.observe(state, None).round
    assert ", ".join(f"{at} {each.value}" for at, each in seen.limits.items()) == limited


LINES = [each for each in CATALOGUE if isinstance(view_of_game(each.info.id), BonesView)]


def without_names(case, state, seat):
    """Return what a seat sees and may do, with ends as what they are instead of their names."""
    seen = case.rules.observe(state, seat)
    table = round_seen(seen)
    assert isinstance(table, TableSeen)
    ends, limits = table.layout.ends, table.limits
    kinds = {
        name: (ends.shows[at], ends.at[at], limits.get(name)) for at, name in enumerate(ends.names)
    }
    moves = Counter(
        (move.bone.code, kinds.get(move.at), move.crosswise, table.gains.get(move.code))
        if isinstance(move, Play)
        else move.code
        for move in table.legal
    )
    total = table.total and sorted(table.total.terms)
    return Counter(kinds.values()), moves, table.counts, table.earned, total, seen.to_act


@pytest.mark.parametrize("rules", LINES, ids=lambda rules: rules.info.id)
def test_plays_at_ends_that_are_alike_lead_to_the_same_table(rules):
    compared = 0
    for number, case in enumerate(list(all_cases(rules))[::3]):
        chance, state = random.Random(number), rules.start(case.setup)
        for _ in range(40):
            asked = rules.to_act(state)
            if isinstance(asked, Shuffle | Lot):
                state = rules.apply(state, NATURE, dealt_by_chance(asked, chance)).state
                continue
            if not asked:
                break
            seat = min(asked)
            seen = round_seen(rules.observe(state, seat))
            for move in seen.legal:
                kept = view_of_game(rules.info.id).offered(move, seen)
                if kept is not move:
                    compared += 1
                    after = [rules.apply(state, seat, each).state for each in (kept, move)]
                    one, other = (
                        [without_names(case, each, at) for at in case.setup.seats] for each in after
                    )
                    assert one == other, f"{case.id}: {kept.code} and {move.code}"
            state = rules.apply(state, seat, chance.choice(rules.legal_moves(state, seat))).state
    assert compared


def ever(rounds, place):
    return {code for world in rounds for code in world[place]}


def test_with_the_last_two_kept_a_pass_tells_and_they_may_be_what_fitted():
    match = played(DRAW, prepare(DRAW.info, 2, {"keepLastTiles": 2}), seed=1)
    state = next(s for s in match.states if s.round.history[-1:] == (Passed(0),))
    assert len(state.round.stock) == 2
    rounds = worlds_of(DRAW, state, 1, 300)
    shown = set(ends(state))
    fitting = {bone.code for bone in DOUBLE_SIX if {bone.high, bone.low} & shown}
    assert not ever(rounds, "hand 0") & fitting
    assert ever(rounds, "stock") & fitting


def test_a_table_that_goes_on_is_never_blocked_in_a_sample():
    """1 passed, and yet the round is not over: somebody holds a fitting bone, and it is 2."""
    state = dealt(BLOCK, "6-6 0-0 1-0 1-1 2-0 2-1 2-2", FIVES, "6-5 4-0 4-1 4-2 4-3 3-0 3-1")
    state = after(BLOCK, state, "lot 0", "6-6", "pass")
    for world in worlds_of(BLOCK, state, 0, 300):
        assert any("6" in code for code in world["hand 2"])


def test_an_observation_that_contradicts_itself_has_no_world():
    """Nobody passes on sixes and then plays one."""
    state = after(BLOCK, dealt(BLOCK, SIXES, FIVES), "lot 0", "6-6", "pass", "6-5@r")
    seen = BLOCK.observe(state, None).round
    *before, last = seen.history
    liar = replace(seen, history=(*before, Passed(0), last))
    with pytest.raises(ValueError, match="no world agrees"):
        BLOCK.game.believe(liar).sample(random.Random(1))
