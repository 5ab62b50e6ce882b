"""All achievements together: what they are called, where they can be had, and the page of them."""

import unicodedata
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from bot.games import CATALOGUE
from bot.scores.achievements import ACHIEVEMENTS, BY_ID, earned_in, known
from tests.games.cases import cases
from tests.scores import test_boards, test_endings, test_lines, test_milestones
from tests.scores.deeds import by_chance

PAGE = Path(__file__).parents[2] / "docs" / "achievements.md"

STORED = [
    "first-match",
    "hundred-matches",
    "first-win",
    "ten-wins",
    "hundred-wins",
    "streak-3",
    "streak-5",
    "streak-10",
    "ten-games",
    "all-games",
    "ten-games-won",
    "beat-steady",
    "partners",
    "full-table",
    "table-of-six",
    "avenged",
    "slow-win",
    "long-haul",
    "blitz",
    "comeback",
    "clean-sweep",
    "photo-finish",
    "outfoxed",
    "marathon",
    "cross-ninety",
    "duos-shutout",
    "out-with-double",
    "blocked-by-one",
    "six-six-left",
    "knock-knock",
    "sixty-at-once",
    "block-wall",
    "draw-nothing",
    "draw-ten",
    "fives-25",
    "fives-run",
    "star-rays",
    "blind-run",
    "lucky-doubles",
    "classic-crosswise",
    "memory-perfect",
    "memory-run",
    "solitaire-won",
    "solitaire-triples",
    "diamonds-3",
    "carried-home",
    "squares-commands",
    "squares-wild",
    "squares-twelve",
    "podium",
    "week-won",
]
"""Databases know these. One may be added; none may go away or change its name."""

RARE = {
    "diamonds-3",
    "draw-ten",
    "memory-perfect",
    "memory-run",
    "photo-finish",
    "solitaire-triples",
    "solitaire-won",
}
"""What chance alone hardly ever brings about in a few matches."""


def test_ids_are_as_they_are_stored():
    assert [each.id for each in ACHIEVEMENTS] == STORED


def test_ids_names_texts_and_symbols_differ():
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
    modules = test_boards, test_endings, test_lines, test_milestones
    names = " ".join(name for module in modules for name in vars(module))

    assert [id_ for id_ in STORED if id_.replace("-", "_") not in names] == []


def test_what_is_stored_of_another_version_is_passed_over():
    assert known(["week-won", "of-the-future", "first-win"]) == (
        BY_ID["first-win"],
        BY_ID["week-won"],
    )


def test_the_page_tells_all_of_them():
    rows = [f"| {each.symbol} | {each.name} | {each.text} |" for each in ACHIEVEMENTS]

    told = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]

    assert told[1:] == rows  # the first is the table's head


@pytest.mark.parametrize(
    "case", [case for rules in CATALOGUE for case in cases(rules)], ids=lambda case: case.id
)
def test_no_match_is_too_strange(case):
    """Whatever is agreed, and whoever asks."""
    deeds = by_chance(case.rules, case.seats, 1, **dict(case.options))

    assert all(set(earned_in(deed)) <= set(BY_ID) for deed in deeds)


def in_matches_by_chance(seeds):
    """In which games each was earned."""
    where = defaultdict(set)
    for rules in CATALOGUE:
        for seats in range(rules.info.min_seats, rules.info.max_seats + 1):
            if (rules.info.id, seats) != ("draw", 3):
                for seed in range(seeds):
                    for deed in by_chance(rules, seats, seed):
                        for id_ in earned_in(deed):
                            where[id_].add(rules.info.id)
    return where


OF_PLAY = set(STORED[STORED.index("comeback") :]) - {"podium", "week-won"}


def test_feats_occur():
    """Chance brings about most of what play itself earns; by skill it is easier."""
    assert OF_PLAY - set(in_matches_by_chance(8)) <= RARE


@pytest.mark.long
def test_feats_occur_in_every_game_that_they_are_for():
    where = in_matches_by_chance(150)

    for id_ in sorted(OF_PLAY):
        print(id_, *sorted(where[id_]))  # noqa: T201 - for whoever asks how rare it is
    assert OF_PLAY - set(where) <= {"memory-perfect"}
    for id_, games in {
        "block-wall": {"block", "squares-block"},
        "draw-nothing": {"draw", "squares-draw"},
        "blind-run": {"blind", "squares-blind"},
        "squares-wild": {"squares", "squares-block", "squares-draw", "squares-blind"},
    }.items():
        assert where[id_] == games
