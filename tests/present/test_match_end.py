import re
from dataclasses import replace
from typing import Any

import pytest

from bot.games import CATALOGUE, game
from bot.games.block import BLOCK
from bot.model.match import CloseReason, Occupant
from bot.model.scores import ScoredSeat, SoloResult
from bot.present.catalogues import LANGUAGES
from bot.present.i18n import ENGLISH, words
from bot.present.screens.match.closed import retired_screen
from bot.present.screens.match.match_end import SoloSummary, alone_screen, match_screen
from bot.present.screens.match.ratings import NAMED, ROOM, describe_achievements, describe_ratings
from bot.present.text.seats import TableInfo
from bot.scores.achievements.catalogue import ACHIEVEMENTS, BY_ID
from bot.scores.rating import ESTABLISHED
from tests.games.positions import line
from tests.present.sights import labels, seen, text
from tests.present.test_screens import BIG, FULL, check

TWO = TableInfo(7, BLOCK.info, {}, 101, (Occupant(0, 101), Occupant(1, 102)))


def score(user: int, rating=None, gained=None, **changes: Any) -> ScoredSeat:
    known = {"rated_matches": ESTABLISHED, "weight": 1.0}
    return ScoredSeat(0, user, 1, (), rating=rating, gained=gained, **{**known, **changes})


WON = score(101, 1643, 12)
LOST = score(102, 1388, -5)
IDS = [each.id for each in ACHIEVEMENTS]


def test_everybody_sees_the_new_ratings_and_by_how_much_they_changed():
    told = describe_ratings(TWO, (WON, LOST), ENGLISH)
    assert told == "Ratings: <@101> **1,643** (+12) · <@102> **1,388** (−5)"
    assert ENGLISH.signed(0) == "±0"
    assert describe_ratings(TWO, (), ENGLISH) == describe_ratings(TWO, (score(101),), ENGLISH) == ""
    provisional = [replace(each, rated_matches=9) for each in (WON, LOST)]
    marked, explained = describe_ratings(TWO, provisional, ENGLISH).splitlines()
    assert marked == "Ratings: <@101> **1,643?** (+12) · <@102> **1,388?** (−5)"
    assert "fewer than ten matches" in explained


def test_nobody_sees_a_rating_before_the_fifth_match_or_a_change_before_the_sixth():
    rated = {n: (replace(WON, rated_matches=n), LOST) for n in range(1, 7)}
    told = {n: describe_ratings(TWO, scores, ENGLISH) for n, scores in rated.items()}
    for n in range(1, 5):
        assert "Ratings: <@102> **1,388** (−5)" in told[n]
        assert f"-# <@101>: {n} of 5 matches until there's a rating" in told[n]
        assert "1,643" not in told[n]
        assert "+12" not in told[n]
    assert "Ratings: <@101> **1,643?** · <@102>" in told[5]
    assert "Ratings: <@101> **1,643?** (+12) · <@102>" in told[6]
    alone = describe_ratings(TWO, (replace(WON, rated_matches=1),), ENGLISH)
    assert alone == "-# <@101>: 1 of 5 matches until there's a rating"


def test_why_a_match_counted_less_is_said_where_a_number_changed_by_it():
    less = [replace(each, weight=0.5) for each in (WON, LOST)]
    assert "the same people have played each other a lot" in describe_ratings(TWO, less, ENGLISH)
    computer = replace(TWO, sitters=(Occupant(0, 101), Occupant(1, level="casual")))
    told = describe_ratings(computer, less[:1], ENGLISH)
    assert "a lot today" not in told
    assert "computers of the same level" in told
    for same in (replace(less[0], gained=0), replace(less[0], rated_matches=3), WON):
        assert "counted less" not in describe_ratings(TWO, (same,), ENGLISH)


def test_who_left_is_named_though_a_computer_has_the_seat():
    gone = Occupant(1, None, "steady", left_by=102)
    away = Occupant(1, 102, "steady")
    for sitter in (gone, away):
        table_info = replace(TWO, sitters=(Occupant(0, 101), sitter))
        told = describe_ratings(table_info, (WON, LOST), ENGLISH)
        assert told.endswith("<@102> **1,388** (−5), left")


def test_each_achievement_is_told_once_with_its_sentence_and_who_earned_it():
    first, second = (BY_ID[each] for each in IDS[:2])
    told = describe_achievements(
        (score(101, earned=(first.id,)), score(102, earned=(second.id, first.id))), ENGLISH
    )
    both = f"<@101> and <@102> have earned {first.symbol} **{first.name}**."
    one = f"<@102> has earned {second.symbol} **{second.name}**."
    assert told.splitlines() == [both, f"-# {first.text}", one, f"-# {second.text}"]
    assert describe_achievements((score(101, earned=("of-the-future",)),), ENGLISH) == ""


