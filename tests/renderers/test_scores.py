from collections.abc import Callable
from random import Random

import pytest

from bot.scores.achievements.catalogue import ACHIEVEMENTS
from renderers.ink.themes import DEFAULT_THEME
from renderers.paint import render
from renderers.scene.bones import Scene
from renderers.scene.scores import (
    Badge,
    CurvePoint,
    GameBar,
    PodiumScene,
    PodiumStep,
    ProfileLabels,
    ProfileScene,
    RankingScene,
    RankRow,
)
from renderers.scores import charts, podium, profile, rankings
from renderers.scores.charts import SPACES, _span
from renderers.scores.names import drawable, fitted_text, has_sign
from tests.renderers.pictures import picture

MOST = 30_000  # the most bytes of a picture without signs
A_SIGN = 420  # the most bytes that each sign of an achievement adds


NAMES = (
    *("Ana", "Łukasz Żółć", "Ελένη", "Дмитрий", "田中", "🦊 Fox"),
    "Maximilian-Alexander von Habsburg",
    *("İpek Çağrı", "Z̷̡̛a̸̢l̵g̴o", "\u202eEve\u202c"),  # noqa: RUF001
)


def ranking(*values: int, gained: bool = False) -> RankingScene:
    top = max(values)
    sign = "+" if gained else ""
    return RankingScene(
        tuple(
            RankRow(values.index(value) + 1, f"{sign}{value:,}", value / top, gained, name)
            for value, name in zip(values, NAMES, strict=False)
        )
    )


def badges(earned: Callable[[int], bool]) -> tuple[Badge, ...]:
    return tuple(Badge(each, earned(nth)) for nth, each in enumerate(SIGNS))


def curve(count: int) -> tuple[CurvePoint, ...]:
    rng, rating, points = Random(3), 1000.0, []
    for nth in range(count):
        rating += rng.gauss(3, 17)
        points.append(CurvePoint(round(rating), f"{9 + nth // 70}/{1 + nth % 70 * 30 // 70}"))
    return tuple(points)


PLAYED = ((96, 41), (60, 33), (31, 9), (22, 12), (14, 0), (8, 8), (3, 1), (1, 0))
CALLED = (
    *("Block", "Maltese Cross", "Double Double Dominoes", "Domino Squares: Numbers", "All Fives"),
    *("Ντόμινο", "多米诺", "Classic Dominoes"),
)
GAMES = tuple(
    GameBar(letter, *each, name)
    for letter, each, name in zip("ABCDEFGH", PLAYED, CALLED, strict=True)
)
SIGNS = (
    "🎲☕🏆🔟💯🔥🚀🌋🎒🌍🎓🤖🦾🤝🎪🎡🥊🐌⏳⚡🎢🧹📸🦊🏃🐱🦢"
    "🎯🔒🎁🚪💰🧱🍃🐫⭐✋🌟🙈🍀🌳🧠🐘🃏🎳💎🎈📣🌀🎰🥉🥇"
)
NAMES_OF_STREAKS = ("Winning streak", "Longest streak")
LABELS = ProfileLabels("Rating", "won/played", *NAMES_OF_STREAKS, "17 of 52 achievements")
THREE = (
    PodiumStep(1, "+148", "Maximilian-Alexander von Habsburg"),
    PodiumStep(2, "+61", "Łukasz Żółć"),
    PodiumStep(3, "+9", "Ελένη"),
)
SCENES: dict[str, Scene] = {
    "ranking": ranking(1684, 1622, 1590, 1544, 1544, 1498, 1467, 1420, 1388, 1352),
    "ranking_of_gains": ranking(184, 122, 96, gained=True),
    "ranking_of_nobody": RankingScene(),
    "profile": ProfileScene(curve(200), GAMES, 3, 11, badges(lambda nth: nth % 3 == 1), LABELS),
    "profile_after_a_match": ProfileScene(
        curve(1), GAMES[-1:], 0, 0, badges(lambda n: n == 0), LABELS
    ),
    "profile_of_nobody": ProfileScene(badges=badges(lambda _: False), labels=LABELS),
    "podium_three": PodiumScene(THREE),
    "podium_one": PodiumScene(THREE[:1]),
}
HEIGHTS = (0, 1.25)
MORE_SCENES: dict[str, Scene] = {
    "long numbers": RankingScene((RankRow(1, "1,234,567.5", 1), RankRow(99, "-4", -3))),
    "nothing at all": ProfileScene(),
    "far apart": ProfileScene((CurvePoint(-500, "1/1"), CurvePoint(4000, "12. 31."))),
    "long streaks": ProfileScene(
        curve(2), GAMES, 1000, 1000, (Badge("?", True), Badge("?", False))
    ),
}


