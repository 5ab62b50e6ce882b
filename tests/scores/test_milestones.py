"""Achievements for many matches, for company, and for how the points went: arithmetic."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.games import CATALOGUE
from bot.scores.achievements import earned_on_podium
from bot.scores.career import Career, Tally
from tests.scores.deeds import ENDED, PLAIN, career, earned, scored, with_rounds

GAMES = [rules.info.id for rules in CATALOGUE]


def so_far(**what):
    return earned(career=career(**what))


# Milestones.


def test_first_match():
    assert "first-match" in earned(career=career(stayed=1), won=False)
    assert "first-match" not in earned(career=Career({"block": Tally(3, 0, 0)}))  # all were left


def test_hundred_matches():
    assert "hundred-matches" in earned(career=career(stayed=50, games=("block", "memory")))
    assert "hundred-matches" not in so_far(stayed=99)
    assert "hundred-matches" not in earned(career=Career({"block": Tally(120, 0, 99)}))


def test_first_win():
    assert "first-win" in so_far(wins=1)
    assert "first-win" not in so_far(wins=1, company=0)  # alone
    assert "first-win" not in earned(career=career(wins=1), won=False)


@pytest.mark.parametrize(("id_", "count"), [("ten-wins", 10), ("hundred-wins", 100)])
def test_ten_wins_hundred_wins(id_, count):
    assert id_ in so_far(stayed=count, wins=count)
    assert id_ not in so_far(stayed=count, wins=count - 1)
    assert id_ not in so_far(stayed=count, wins=count, company=count - 1)


@pytest.mark.parametrize("count", [3, 5, 10])
def test_streak_3_streak_5_streak_10(count):
    assert f"streak-{count}" in so_far(streak=count)
    assert f"streak-{count}" not in so_far(streak=count - 1)
    assert f"streak-{count}" not in earned(career=career(streak=count), seats=1)


def test_ten_games():
    assert "ten-games" in so_far(games=GAMES[:10])
    assert "ten-games" not in so_far(games=GAMES[:9], stayed=20)
    left = {**dict.fromkeys(GAMES[:9], Tally(1, 0, 1)), "squares": Tally(1, 0, 0)}
    assert "ten-games" not in earned(career=Career(left))


def test_all_games():
    assert len(GAMES) == 16
    assert "all-games" in so_far(games=GAMES)
    assert "all-games" in so_far(games=[*GAMES, "a game of another version"])
    assert "all-games" not in so_far(games=[*GAMES[1:], "a game of another version"])
    left = {**dict.fromkeys(GAMES[1:], Tally(1, 0, 1)), GAMES[0]: Tally(1, 0, 0)}
    assert "all-games" not in earned(career=Career(left))


def test_ten_games_won():
    assert "ten-games-won" in so_far(games=GAMES[:10], wins=1)
    assert "ten-games-won" not in so_far(games=GAMES[:9], wins=1)
    won = {**dict.fromkeys(GAMES[:9], Tally(1, 1, 1)), "squares": Tally(5, 0, 5)}
    assert "ten-games-won" not in earned(career=Career(won))


# Company.


def test_beat_steady():
    assert "beat-steady" in earned(computers={1: "casual", 2: "steady"})
    assert "beat-steady" not in earned(computers={1: "casual"})
    assert "beat-steady" not in earned(computers={2: "steady"}, partners=frozenset({2}))
    assert "beat-steady" not in earned(computers={2: "steady"}, won=False)


def test_partners():
    pair = ((0, 2), (50, 0, 50, 0))
    assert "partners" in with_rounds(pair, partners=frozenset({2}))
    assert "partners" not in with_rounds(pair)
    assert "partners" not in with_rounds(pair, partners=frozenset({2}), won=False)


def test_full_table():
    four = ((0,), (100, 1, 2, 3))
    assert "full-table" in with_rounds(four)
    assert "full-table" not in with_rounds(((0,), (100, 1, 2)))
    assert "full-table" not in with_rounds(four, won=False)
    assert "full-table" not in with_rounds(four, game="double-double")
    assert "full-table" not in with_rounds(((0,), (0,)), game="solitaire")


def test_table_of_six():
    assert "table-of-six" in with_rounds(((0,), (6, 4, 1, 1, 1, 1)), game="memory")
    assert "table-of-six" not in with_rounds(((0,), (6, 4, 2, 1, 1)), game="memory")
    lost = with_rounds(((1,), (4, 6, 1, 1, 1, 1)), game="memory", won=False)
    assert "table-of-six" not in lost


def test_avenged():
    assert "avenged" in earned(avenged=True)
    assert "avenged" not in earned(avenged=False)
    assert "avenged" not in earned(avenged=True, won=False)


def test_slow_win():
    assert "slow-win" in earned(pace="slow")
    assert "slow-win" not in earned(pace="day")
    assert "slow-win" not in earned(pace="slow", won=False)


def test_long_haul():
    assert "long-haul" in earned(lasted=timedelta(days=7))
    assert "long-haul" not in earned(lasted=timedelta(days=7) - timedelta(seconds=1))
    assert "long-haul" not in earned(lasted=timedelta(days=8), won=False)


def test_blitz():
    assert "blitz" in earned(lasted=timedelta(minutes=5))
    assert "blitz" not in earned(lasted=timedelta(minutes=5, seconds=1))
    assert "blitz" not in earned(lasted=timedelta(minutes=5), computers={1: "casual"})
    assert "blitz" not in earned(lasted=timedelta(minutes=5), won=False)
    assert "blitz" not in earned(lasted=timedelta(minutes=5), seats=1)


# How the points went.


def test_comeback():
    assert "comeback" in with_rounds(((1,), (10, 60)), ((0,), (110, 60)))
    assert "comeback" not in with_rounds(((1,), (10, 59)), ((0,), (110, 59)))
    assert "comeback" not in with_rounds(((1,), (10, 60)), ((0,), (110, 60)), won=False)
    assert "comeback" not in with_rounds(((1,), (10, 60)), ((0,), (110, 60)), goal=None)
    # In Maltese Cross who has more is worse off.
    assert "comeback" not in with_rounds(((0,), (0, 60)), ((0,), (0, 110)), game="maltese-cross")
    # A partner is no opponent.
    duo = with_rounds(
        ((0,), (0, 0, 25, 0)), ((0,), (50, 0, 50, 0)), goal=50, partners=frozenset({2})
    )
    assert "comeback" not in duo


def test_clean_sweep():
    thrice = [((0,), (40, 0)), ((0,), (80, 0)), ((0,), (120, 0))]
    assert "clean-sweep" in with_rounds(*thrice)
    assert "clean-sweep" not in with_rounds(*thrice[1:])
    assert "clean-sweep" not in with_rounds(((1,), (0, 1)), *thrice)
    assert "clean-sweep" not in with_rounds(((), (0, 0)), *thrice)  # a round that nobody won
    assert "clean-sweep" not in with_rounds(*thrice, won=False)
    alone = [((0,), (14 * grids,)) for grids in (1, 2, 3)]
    assert "clean-sweep" not in with_rounds(*alone, game="memory")


def test_photo_finish():
    assert "photo-finish" in with_rounds(((0,), (100, 2, 99)))
    assert "photo-finish" not in with_rounds(((0,), (100, 2, 98)))
    assert "photo-finish" not in with_rounds(((0,), (100, 2, 100)))
    assert "photo-finish" not in with_rounds(((0,), (99, 2, 98)), game="maltese-cross")
    uncounted = tuple(replace(each, counted=False) for each in scored(((0,), (1, 0, 0))))
    assert "photo-finish" not in earned(totals=(1, 0, 0), events=(*uncounted, ENDED))


def test_outfoxed():
    assert "outfoxed" in with_rounds(((1,), (0, 9)), ((1,), (0, 19)), ((0,), (100, 19)))
    assert "outfoxed" not in with_rounds(((1,), (0, 9)), ((0,), (100, 9)))
    assert "outfoxed" not in with_rounds(((1,), (0, 9)), ((1,), (0, 109)), won=False)
    partner = [((2,), (9, 0, 9, 0)), ((2,), (50, 0, 50, 0))]
    assert "outfoxed" not in with_rounds(*partner, partners=frozenset({2}))


def test_marathon():
    won = ((0,), (100, 1))
    assert "marathon" in with_rounds(*[((), (0, 1))] * 11, won)
    assert "marathon" not in with_rounds(*[((), (0, 1))] * 10, won)
    assert "marathon" not in with_rounds(*[((), (0, 1))] * 11, won, won=False)


# Weeks.


def test_podium():
    assert all("podium" in earned_on_podium(place) for place in (1, 2, 3))
    assert "podium" not in earned_on_podium(4)


def test_week_won():
    assert "week-won" in earned_on_podium(1)
    assert "week-won" not in earned_on_podium(2)


# What earns nothing at all.


def test_who_left_earns_nothing():
    assert earned(career=career(wins=1)) >= {"first-match", "first-win"}
    assert earned(career=career(wins=1), left=True) == set()


def test_a_match_that_was_given_up_earns_nothing():
    assert earned(career=career(wins=1), events=PLAIN.events[:-1]) == set()
