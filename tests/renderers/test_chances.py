from random import Random

from renderers.scene.scores import ChanceCurve, ChanceMark, ChanceScene
from tests.renderers.pictures import assert_told_apart


def curve(seat: int, end: float = 0, decisions: int = 30) -> ChanceCurve:
    rng, chance, points = Random(seat), 0.5, []
    for nth in range(decisions):
        points.append((nth / decisions, chance))
        chance = min(0.97, max(0.03, chance + rng.gauss(0, 0.07)))
    return ChanceCurve(seat, "ABCDEF"[seat], (*points, (1, end)))


TWO = (curve(0), ChanceCurve(1, "B", tuple((at, 1 - chance) for at, chance in curve(0).points)))
MARKS = tuple(
    ChanceMark(str(number), 0, *TWO[0].points[at]) for number, at in enumerate((7, 16, 25), 1)
)
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
    "a single point": ChanceScene((ChanceCurve(0, "A", ((0.5, 0.5),)),), (), (0, 0.5)),
    "out of bounds": ChanceScene((ChanceCurve(7, "H", ((-1, -1), (2, 2))),)),
}


def test_seats_and_marks_differ_in_more_than_colour():
    for one in range(6):
        for other in range(one):
            points = curve(0, 0.5).points
            first, second = (
                ChanceScene((ChanceCurve(seat, "A", points),)) for seat in (one, other)
            )
            assert_told_apart(first, second)
    assert_told_apart(ChanceScene(TWO), ChanceScene(TWO, MARKS[:1]))