@pytest.mark.parametrize("width", [160, 1200])
@pytest.mark.parametrize("name", [*SCENES, *MORE_SCENES])
def test_it_is_a_small_file_at_every_width(name, width):
    scene = {**SCENES, **MORE_SCENES}[name]
    signs = len(scene.badges) if isinstance(scene, ProfileScene) else 0
    assert len(render(scene, width=width)) <= MOST + signs * A_SIGN


def test_every_achievement_has_its_own_sign():
    signs = [each.symbol for each in ACHIEVEMENTS]
    assert len(set(signs)) == len(signs)
    assert all(map(has_sign, signs))
    assert not has_sign("?")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *(("Łukasz Żółć", "Łukasz Żółć"), ("Ελένη Дмитрий Çağda İş", "Ελένη Дмитрий Çağda İş")),
        *(("e\u0301te\u0301", "été"), ("A\u0336n\u0336a\u0489\u20e3", "Ana")),
        *(("\u202eEve\u202c\u200b\u2066\x00\n  Adam", "Eve Adam"), ("🦊 Fox 👩‍👩‍👧", "Fox")),
        *(("田中", ""), ("Ana 田中", ""), ("דוד", ""), ("🦊", ""), ("...", ""), ("", "")),
    ],
)
def test_a_name_is_drawn_as_far_as_the_font_has_it(name, shown):
    assert drawable(name) == shown


@pytest.mark.parametrize("room", [20, 90, 300])
def test_a_long_name_is_shortened_to_its_room(room):
    theme = DEFAULT_THEME
    long = fitted_text(theme, "W" * 64, 30, theme.felt, theme.letter_ink, room=room)
    assert long is None or long.width <= room
    whole = fitted_text(theme, "Ana", 30, theme.felt, theme.letter_ink, room=300)
    assert whole is not None
    assert whole.width < 90


def test_a_name_that_cannot_be_drawn_leaves_the_line_as_it_was():
    nameless, unknown, known = (
        picture(RankingScene((RankRow(1, "7", 0.5, name=name),))).tobytes()
        for name in ("", "田中", "Ana")
    )
    assert nameless == unknown != known


def test_text_is_large_enough_on_a_phone():
    """At 400 px, capitals of every label and name are at least as high as those of 11 px text."""
    sizes = [rankings.NAME / rankings.UNIT, podium.NAME / podium.UNIT, profile.LABEL, charts.SIZE]
    assert all(400 * size >= 11 for size in sizes)


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
    scenes = [RankingScene((RankRow(place, "7", 0.5),)) for place in (1, 2, 3, 4)]
    assert len({picture(scene, 400).convert("L").tobytes() for scene in scenes}) == 4


@pytest.mark.parametrize(("low", "high"), [(1000, 1000), (990, 1010), (0, 5000), (-40, 3)])
def test_lines_of_a_chart_are_few_round_and_around_the_curve(low, high):
    first, last, step = _span([low, high])
    assert first <= low <= high <= last
    assert first % step == last % step == 0
    assert 1 <= (last - first) // step <= SPACES + 2


@pytest.mark.parametrize(
    "steps",
    [(), THREE[:2], (PodiumStep(1, "+12,345,678", "田中"),) * 3, (*THREE[:1], *THREE[1:2] * 2)],
)
def test_a_podium_keeps_its_size_whoever_stands_there(steps):
    assert picture(PodiumScene(steps), 400).size == picture(PodiumScene(THREE), 400).size
