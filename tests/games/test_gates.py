import pytest

from bot.games.all_fives import ALL_FIVES
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS as CROSS
from bot.games.star import STAR
from tests.games.positions import position

MADE = "6-6 6-1@l 6-2@r 6-3@u 6-0@d"
STOLEN = f"{MADE} 1-1@l 2-1@l 2-2@l"
WAITING = {"spinnerOrder": "sides-first"}
FULL = {"armGate": "full-cross"}
ANY = {"armGate": "any-double"}
THREE_DOUBLES = "r double, u double, d double"


LIMITED = [
    ("CROSS-5", CROSS, "6-6 6-1@l 6-2@r", {}, "l lead first, r lead first"),
    ("STAR-3", STAR, "6-6 6-1@l", {}, "l lead first"),
    ("STAR-3 whole", STAR, "6-6 6-1@l 6-2@r 6-3@u 6-5@d", {}, ""),
    ("CROSS-6", CROSS, MADE, {}, "l double, r double, u double, d double"),
    ("CROSS-6 out", CROSS, f"{MADE} 1-1@l 4-1@l", {}, "l double, r double, u double, d double"),
    ("CROSS-7", CROSS, STOLEN, {}, "r double elsewhere, u double, d double"),
    ("CROSS-7 any", CROSS, STOLEN, ANY, "u double, d double"),
    ("CROSS-7 full", CROSS, f"{MADE} 1-1@l", FULL, f"l other arms first, {THREE_DOUBLES}"),
    ("FIVES-4", ALL_FIVES, "5-5 5-1@l", {}, ""),
    ("FIVES-4 waiting", ALL_FIVES, "5-5 5-1@l", WAITING, "u long sides first, d long sides first"),
    ("FIVES-4 no more", ALL_FIVES, "5-5 5-1@l 5-2@r", WAITING, ""),
    ("everything that fits", LUCKY_DRAW, "6-6 6-3@l 3-3@l", {}, ""),
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