def test_eight_people_who_earn_all_leave_room_for_the_result():
    people = [score(10**19 + each, earned=tuple(IDS)) for each in range(8)]
    for language in LANGUAGES:
        say = words(language)
        told = describe_achievements(people, say)
        assert len(told) < ROOM + 60
        assert describe_achievements(people[:1], say).count("-# ") == NAMED >= told.count("-# ") > 4
        assert re.findall(r"\d+", told.splitlines()[-1]) == [f"{len(IDS) - told.count('-# ')}"]


def test_of_many_the_first_are_explained_and_the_rest_counted():
    told = describe_achievements((score(101, earned=tuple(IDS[: NAMED + 3])),), ENGLISH)
    assert told.count("-# ") == NAMED
    assert told.endswith("And 3 more achievements.")
    told = describe_achievements((score(101, earned=tuple(IDS[: NAMED + 1])),), ENGLISH)
    assert told.endswith("And 1 more achievement.")


def test_the_end_of_a_match_pings_nobody_and_has_room_for_the_most():
    all_of_it = score(BIG, 12_345, -1000, rated_matches=9, weight=0.1, earned=tuple(IDS))
    worth = [all_of_it] * len(FULL.sitters)
    sight = replace(seen(counts=(0, 7, 7, 7), to_act=()), totals=(9999,) * 4)
    screen = match_screen(FULL, sight, ENGLISH, worth)
    check(screen)
    assert screen.ping == ()
    check(retired_screen(FULL, seen((), line("6-4"), seat=None), ENGLISH, worth))


def test_a_match_given_up_says_that_it_counts_only_where_it_does():
    sight = seen((), line("6-4"), seat=None)
    table = replace(TWO, close_reason=CloseReason.LEFT)
    for worth, counts in (((WON, LOST), True), ((), False), ((score(101),), False)):
        told = text(retired_screen(table, sight, ENGLISH, worth))
        assert ("match still counts" in told) is counts


def test_alone_only_what_was_earned_is_told():
    table_info = replace(TWO, sitters=(Occupant(0, 101),))
    record = SoloSummary(SoloResult(7, True, 3, 60), None, 1, 1)
    plain = alone_screen(table_info, record, ENGLISH, (score(101),))
    with_one = alone_screen(table_info, record, ENGLISH, (score(101, earned=(IDS[0],)),))
    assert "Ratings" not in str(plain.parts)
    assert len(with_one.parts) == len(plain.parts) + 1
    assert BY_ID[IDS[0]].name in str(with_one.parts)


def result(tally: int, seconds: int, *, rated: bool = True) -> SoloResult:
    return SoloResult(7, True, tally, seconds, rated=rated)


FIRST = SoloSummary(result(14, 192), None, 1, 1)


def told_alone(game_id: str, record: SoloSummary, *, rated: bool = True) -> list[str]:
    table_info = TableInfo(7, game(game_id).info, {}, 101, (Occupant(0, 101),), rated=rated)
    screen = alone_screen(table_info, record, ENGLISH)
    assert not screen.ping
    assert labels(screen) == ["Rematch", "Replay", "Verify", "Analyse", "Share"]
    return text(screen).splitlines()


def test_the_first_result():
    assert told_alone("memory", FIRST) == [
        "## Memory · 14 attempts",
        "<@101> · 3 min, 12 sec",
        "That's your first result: the one to beat.",
        "-# With these options: 1 played",
        "-# 🔓 Shuffle opened: Verify shows how the bones were dealt.",
    ]


def test_an_unrated_result_is_no_best_and_says_so():
    unrated = replace(FIRST, best=result(20, 60), result=result(14, 192, rated=False))
    told_lines = told_alone("memory", unrated, rated=False)
    assert "Personal best: 20 attempts in 1 min." in told_lines
    assert "-# This match was unrated." in told_lines


@pytest.mark.parametrize(
    ("tally", "headline"),
    [(0, "all bones removed!"), (1, "1 bone is left"), (5, "5 bones are left")],
)
def test_bones_that_are_left(tally, headline):
    solo = SoloSummary(result(tally, 61), result(2, 600), 7, 2)
    head, _, compared, *_ = told_alone("solitaire", solo)
    assert head == f"## Solitaire · {headline}"
    assert "🏆" not in head
    best = "Personal best:" if tally == 5 else "🏅 New personal best! Previous best:"
    assert compared == f"{best} 2 bones left in 10 min."


def test_a_match_that_cannot_be_lost_is_not_counted_twice():
    for won, counts in ((2, "7 played, 2 won"), (7, "7 played")):
        lines = told_alone("memory", replace(FIRST, played=7, won=won))
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
            assert re.search(r"14 [a-z]", told_alone(rules.info.id, FIRST)[0])
    assert told_alone("block", FIRST)[0] == "## Block · 14"
