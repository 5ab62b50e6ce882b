"""How rounds with bones on a line or a tree end, and which ends do not take every bone."""

import pytest

from bot.games.all_fives import ALL_FIVES
from bot.games.block import BLOCK
from bot.games.classic import CLASSIC
from bot.games.draw import DRAW
from bot.games.duos import DUOS
from bot.games.lucky_draw import LUCKY_DRAW as LUCKY
from bot.games.maltese_cross import MALTESE_CROSS as CROSS
from bot.games.star import STAR
from tests.games.positions import position, result, step

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
