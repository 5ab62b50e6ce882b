from datetime import date

import pytest

from bot.games import CATALOGUE
from bot.model.daily import BestOfDay, DailyPost, Deal, Mark
from bot.present.catalogues import LANGUAGES
from bot.present.i18n import words
from bot.present.screen import MAX_COMPONENTS, MAX_TEXT, Button, Screen
from bot.present.screens.daily.post import daily_post_screen

MONDAY = date(2026, 11, 30)
LONGEST = 2**63 - 1
DEAL = Deal(MONDAY, "maltese-cross", 1, 2, {}, b"s" * 32)
BEST = tuple(BestOfDay(each, LONGEST, 0.995, (Mark.COSTLY,) * 120) for each in range(1, 6))


def text(screen: Screen) -> str:
    return "".join(each for each in screen.parts if isinstance(each, str))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_fits_into_a_message_in_every_language(language):
    say = words(language)
    for rules in CATALOGUE:
        deal = Deal(MONDAY, rules.info.id, 1, 2, {}, b"s" * 32)
        screen = daily_post_screen(DailyPost(5, 50, deal, BEST), say)
        assert screen.size <= MAX_COMPONENTS
        assert len(text(screen)) < MAX_TEXT
        assert not screen.ping


def test_the_puzzle_of_the_day_is_below_the_deal_if_there_is_room():
    say = words("en-US")
    puzzle = Screen(("Which move is best?",), ((Button("x:puzzle:1", "6-4"),),))
    screen = daily_post_screen(DailyPost(5, 50, DEAL), say, puzzle)
    assert screen.parts[-1] == "Which move is best?"
    rows = (*screen.top_rows, *screen.rows)
    assert [row[0].label for row in rows if isinstance(row, tuple)] == ["Play", "6-4"]
    crowded = Screen(("-",) * 40)
    assert daily_post_screen(DailyPost(5, 50, DEAL), say, crowded).parts[-1] != "-"
    long = Screen(("-" * 3990,))
    assert len(text(daily_post_screen(DailyPost(5, 50, DEAL), say, long))) < MAX_TEXT


def test_a_void_deal_is_named_without_a_way_to_play_it():
    say = words("en-US")
    post = DailyPost(5, 50, DEAL, (BestOfDay(1, 7, 0.5),), is_void=True)
    screen = daily_post_screen(post, say, Screen(("Which move is best?",)))
    assert screen.parts[0] == (
        "### Deal 334 · Maltese Cross\n"
        "The rules of this deal have changed, so it doesn't count for anybody."
    )
    assert "<@7> · **50%**" in text(screen)
    assert not screen.top_rows
    assert screen.parts[-1] == "Which move is best?"


def test_whoever_played_alone_has_no_share():
    say = words("en-US")
    screen = daily_post_screen(DailyPost(5, 50, DEAL, (BestOfDay(1, 7, None),)), say)
    assert "🥇 <@7>\n" in text(screen)
