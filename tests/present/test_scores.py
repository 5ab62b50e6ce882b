import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from bot.games import CATALOGUE
from bot.model.scores import OVERALL, EarnedAchievement, Measure, Opponent, RankingRow, RatingPoint
from bot.present.i18n import ENGLISH, words
from bot.present.screens.scores.leaderboard import (
    MEASURES,
    OwnStanding,
    Ranking,
    RankingChoice,
    ranking_scene,
    ranking_screen,
)
from bot.present.screens.scores.profile import PAGES, achievements_screen, profile_screen
from bot.present.screens.scores.profile_picture import CURVE, Profile, profile_scene
from bot.scores.achievements.catalogue import ACHIEVEMENTS
from bot.scores.career import Career, Tally
from bot.scores.rating import Rating, of_computer
from bot.scores.span import Span
from tests.present.sights import text
from tests.present.test_screens import BIG, check

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
LANGUAGES = ("en-US", "hi", "ar")
GAMES = tuple((each.info.id, each.info.name) for each in CATALOGUE if each.info.max_seats > 1)
LONGEST = max((name for _, name in GAMES), key=len)


def row(place: int, user: int, value: float, matches: int) -> RankingRow:
    return RankingRow(place, user, matches, value, value, value)  # type: ignore[arg-type]


