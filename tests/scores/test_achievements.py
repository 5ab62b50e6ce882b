"""All achievements together: their names, the games in which they can be earned, and their page."""

import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from bot.games import CATALOGUE
from bot.scores.achievements.catalogue import ACHIEVEMENTS, BY_ID, earned_in, known
from tests.games.cases import cases
from tests.scores import (
    test_double_double_and_squares,
    test_line_games,
    test_milestones,
    test_round_ends,
)
from tests.scores.deeds import by_chance

PAGE = Path(__file__).parents[2] / "docs" / "achievements.md"

IDS = """
first-match hundred-matches first-win ten-wins hundred-wins streak-3 streak-5 streak-10
ten-games all-games ten-games-won beat-steady beat-strong partners full-table table-of-six
avenged slow-win long-haul blitz comeback clean-sweep photo-finish outfoxed marathon
cross-ninety duos-shutout out-with-double blocked-by-one six-six-left knock-knock sixty-at-once
block-wall draw-nothing draw-ten fives-25 fives-run star-rays blind-run lucky-doubles
classic-crosswise memory-perfect memory-run solitaire-won solitaire-triples diamonds-3
carried-home squares-commands squares-wild squares-twelve podium week-won
"""
STORED = IDS.split()
"""Ids that databases contain. New ones may be added, but none may be removed or renamed."""


def test_ids_are_as_they_are_stored_and_names_texts_and_symbols_differ():
    assert [each.id for each in ACHIEVEMENTS] == STORED
    for of_each in ("id", "name", "text", "symbol"):
        counted = Counter(getattr(each, of_each) for each in ACHIEVEMENTS)
        assert counted.most_common(1)[0][1] == 1, of_each


@pytest.mark.parametrize("each", ACHIEVEMENTS, ids=lambda each: each.id)
def test_each_is_well_told(each):
    assert len(each.id) <= 40
    assert each.text.endswith(".")
    assert each.text.count(". ") == 0, "one sentence"
    assert not each.name.endswith(".")
    assert len(each.name) <= 30
    assert len(each.symbol) == 1
    assert unicodedata.category(each.symbol) == "So"
    assert (each.of_match is None) != (each.of_week is None)


def test_each_has_a_test_of_what_earns_it_and_what_does_not():
    names = " ".join(
        name
        for each in (test_double_double_and_squares, test_round_ends, test_line_games)
        for name in vars(each)
    )
    names += " ".join(vars(test_milestones))
    cases = {(id_, enough) for id_, enough, _ in test_milestones.CASES}

    for id_ in STORED:
        assert id_.replace("-", "_") in names or {(id_, True), (id_, False)} <= cases, id_


def test_what_is_stored_of_another_version_is_passed_over():
    found = known(["week-won", "of-the-future", "first-win"])
    assert found == (BY_ID["first-win"], BY_ID["week-won"])


def test_the_page_tells_all_of_them():
    rows = [f"| {each.symbol} | {each.name} | {each.text} |" for each in ACHIEVEMENTS]

    told = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]

    assert told[1:] == rows  # the first is the table's head


@pytest.mark.parametrize(
    "case", [case for rules in CATALOGUE for case in cases(rules)], ids=lambda case: case.id
)
def test_no_match_is_too_strange(case):
    deeds = by_chance(case.rules, case.seats, 1, **dict(case.options))

    assert all(set(earned_in(part)) <= set(BY_ID) for part in deeds)


OF_PLAY = set(STORED[STORED.index("comeback") :]) - {"podium", "week-won"}


GAMES_FOR = {
    "block-wall": {"block", "squares-block"},
    "draw-nothing": {"draw", "squares-draw"},
    "blind-run": {"blind", "squares-blind"},
    "squares-wild": {"squares", "squares-block", "squares-draw", "squares-blind"},
    "diamonds-3": {"double-double"},
    "memory-run": {"memory"},
}
ALL, MOST = 20, 150
"""The numbers of matches of each game, and of those in which something rare is still missing."""


@pytest.mark.deep
def test_feats_occur_in_every_game_that_they_are_for():
    """Chance brings about most of what play itself earns; by skill it is easier."""
    where: dict[str, set[str]] = defaultdict(set)
    for seed in range(MOST):
        missing = {each for id_, games in GAMES_FOR.items() for each in games - where[id_]}
        for rules in CATALOGUE:
            numbers = range(rules.info.min_seats, rules.info.max_seats + 1)
            for seats in numbers if seed < ALL or rules.info.id in missing else ():
                if (rules.info.id, seats) != ("draw", 3):
                    for part in by_chance(rules, seats, seed):
                        for id_ in earned_in(part):
                            where[id_].add(rules.info.id)

    assert OF_PLAY - set(where) <= {"memory-perfect"}
    assert {id_: where[id_] for id_ in GAMES_FOR} == GAMES_FOR
