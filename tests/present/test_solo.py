import re
from dataclasses import replace

import pytest

from bot.games import CATALOGUE, game
from bot.model.match import Occupant
from bot.model.scores import SoloResult
from bot.present.i18n import ENGLISH
from bot.present.screens.match.match_end import SoloSummary, alone_screen
from bot.present.text.seats import TableInfo
from tests.present.sights import labels, text


def result(tally: int, seconds: int, *, rated: bool = True) -> SoloResult:
    return SoloResult(7, True, tally, seconds, rated=rated)


FIRST = SoloSummary(result(14, 192), None, 1, 1)


def told(game_id: str, record: SoloSummary, *, rated: bool = True) -> list[str]:
    table_info = TableInfo(7, game(game_id).info, {}, 101, (Occupant(0, 101),), rated=rated)
    screen = alone_screen(table_info, record, ENGLISH)
    assert not screen.ping
    assert labels(screen) == ["Rematch", "Replay", "Verify", "Analyse", "Share"]
    return text(screen).splitlines()


def test_the_first_result():
    assert told("memory", FIRST) == [
        "## Memory · 14 attempts",
        "<@101> · 3 min, 12 sec",
        "That's your first result: the one to beat.",
        "-# With these options: 1 played",
        "-# 🔓 Shuffle opened: Verify shows how the bones were dealt.",
    ]


def test_an_unrated_result_is_no_best_and_says_so():
    unrated = replace(FIRST, best=result(20, 60), result=result(14, 192, rated=False))
    told_lines = told("memory", unrated, rated=False)
    assert "Personal best: 20 attempts in 1 min." in told_lines
    assert "-# This match was unrated." in told_lines


@pytest.mark.parametrize(
    ("tally", "headline"),
    [(0, "all bones removed!"), (1, "1 bone is left"), (5, "5 bones are left")],
)
def test_bones_that_are_left(tally, headline):
    solo = SoloSummary(result(tally, 61), result(2, 600), 7, 2)
    head, _, compared, *_ = told("solitaire", solo)
    assert head == f"## Solitaire · {headline}"
    assert "🏆" not in head
    best = "Personal best:" if tally == 5 else "🏅 New personal best! Previous best:"
    assert compared == f"{best} 2 bones left in 10 min."


def test_a_match_that_cannot_be_lost_is_not_counted_twice():
    for won, counts in ((2, "7 played, 2 won"), (7, "7 played")):
        lines = told("memory", replace(FIRST, played=7, won=won))
        assert f"-# With these options: {counts}" in lines


@pytest.mark.parametrize(
    ("before", "is_best"),
    [
        ((15, 1), True),
        ((14, 193), True),
        *(((14, 192), False), ((14, 191), False), ((13, 900), False)),
    ],
)
def test_the_fewest_then_the_shortest_time_are_best(before, is_best):
    assert replace(FIRST, best=result(*before)).is_best is is_best
    assert not FIRST.is_best


def test_every_game_for_one_has_words_for_what_it_comes_to():
    for rules in CATALOGUE:
        if rules.info.min_seats == 1:
            assert re.search(r"14 [a-z]", told(rules.info.id, FIRST)[0])
    assert told("block", FIRST)[0] == "## Block · 14"
