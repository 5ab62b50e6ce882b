from itertools import combinations
from random import Random

from renderers.scene.scores import ChanceCurve, ChanceMark, ChanceScene


def curve(seat: int, end: float = 0, decisions: int = 30) -> ChanceCurve:
    rng, chance, points = Random(seat), 0.5, []
    for nth in range(decisions):
        points.append((nth / decisions, chance))
        chance = min(0.97, max(0.03, chance + rng.gauss(0, 0.07)))
    return ChanceCurve(seat, "ABCDEF"[seat], (*points, (1, end)))


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
    "a single point": ChanceScene((ChanceCurve(0, "A", ((0.5, 0.5),)),), (), (0, 0.5)),
    "out of bounds": ChanceScene((ChanceCurve(7, "H", ((-1, -1), (2, 2))),)),
}


SAME = [ChanceScene((ChanceCurve(seat, "A", curve(0, 0.5).points),)) for seat in range(6)]
TOLD_APART = [*combinations(SAME, 2), (ChanceScene(TWO), ChanceScene(TWO, MARKS[:1]))]
