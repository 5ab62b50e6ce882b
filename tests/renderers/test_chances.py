from itertools import combinations
from math import dist
from operator import mul
from random import Random

import pytest

from renderers.ink.themes import DEFAULT_THEME, FELTS, Rgb, for_eight, theme_of
from renderers.scene.scores import ChanceCurve, ChanceMark, ChanceScene
from tests.renderers.test_themes import TEXT, contrast


def curve(seat: int, end: float = 0, decisions: int = 30) -> ChanceCurve:
    rng, chance, points = Random(seat), 0.5, []
    for nth in range(decisions):
        points.append((nth / decisions, chance))
        chance = min(0.97, max(0.03, chance + rng.gauss(0, 0.07)))
    return ChanceCurve(seat, "ABCDEFGH"[seat], (*points, (1, end)))


TWO = (curve(0), ChanceCurve(1, "B", tuple((at, 1 - chance) for at, chance in curve(0).points)))
MARKS = tuple(ChanceMark(f"{n}", 0, *TWO[0].points[at]) for n, at in ((1, 7), (2, 16), (3, 25)))
SCENES = {
    "chances_two": ChanceScene(TWO, MARKS, (0, 0.25, 0.5, 0.75)),
    "chances_six": ChanceScene(
        tuple(curve(seat, seat == 2) for seat in range(6)), (), tuple(n / 14 for n in range(14))
    ),
    "chances_one": ChanceScene((curve(3, 1),)),
}
HEIGHTS = (0.4, 0.7)
MORE_SCENES = {
    "no curves": ChanceScene(),
    "eight seats": ChanceScene(tuple(curve(seat, seat == 6) for seat in range(8))),
    "a single point": ChanceScene((ChanceCurve(0, "A", ((0.5, 0.5),)),), (), (0, 0.5)),
    "out of bounds": ChanceScene((ChanceCurve(7, "H", ((-1, -1), (2, 2))),)),
}


SAME = [ChanceScene((ChanceCurve(seat, "A", curve(0, 0.5).points),)) for seat in range(8)]
TOLD_APART = [*combinations(SAME, 2), (ChanceScene(TWO), ChanceScene(TWO, MARKS[:1]))]


SEEN_BY = {
    "everybody": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What linear red, green and blue look like (Machado, Oliveira and Fernandes 2009)."""
BARELY = 10
"""The least distance of two colours that are told apart, in CIE Lab."""


def lab(colour: Rgb, seen: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    linear = [((each / 255 + 0.055) / 1.055) ** 2.4 for each in colour]
    r, g, b = (min(1, max(0, sum(map(mul, row, linear)))) for row in seen)
    white = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (each ** (1 / 3) for each in white)
    return 116 * y, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("seen", SEEN_BY.values(), ids=SEEN_BY)
def test_the_colours_of_eight_seats_are_told_apart_by_the_colour_blind(seen):
    theme = for_eight(DEFAULT_THEME)
    assert theme.curves[:6] == DEFAULT_THEME.curves
    assert len(theme.curves) == 8
    for one, other in combinations((*theme.curves, theme.letter), 2):
        assert dist(lab(one, seen), lab(other, seen)) > BARELY


def test_letters_can_be_read_on_the_colour_of_every_seat():
    for felt in FELTS:
        theme = for_eight(theme_of(felt, "ivory"))
        assert min(contrast(theme.letter, colour) for colour in theme.curves) >= TEXT
