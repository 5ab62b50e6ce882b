from typing import Any

import pytest

from benchmarks.contests import PlayedGame, seated, share, wilson
from benchmarks.rating_table import with_table
from benchmarks.ratings import GameRatings, Kept, fitted, result, written
from bot.ai import LEVELS, ratings
from bot.ai.ratings import BadRatings, about, rating_of, read_ratings
from bot.engine.contract import Outcome
from bot.games import CATALOGUE
from bot.scores.rating import computer

BLOCK = "[block]\nseats = 2\nmatches = 9\ncasual = 1424\nsteady = 1760\nstrong = 2026\n"
FOUR = ((0,), (1,), (2,), (3,))


def duel(winner: str, loser: str) -> tuple[tuple[str, int, int], ...]:
    return tuple(sorted([(winner, 1, 1), (loser, 1, 2)]))


def test_a_computer_counts_as_measured_and_where_it_was_not_in_general(monkeypatch):
    monkeypatch.setattr(ratings, "RATINGS", read_ratings(BLOCK))
    assert about("block") == {"casual": 1400, "steady": 1750, "strong": 2050}
    assert rating_of("block", "strong").shown == 2026
    assert about("draw") == {}
    assert rating_of("draw", "strong") == computer("strong")
    assert rating_of("block", "made up") == computer("steady")


def test_the_data_name_games_with_every_level_and_the_same_steady_one():
    known = {rules.info.id for rules in CATALOGUE if rules.info.max_seats > 1}
    assert known >= ratings.RATINGS.keys()
    assert all(each["steady"] == computer("steady").shown for each in ratings.RATINGS.values())
    for text in ("[block]\ncasual = 1400\n", BLOCK.replace("2026", '"2026"')):
        with pytest.raises(BadRatings, match="block"):
            read_ratings(text)


def test_ratings_are_fitted_so_that_the_model_expects_the_results():
    results = {duel("steady", "casual"): 3, duel("casual", "steady"): 1}
    results |= {duel("strong", "steady"): 3, duel("steady", "strong"): 1}
    found = fitted(results)
    assert [found[each].shown for each in LEVELS] == pytest.approx([1473, 1760, 2047], abs=1)
    drawn = tuple((level, 2, 1) for level in ("casual", "steady"))
    assert fitted({drawn: 5})["casual"].shown == 1760, "partners who draw are equals"


def test_places_are_those_of_the_match():
    ended = Outcome((1,), (30, 20, 40, 10), "last", lasted=(3, 4, 2, 4))
    played = PlayedGame(("casual", "strong", "steady", "steady"), ended, FOUR, (), 0.0)
    places = (("casual", 1, 3), ("steady", 1, 2), ("steady", 1, 4), ("strong", 1, 1))
    assert result(played, penalties=True) == places


def test_a_share_counts_shared_wins_in_parts():
    outcomes = [Outcome(winners, (0,) * 4, "") for winners in ((0,), (0, 1), ())]
    levels = ("strong", "steady", "steady", "steady")
    found = share([PlayedGame(levels, each, FOUR, (), 0.0) for each in outcomes], "strong")
    assert found.value == pytest.approx(100 * (1 + 1 / 2 + 1 / 4) / 3)
    assert (found.decided, found.of_decided) == (1, 100)
    assert wilson(0.85, 1000) == pytest.approx((0.8265, 0.8708), abs=1e-4)


def test_ratings_of_other_games_stay_as_they_were_written():
    new = {"draw": GameRatings(2, 3, dict.fromkeys(LEVELS, 1760), {"casual": 41})}
    text = written(new, written({}, "# head\n\n" + BLOCK))
    assert read_ratings(text) == {
        "block": {"casual": 1424, "steady": 1760, "strong": 2026},
        "draw": dict.fromkeys(LEVELS, 1760),
    }
    document = with_table("| game | players | casual |\n| --- |\n| Draw |\n", text)
    assert "| Draw | 2 | 1,750 ± 50 | 1,750 | 1,750 |\n" in document


class Here:
    played = 0

    def map(self, play, numbers):
        for number in numbers:
            self.played += 1
            yield play(number)


def test_a_run_that_was_stopped_plays_only_what_is_missing(tmp_path):
    file = tmp_path / "kept.jsonl"
    first: Any = Here()
    second: Any = Here()
    contest = seated("block", "steady", "casual")
    before = Kept(file).played_on(first, contest, 4)
    after = Kept(file).played_on(second, contest, 6)
    assert (first.played, second.played) == (4, 2)
    assert after[:4] == before
    assert Kept(file).played_on(second, contest, 6) == after
