"""The picture of a deal's results, and what is shared."""

from dataclasses import replace
from datetime import date

import pytest

from bot.model.daily import Attempt, DailyResult, Deal, Distribution, Mark
from bot.present.i18n import words
from bot.present.screens.daily.deal import share_text
from bot.present.screens.daily.results import MOST_COLUMNS, results_picture
from renderers.scene.scores import DistributionScene

DEAL = Deal(date(2026, 8, 2), "block", 1, 2, {}, b"")
MARKS = (Mark.BEST, Mark.CLOSE, Mark.COSTLY)
OWN = Attempt(DEAL.day, 1, score=7, counts=True, marks=MARKS)
SAY = words("en-US")


def picture(*args, **how):
    """The scene of the results, and the same in words."""
    shown = results_picture(result(*args, **how), SAY)
    assert shown is not None
    assert isinstance(shown.scene, DistributionScene)
    return shown.scene, shown.alt


def result(people, par=(), score=7, beaten=0.78):
    deal, attempt = replace(DEAL, par=par), replace(OWN, score=score)
    return DailyResult(deal, attempt, Distribution(people), beaten, None)


@pytest.mark.parametrize(
    ("scores", "score"),
    [((0,), 0), (range(-5, 5), 4), (range(-213, 188, 7), -3), ((-5000, 9000), 9000)],
)
def test_every_result_is_in_one_of_a_few_columns(scores, score):
    scene, _ = picture(dict.fromkeys(scores, 2), tuple(scores), score)
    assert 1 <= len(scene.columns) <= MOST_COLUMNS
    assert sum(each.players for each in scene.columns) == pytest.approx(1)
    assert sum(each.strong for each in scene.columns) == pytest.approx(1)
    lows = [each.label for each in scene.columns]
    assert scene.own is not None
    assert lows[scene.own] <= score
    assert scene.own == len(lows) - 1 or score < lows[scene.own + 1]


def test_a_late_result_below_all_that_count_has_no_column():
    assert picture({5: 1, 9: 3}, score=-40)[0].own is None


def test_there_is_no_picture_of_no_results():
    assert results_picture(result({}), SAY) is None


def test_a_picture_is_told_in_words():
    _, alt = picture({0: 3, 7: 1}, (7,))
    assert "from 0: 75% of players, 0% of strong computers" in alt
    assert alt.startswith("Your result: 7. Points ahead: from 0: ")
    assert "from 1:" not in alt


def test_the_own_result_is_written_as_it_is_though_its_column_is_wider():
    scene, _ = picture(dict.fromkeys(range(-30, 30), 1), score=7)
    assert scene.own is not None
    assert scene.columns[scene.own].label < scene.result == 7


def test_what_is_shared_has_no_bones():
    assert share_text(result({7: 2}), SAY) == "Boneyard · Deal 214 · Block · 78% · 🟩🟨🟥"