def ranking(*values: float, by=Measure.RATING, span=Span.WEEK, **changes) -> Ranking:
    ordered = sorted(values, reverse=True)
    places = ((ordered.index(value) + 1, nth, value) for nth, value in enumerate(ordered))
    rows = tuple(row(place, BIG - nth, value, 99_999) for place, nth, value in places)
    asked = Ranking(RankingChoice(here=True, span=span, game="", by=by), "", GAMES, rows, NOW, True)
    return replace(asked, **changes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ranking_at_its_fullest_is_a_message(language):
    say = words(language)
    owns = (
        None,
        OwnStanding(row(4_213_000, BIG, 1_234_567.8, 99_999)),
        OwnStanding(None, False),
        OwnStanding(None),
    )
    for span, by, own in product(Span, MEASURES, owns):
        full = ranking(*[1_234_567.8] * 10, by=by, span=span, own=own, game=LONGEST)
        for each in (full, replace(full, rows=()), replace(full, in_server=False)):
            screen = ranking_screen(each, say)
            check(screen)
            (picture,) = screen.pictures
            assert all(row.value.isascii() for row in picture.scene.rows)  # type: ignore[union-attr]


def test_equal_values_share_a_place_in_words_and_picture():
    shared = ranking(84, 84, 40)
    assert [row.place for row in ranking_scene(shared, ENGLISH).rows] == [1, 1, 3]
    told = re.findall(r"\*\*(\d+)\*\* · <@", text(ranking_screen(shared, ENGLISH)))
    assert told == ["1", "1", "3"]


@pytest.mark.parametrize(
    ("by", "span", "value", "shown", "told"),
    [
        (Measure.RATING, Span.WEEK, 84, "+84", "**+84**"),
        (Measure.RATING, Span.ALL, 1612, "1,612", "**1,612**"),
        (Measure.WINS, Span.WEEK, 7, "7", "**7** wins"),
        (Measure.WINS, Span.MONTH, 7.5, "7.5", "**7.5** wins"),
        (Measure.WINS, Span.ALL, 1, "1", "**1** win"),
        (Measure.WINS, Span.ALL, 0.25, "0.2", "**0.2** wins"),
        (Measure.POINTS, Span.ALL, 12_000.04, "12,000", "**12,000** points"),
    ],
)
def test_a_value_is_written_as_people_write_it(by, span, value, shown, told):
    only = ranking(value, by=by, span=span)
    (row,) = ranking_scene(only, ENGLISH).rows
    assert (row.value, row.share, row.gained) == (shown, 1, shown.startswith("+"))
    shown_text = text(ranking_screen(only, ENGLISH))
    assert f" · {told} · 99999 matches" in shown_text.replace(",999", "999")


def test_bars_are_as_long_as_their_values_and_the_first_is_whole():
    shares = [row.share for row in ranking_scene(ranking(200, 100, 50), ENGLISH).rows]
    assert shares == [1, 0.5, 0.25]
    low = ranking(0, -20, span=Span.ALL)
    assert [row.share for row in ranking_scene(low, ENGLISH).rows] == [0, 0]
    french = ranking_scene(ranking(1234.5, -20, span=Span.ALL), words("fr"))
    assert [row.value for row in french.rows] == ["1 234,5", "-20"], "signs that the font has"


def test_what_is_shown_cannot_be_pressed_and_everything_else_can():
    for span, by in product(Span, MEASURES):
        rows = ranking_screen(ranking(1, span=span, by=by), ENGLISH).rows
        buttons = [each for row in rows if isinstance(row, tuple) for each in row]
        disabled = [each.label for each in buttons if each.disabled]
        assert len(disabled) == 2
        assert MEASURES[by] in disabled


def test_ones_own_place_stands_only_where_one_asked_alone():
    line = row(4213, BIG, 84, 7)
    assert "Your" not in text(ranking_screen(ranking(99), ENGLISH))
    own = text(ranking_screen(ranking(99, own=OwnStanding(line)), ENGLISH))
    assert own.endswith("Your place: **4,213** · **+84** · 7 matches")


@pytest.mark.parametrize(("matches", "told"), [(0, "10 more matches"), (9, "1 more match until")])
def test_a_provisional_rating_is_told_what_it_lacks(matches, told):
    asked = ranking(1500, span=Span.ALL, own=OwnStanding(None, True, matches))
    assert f"Your rating is provisional: {told}" in text(ranking_screen(asked, ENGLISH))


def shown_as(number: int, matches: int) -> Rating:
    """Return a rating that is shown as this number, after so many matches."""
    return replace(of_computer(number), matches=matches)


MANY = [f"{LONGEST}{nth}" for nth in range(10, 10 + len(GAMES))]
FULL = Profile(
    BIG,
    NOW,
    Career(dict.fromkeys(MANY, Tally(99_999, 88_888)), 999, 1000),
    {OVERALL: shown_as(1499, 5000), **dict.fromkeys(MANY, shown_as(1999, 9))},
    tuple(
        RatingPoint(NOW - timedelta(hours=9 * (CURVE - nth)), 900 + 3 * nth) for nth in range(CURVE)
    ),
    tuple(Opponent(BIG - nth, 99_999, 55_555, 44_444) for nth in range(5)),
    tuple(EarnedAchievement(each.id, NOW) for each in ACHIEVEMENTS),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_profile_at_its_fullest_is_a_message(language):
    say = words(language)
    for profile in (FULL, replace(FULL, curve=()), Profile(BIG, NOW)):
        for own, show in ((True, True), (True, False), (False, False)):
            screen = profile_screen(profile, say, is_own=own, can_show=show)
            check(screen)
            assert all(point.day.isascii() for point in profile_scene(profile, say).curve)
        for page in range(PAGES):
            check(achievements_screen(profile, page, say, is_own=False))


def test_the_picture_is_told_before_anything_is_cut_off():
    (picture,) = profile_screen(FULL, ENGLISH).pictures
    assert "Rating after each of the last 200 matches: 900 on 9/6, 1,497 on 11/20" in picture.alt
    assert "from 900 to 1,497." in picture.alt
    assert f"{LONGEST}10: 88,888 of 99,999 won." in picture.alt
    assert "999 now, longest 1,000." in picture.alt
    assert f"Achievements: {len(ACHIEVEMENTS)} of {len(ACHIEVEMENTS)}." in picture.alt


def test_a_picture_of_one_match_is_told_in_one_sentence():
    career = Career({"block": Tally(1, 1)})
    alone = replace(FULL, curve=(RatingPoint(NOW, 1138),), career=career)
    (picture,) = profile_screen(alone, ENGLISH).pictures
    assert picture.alt.startswith("Rating: 1,138 on 11/20. Block: 1 of 1 won.")


def test_before_five_rated_matches_a_profile_has_no_rating_and_says_when_there_will_be_one():
    young = replace(FULL, curve=(), ratings={OVERALL: shown_as(1100, 2)})
    (picture,) = profile_screen(young, ENGLISH).pictures
    to_come = "Rating: 2 of 5 matches until there's a rating"
    assert picture.alt.startswith(to_come)
    assert to_come in text(profile_screen(young, ENGLISH))
    assert profile_scene(young, ENGLISH).curve == ()


def test_games_beyond_the_picture_are_summed_up():
    told = text(profile_screen(FULL, ENGLISH))
    assert told.count(f"**{LONGEST}") == 8
    others = len(GAMES) - 8
    assert f"{others} other games · {others * 88_888:,} of {others * 99_999:,} won" in told


BLOCK = Career({"block": Tally(500)})


@pytest.mark.parametrize(
    ("ratings", "rated", "told"),
    [
        ([1012], 5, "Rating **1,012**\n"),
        ([1000 - n for n in range(11)], 15, "Rating **990** · −10 in the last 10 matches\n"),
        ([1000 + n for n in range(CURVE)], 900, "Rating **1,199** · +10 in the last 10 matches\n"),
        ([1000, 1040], 40, "Rating **1,040**\n"),
    ],
)
def test_changes_are_told_as_far_as_they_are_known(ratings, rated, told):
    ago = (timedelta(minutes=n) for n in range(len(ratings), 0, -1))
    curve = tuple(RatingPoint(NOW - before, r) for before, r in zip(ago, ratings, strict=True))
    profile = Profile(BIG, NOW, BLOCK, {OVERALL: shown_as(ratings[-1], rated)}, curve)
    assert told in text(profile_screen(profile, ENGLISH))


def test_thirty_days_are_counted_from_the_last_match_before_them():
    days = (60, 31, 29, *range(11, 0, -1))
    curve = tuple(RatingPoint(NOW - timedelta(day), 1000 + 10 * n) for n, day in enumerate(days))
    profile = Profile(BIG, NOW, BLOCK, {OVERALL: shown_as(1130, 500)}, curve)
    assert "· +120 in 30 days\n" in text(profile_screen(profile, ENGLISH))


def test_achievements_of_another_version_are_passed_over():
    profile = replace(
        FULL, earned=(EarnedAchievement("of-tomorrow", NOW), EarnedAchievement("first-win", NOW))
    )
    told = text(profile_screen(profile, ENGLISH))
    assert f"**1 of {len(ACHIEVEMENTS)} achievements**\n🏆 First win" in told
    page = achievements_screen(profile, 0, ENGLISH, is_own=True)
    assert text(page).startswith(f"### 1 of {len(ACHIEVEMENTS)} achievements\n🏆")


def test_pages_know_their_neighbours():
    def labels(page: int) -> list[str]:
        rows = achievements_screen(FULL, page, ENGLISH, is_own=True).rows
        return [each.label for row in rows if isinstance(row, tuple) for each in row]

    assert labels(0) == ["Next ▶", "Back to profile"]
    assert labels(1) == ["◀ Previous", "Next ▶", "Back to profile"]
    assert labels(PAGES - 1) == ["◀ Previous", "Back to profile"]
