# ruff: noqa: N802 - tests bear the ids of the rules
"""What everybody is told of ends that do not take all that fits."""

from bot.games.all_fives import ALL_FIVES
from bot.games.lucky_draw import LUCKY_DRAW
from bot.games.maltese_cross import MALTESE_CROSS
from bot.games.star import STAR
from tests.games.positions import position

NOBODY = "6-0"


def limited(rules, on, seats=2, **options):
    """The limited ends, and how they are."""
    state = position(rules, *[NOBODY] * seats, on=on, **options)
    return {at: each.value for at, each in rules.observe(state, None).round.limits.items()}


def test_CROSS_5_until_the_cross_is_whole_its_outer_ends_are_closed():
    assert limited(MALTESE_CROSS, "6-6 6-1@l 6-2@r") == {"l": "closed", "r": "closed"}


def test_STAR_3_until_the_star_is_whole_its_outer_ends_are_closed():
    assert limited(STAR, "6-6 6-1@l", seats=4) == {"l": "closed"}
    assert limited(STAR, "6-6 6-1@l 6-2@r 6-3@u 6-5@d", seats=4) == {}


def test_CROSS_6_an_arm_goes_on_with_its_double_only():
    cross = "6-6 6-1@l 6-2@r 6-3@u 6-0@d"

    assert limited(MALTESE_CROSS, cross) == {
        "l": "double",
        "r": "double",
        "u": "double",
        "d": "double",
    }
    assert limited(MALTESE_CROSS, f"{cross} 1-1@l 4-1@l") == {
        "l": "double",
        "r": "double",
        "u": "double",
        "d": "double",
    }


def test_CROSS_7_an_arm_whose_double_lies_elsewhere_is_closed():
    stolen = "6-6 6-1@l 6-2@r 6-3@u 6-0@d 1-1@l 2-1@l 2-2@l"

    assert limited(MALTESE_CROSS, stolen) == {"r": "closed", "u": "double", "d": "double"}
    assert limited(MALTESE_CROSS, stolen, armGate="any-double") == {"u": "double", "d": "double"}


def test_FIVES_4_the_spinners_ends_may_have_to_wait():
    waiting = {"spinnerOrder": "sides-first"}

    assert limited(ALL_FIVES, "5-5 5-1@l") == {}
    assert limited(ALL_FIVES, "5-5 5-1@l", **waiting) == {"u": "closed", "d": "closed"}
    assert limited(ALL_FIVES, "5-5 5-1@l 5-2@r", **waiting) == {}


def test_where_everything_that_fits_may_lie_nothing_is_limited():
    assert limited(LUCKY_DRAW, "6-6 6-3@l 3-3@l", seats=3) == {}
    assert limited(MALTESE_CROSS, "") == {}
