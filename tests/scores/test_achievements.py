"""All achievements together, and those for many matches, for opponents, and for how points went."""

import unicodedata
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from msgspec import structs

from bot.games import CATALOGUE
from bot.scores.achievements import catalogue
from bot.scores.achievements.catalogue import (
    ACHIEVEMENTS,
    BY_ID,
    earned_by_streak,
    earned_in,
    earned_on_podium,
)
from bot.scores.career import Career, Tally
from tests.games.cases import cases
from tests.scores import test_bones, test_double_double_and_squares
from tests.scores.deeds import ENDED, PLAIN, by_chance, career, earned, scored, with_rounds

PAGE = Path(__file__).parents[2] / "docs" / "achievements.md"

IDS = """
first-match hundred-matches first-win ten-wins hundred-wins streak-3 streak-5 streak-10
ten-games all-games ten-games-won beat-steady beat-strong partners full-table table-of-six
avenged slow-win long-haul blitz comeback clean-sweep photo-finish outfoxed marathon
cross-ninety duos-shutout six-love dry-goat out-with-double blocked-by-one six-six-left
knock-knock sixty-at-once
block-wall draw-nothing draw-ten fives-25 fives-run star-rays blind-run lucky-doubles
classic-crosswise memory-perfect memory-run solitaire-won solitaire-triples diamonds-3
carried-home squares-commands squares-wild squares-twelve podium week-won
deals-7 deals-30 deals-100
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
    ways = (each.of_match, each.of_week, each.of_streak)
    assert sum(way is not None for way in ways) == 1


def test_each_has_a_test_of_what_earns_it_and_what_does_not():
    names = " ".join([*vars(test_bones), *vars(test_double_double_and_squares), *globals()])
    cases = {(id_, enough) for id_, enough, _ in CASES}

    for id_ in STORED:
        assert id_.replace("-", "_") in names or {(id_, True), (id_, False)} <= cases, id_


def test_what_is_stored_of_another_version_is_passed_over():
    found = catalogue.known(["week-won", "of-the-future", "first-win"])
    assert found == (BY_ID["first-win"], BY_ID["week-won"])


def test_the_page_tells_all_of_them():
    rows = [f"| {each.symbol} | {each.name} | {each.text} |" for each in ACHIEVEMENTS]

    told = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]

    assert told[1:] == rows  # the first is the table's head


@pytest.mark.parametrize(
    "case", [case for rules in CATALOGUE for case in cases(rules)], ids=lambda case: case.id
)
def test_achievements_are_computed_for_every_game_and_option(case):
    deeds = by_chance(case.rules, case.seats, 1, **dict(case.options))

    assert all(set(earned_in(part)) <= set(BY_ID) for part in deeds)


OF_PLAY = {
    each.id
    for each in ACHIEVEMENTS
    if each.of_match is not None and STORED.index(each.id) >= STORED.index("comeback")
}


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


GAMES = [rules.info.id for rules in CATALOGUE]
OTHER = "a game of another version"
YES, NO = True, False


def part(**changes):
    return replace(PLAIN, **changes)


def so_far(games=("block",), stayed=1, wins=0, *, streak=0, company=None, **changes):
    """Return the participation in a match after which the career is like this."""
    return part(career=career(stayed, wins, streak, games, company), **changes)


def tallies(one, others, games):
    """Return one after which the career has this tally in one game, and that one in all others."""
    return part(career=Career({**dict.fromkeys(games, others), "squares": one}))


PLAYED, LEFT, WON = Tally(1, 0, 1), Tally(1, 0, 0), Tally(1, 1, 1)
NOT_SQUARES = [each for each in GAMES if each != "squares"]
STEADY = {2: "steady"}
PARTNER = frozenset({2})
PAIR = ((0, 2), (50, 0, 50, 0))
FOUR, SIX = ((0,), (100, 1, 2, 3)), ((0,), (6, 4, 1, 1, 1, 1))
WEEK, FIVE_MINUTES, SECOND = timedelta(days=7), timedelta(minutes=5), timedelta(seconds=1)
BEHIND, AHEAD = ((1,), (10, 60)), ((0,), (110, 60))
THRICE = [((0,), (40, 0)), ((0,), (80, 0)), ((0,), (120, 0))]
NOT_YET, MARATHON = ((), (0, 1)), ((0,), (100, 1))

CASES = [
    ("first-match", YES, so_far(won=False)),
    ("first-match", NO, part(career=Career({"block": Tally(3, 0, 0)}))),  # all were left
    ("hundred-matches", YES, so_far(("block", "memory"), 50)),
    ("hundred-matches", NO, so_far(stayed=99)),
    ("hundred-matches", NO, part(career=Career({"block": Tally(120, 0, 99)}))),
    ("first-win", YES, so_far(wins=1)),
    ("first-win", NO, so_far(wins=1, company=0)),  # alone
    ("first-win", NO, so_far(wins=1, won=False)),
    ("ten-wins", YES, so_far(stayed=10, wins=10)),
    ("ten-wins", NO, so_far(stayed=10, wins=9)),
    ("ten-wins", NO, so_far(stayed=10, wins=10, company=9)),
    ("hundred-wins", YES, so_far(stayed=100, wins=100)),
    ("hundred-wins", NO, so_far(stayed=100, wins=99)),
    ("hundred-wins", NO, so_far(stayed=100, wins=100, company=99)),
    *[
        case
        for count in (3, 5, 10)
        for case in (
            (f"streak-{count}", YES, so_far(streak=count)),
            (f"streak-{count}", NO, so_far(streak=count - 1)),
            (f"streak-{count}", NO, so_far(streak=count, seats=1)),
        )
    ],
    ("ten-games", YES, so_far(GAMES[:10])),
    ("ten-games", NO, so_far(GAMES[:9], 20)),
    ("ten-games", NO, tallies(LEFT, PLAYED, NOT_SQUARES[:9])),
    ("all-games", YES, so_far(GAMES)),
    ("all-games", YES, so_far([*GAMES, OTHER])),
    ("all-games", NO, so_far([*GAMES[1:], OTHER])),
    ("all-games", NO, tallies(LEFT, PLAYED, NOT_SQUARES)),
    ("ten-games-won", YES, so_far(GAMES[:10], wins=1)),
    ("ten-games-won", NO, so_far(GAMES[:9], wins=1)),
    ("ten-games-won", NO, tallies(Tally(5, 0, 5), WON, NOT_SQUARES[:9])),
    # Opponents.
    ("beat-steady", YES, part(computers={1: "casual", 2: "steady"})),
    ("beat-steady", YES, part(computers={1: "strong"})),
    ("beat-steady", NO, part(computers={1: "casual"})),
    ("beat-steady", NO, part(computers=STEADY, partners=PARTNER)),
    ("beat-steady", NO, part(computers=STEADY, won=False)),
    ("beat-strong", YES, part(computers={1: "casual", 2: "strong"})),
    ("beat-strong", NO, part(computers=STEADY)),
    ("beat-strong", NO, part(computers={2: "strong"}, partners=PARTNER)),
    ("beat-strong", NO, part(computers={2: "strong"}, won=False)),
    ("partners", YES, with_rounds(PAIR, partners=PARTNER)),
    ("partners", NO, with_rounds(PAIR)),
    ("partners", NO, with_rounds(PAIR, partners=PARTNER, won=False)),
    ("full-table", YES, with_rounds(FOUR)),
    ("full-table", NO, with_rounds(((0,), (100, 1, 2)))),
    ("full-table", NO, with_rounds(FOUR, won=False)),
    ("full-table", NO, with_rounds(FOUR, game="double-double")),
    ("full-table", NO, with_rounds(((0,), (0,)), game="solitaire")),
    ("table-of-six", YES, with_rounds(SIX, game="memory")),
    ("table-of-six", YES, with_rounds(((0,), (6, 4, 1, 1, 1, 1, 0, 0)), game="memory")),
    ("table-of-six", NO, with_rounds(((0,), (6, 4, 2, 1, 1)), game="memory")),
    ("table-of-six", NO, with_rounds(SIX, game="memory", won=False)),
    ("avenged", YES, part(avenged=True)),
    ("avenged", NO, part(avenged=False)),
    ("avenged", NO, part(avenged=True, won=False)),
    ("slow-win", YES, part(pace="slow")),
    ("slow-win", NO, part(pace="day")),
    ("slow-win", NO, part(pace="slow", won=False)),
    ("long-haul", YES, part(lasted=WEEK)),
    ("long-haul", NO, part(lasted=WEEK - SECOND)),
    ("long-haul", NO, part(lasted=WEEK, won=False)),
    ("blitz", YES, part(lasted=FIVE_MINUTES)),
    ("blitz", NO, part(lasted=FIVE_MINUTES + SECOND)),
    ("blitz", NO, part(lasted=FIVE_MINUTES, computers={1: "casual"})),
    ("blitz", NO, part(lasted=FIVE_MINUTES, won=False)),
    ("blitz", NO, part(lasted=FIVE_MINUTES, seats=1)),
    # The course of the points. In Maltese Cross more is worse; a partner is no opponent.
    ("comeback", YES, with_rounds(BEHIND, AHEAD)),
    ("comeback", NO, with_rounds(((1,), (10, 59)), ((0,), (110, 59)))),
    ("comeback", NO, with_rounds(BEHIND, AHEAD, won=False)),
    ("comeback", NO, with_rounds(BEHIND, AHEAD, goal=None)),
    ("comeback", NO, with_rounds(((0,), (0, 60)), ((0,), (0, 110)), game="maltese-cross")),
    ("comeback", NO, with_rounds(((0,), (0, 0, 25, 0)), PAIR, goal=50, partners=PARTNER)),
    ("clean-sweep", YES, with_rounds(*THRICE)),
    ("clean-sweep", NO, with_rounds(*THRICE[1:])),
    ("clean-sweep", NO, with_rounds(((1,), (0, 1)), *THRICE)),
    ("clean-sweep", NO, with_rounds(((), (0, 0)), *THRICE)),  # a round that nobody won
    ("clean-sweep", NO, with_rounds(*THRICE, won=False)),
    ("clean-sweep", NO, with_rounds(*[((0,), (14 * nth,)) for nth in (1, 2, 3)], game="memory")),
    ("photo-finish", YES, with_rounds(((0,), (100, 2, 99)))),
    ("photo-finish", NO, with_rounds(((0,), (100, 2, 98)))),
    ("photo-finish", NO, with_rounds(((0,), (100, 2, 100)))),
    ("photo-finish", NO, with_rounds(((0,), (99, 2, 98)), game="maltese-cross")),
    ("outfoxed", YES, with_rounds(((1,), (0, 9)), ((1,), (0, 19)), ((0,), (100, 19)))),
    ("outfoxed", NO, with_rounds(((1,), (0, 9)), ((0,), (100, 9)))),
    ("outfoxed", NO, with_rounds(((1,), (0, 9)), ((1,), (0, 109)), won=False)),
    ("outfoxed", NO, with_rounds(((2,), (9, 0, 9, 0)), ((2,), PAIR[1]), partners=PARTNER)),
    ("marathon", YES, with_rounds(*[NOT_YET] * 11, MARATHON)),
    ("marathon", NO, with_rounds(*[NOT_YET] * 10, MARATHON)),
    ("marathon", NO, with_rounds(*[NOT_YET] * 11, MARATHON, won=False)),
]


@pytest.mark.parametrize(("id_", "enough", "part"), CASES)
def test_what_is_earned_and_what_is_not_enough(id_, enough, part):
    assert (id_ in earned_in(part)) is enough


def test_photo_finish_is_of_rounds_that_are_counted():
    uncounted = tuple(structs.replace(each, counted=False) for each in scored(((0,), (1, 0, 0))))
    assert "photo-finish" not in earned(totals=(1, 0, 0), events=(*uncounted, ENDED))


def test_podium_week_won():
    assert all("podium" in earned_on_podium(place) for place in (1, 2, 3))
    assert "podium" not in earned_on_podium(4)
    assert "week-won" in earned_on_podium(1)
    assert "week-won" not in earned_on_podium(2)


def test_who_left_or_had_no_end_earns_nothing():
    assert earned(career=career(wins=1)) >= {"first-match", "first-win"}
    assert earned(career=career(wins=1), left=True) == set()
    assert earned(career=career(wins=1), events=PLAIN.events[:-1]) == set()


@pytest.mark.parametrize(
    ("days", "earned"),
    [(6, ()), (7, ("deals-7",)), (29, ("deals-7",)), (30, ("deals-7", "deals-30"))],
)
def test_deals_7_deals_30_deals_100(days, earned):
    assert tuple(earned_by_streak(days)) == earned
    assert tuple(earned_by_streak(100)) == ("deals-7", "deals-30", "deals-100")
