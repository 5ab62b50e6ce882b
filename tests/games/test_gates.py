import pytest

from bot.games.all_fives import ALL_FIVES
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.star import STAR
from tests.games.positions import position

CROSS = "6-6 6-1@l 6-2@r 6-3@u 6-0@d"
STOLEN = f"{CROSS} 1-1@l 2-1@l 2-2@l"
WAITING = {"spinnerOrder": "sides-first"}
FULL = {"armGate": "full-cross"}
ANY = {"armGate": "any-double"}


@pytest.mark.parametrize(
    ("rules", "on", "options", "limited"),
    [
        pytest.param(
            MALTESE_CROSS, "6-6 6-1@l 6-2@r", {}, "l lead first, r lead first", id="CROSS-5"
        ),
        pytest.param(STAR, "6-6 6-1@l", {}, "l lead first", id="STAR-3"),
        pytest.param(STAR, "6-6 6-1@l 6-2@r 6-3@u 6-5@d", {}, "", id="STAR-3 whole"),
        pytest.param(
            MALTESE_CROSS, CROSS, {}, "l double, r double, u double, d double", id="CROSS-6"
        ),
        pytest.param(
            MALTESE_CROSS,
            f"{CROSS} 1-1@l 4-1@l",
            {},
            "l double, r double, u double, d double",
            id="CROSS-6 further out",
        ),
        pytest.param(
            MALTESE_CROSS, STOLEN, {}, "r double elsewhere, u double, d double", id="CROSS-7"
        ),
        pytest.param(MALTESE_CROSS, STOLEN, ANY, "u double, d double", id="CROSS-7 any"),
        pytest.param(
            MALTESE_CROSS,
            f"{CROSS} 1-1@l",
            FULL,
            "l other arms first, r double, u double, d double",
            id="CROSS-7 full",
        ),
        pytest.param(ALL_FIVES, "5-5 5-1@l", {}, "", id="FIVES-4"),
        pytest.param(
            ALL_FIVES,
            "5-5 5-1@l",
            WAITING,
            "u long sides first, d long sides first",
            id="FIVES-4 waiting",
        ),
        pytest.param(ALL_FIVES, "5-5 5-1@l 5-2@r", WAITING, "", id="FIVES-4 no more"),
        pytest.param(LUCKY_DRAW, "6-6 6-3@l 3-3@l", {}, "", id="everything that fits"),
        pytest.param(MALTESE_CROSS, "", {}, "", id="before the lead"),
    ],
)
def test_CROSS_5_CROSS_6_CROSS_7_STAR_3_FIVES_4_limited_ends(rules, on, options, limited):
    state = position(rules, *["6-0"] * max(2, rules.info.min_seats), on=on, **options)
    seen = rules.observe(state, None).round
    assert ", ".join(f"{at} {each.value}" for at, each in seen.limits.items()) == limited
