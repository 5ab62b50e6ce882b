"""Pictures of rankings and profiles."""

from random import Random

import pytest

from renderers.paint import render
from renderers.scene.bones import Scene
from renderers.scene.scores import CurvePoint, GameBar, ProfileScene, RankingScene, RankRow
from renderers.scores.charts import SPACES, _span
from tests.renderers.pictures import picture

MOST = 30_000
"""The most bytes of a picture."""


def ranking(*values: int, gained: bool = False) -> RankingScene:
    top = max(values)
    sign = "+" if gained else ""
    return RankingScene(
        tuple(
            RankRow(values.index(value) + 1, f"{sign}{value:,}", value / top, gained)
            for value in values
        )
    )


def curve(count: int) -> tuple[CurvePoint, ...]:
    rng, rating, points = Random(3), 1000.0, []
    for nth in range(count):
        rating += rng.gauss(3, 17)
        points.append(CurvePoint(round(rating), f"{9 + nth // 70}/{1 + nth % 70 * 30 // 70}"))
    return tuple(points)


PLAYED = ((96, 41), (60, 33), (31, 9), (22, 12), (14, 0), (8, 8), (3, 1), (1, 0))
GAMES = tuple(GameBar(letter, *each) for letter, each in zip("ABCDEFGH", PLAYED, strict=True))
SCENES: dict[str, Scene] = {
    "ranking": ranking(1684, 1622, 1590, 1544, 1544, 1498, 1467, 1420, 1388, 1352),
    "ranking_of_gains": ranking(184, 122, 96, gained=True),
    "ranking_of_nobody": RankingScene(),
    "profile": ProfileScene(curve(200), GAMES, 3, 11, tuple(nth % 3 == 1 for nth in range(51))),
    "profile_after_a_match": ProfileScene(
        curve(1), GAMES[-1:], 0, 0, tuple(nth == 0 for nth in range(51))
    ),
    "profile_of_nobody": ProfileScene(earned=(False,) * 51),
}
HEIGHTS = (0, 1.25)
MORE_SCENES: dict[str, Scene] = {
    "long numbers": RankingScene((RankRow(1, "1,234,567.5", 1), RankRow(99, "-4", -3))),
    "nothing at all": ProfileScene(),
    "far apart": ProfileScene((CurvePoint(-500, "1/1"), CurvePoint(4000, "12. 31."))),
    "long streaks": ProfileScene(curve(2), GAMES, 1000, 1000, (True,)),
}


@pytest.mark.parametrize("width", [160, 1200])
@pytest.mark.parametrize("name", [*SCENES, *MORE_SCENES])
def test_it_is_a_small_file_at_every_width(name, width):
    assert len(render({**SCENES, **MORE_SCENES}[name], width=width)) <= MOST


def test_a_longer_bar_is_a_longer_value():
    """Ivory in the middle of a line, from its left end on."""

    def ivory(share: float) -> int:
        bar = picture(RankingScene((RankRow(1, "1", share),))).convert("RGB")
        y = bar.height // 2
        return sum(bar.getpixel((x, y)) == (247, 240, 222) for x in range(265, 1200))

    half, whole = ivory(0.5), ivory(1.0)
    assert 0.48 < half / whole < 0.52
    assert ivory(0.25) < half
    assert ivory(-1) == ivory(0)
    assert ivory(7) == whole


def test_places_differ_without_their_colours():
    """Grey pictures of the lines of first, second, third and fourth places are not alike."""
    scenes = [RankingScene((RankRow(place, "7", 0.5),)) for place in (1, 2, 3, 4)]
    assert len({picture(scene, 400).convert("L").tobytes() for scene in scenes}) == 4


@pytest.mark.parametrize(("low", "high"), [(1000, 1000), (990, 1010), (0, 5000), (-40, 3)])
def test_lines_of_a_chart_are_few_round_and_around_the_curve(low, high):
    first, last, step = _span([low, high])
    assert first <= low <= high <= last
    assert first % step == last % step == 0
    assert 1 <= (last - first) // step <= SPACES + 2
