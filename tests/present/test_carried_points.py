"""What one round hands on to the next is told at its end and during all of the next one."""

from bot.engine.seating import prepare
from bot.games.connecting.events import Holding
from bot.games.jamaican.partners import JAMAICAN
from bot.games.kozel import KOZEL
from bot.present.i18n import ENGLISH
from bot.present.narration.events import tell
from bot.present.narration.scoreboard import standing
from bot.present.screens.match.match_end import match_screen, round_screen
from tests.games.positions import FIVES, REST, SIXES, THREES, after, bones, deal
from tests.games.rounds_in_a_row import TIED, block, end_round
from tests.present.sights import table_info, text

GOAT = table_info(1001, 1002, game_id="kozel")
PAIRS = table_info(1001, 1002, 1003, 1004, game_id="jamaican")


def fresh(rules, seats, **options):
    return rules.start(prepare(rules.info, seats, options))


def at_the_table(rules, made, who, *hands):
    state = after(rules, made.state, deal(*hands))
    return standing(who, rules.observe(state, None), ENGLISH)


def test_what_hangs_is_told_with_its_sum_and_with_letters_at_the_next_table():
    made = end_round(KOZEL, fresh(KOZEL, 2), 0, "", "4-3 1-0")
    told = "1 + 7 = 8, less than 13: this hangs"
    assert f"<@1002> · {told}" in text(round_screen(GOAT, made.events, ENGLISH))
    assert f"`B` · {told}" in at_the_table(KOZEL, made, GOAT, THREES, FIVES)
    made = end_round(KOZEL, made.state, 0, "", "5-2")
    assert "Penalty points for <@1002>: 7 + 8 = 15" in text(
        round_screen(GOAT, made.events, ENGLISH)
    )
    assert "hangs" not in at_the_table(KOZEL, made, GOAT, THREES, FIVES)


def test_a_hand_that_counts_more_than_its_pips_is_named():
    made = end_round(KOZEL, fresh(KOZEL, 2), 0, "", "0-0")
    told = text(round_screen(GOAT, made.events, ENGLISH))
    assert "<@1002> · with 0-0 or 6-6, the hand counts 25." in told


def test_the_loser_of_a_match_of_kozel_is_called_the_goat():
    made = end_round(KOZEL, fresh(KOZEL, 2, target=20), 0, "", "6-6 5-5")
    told = text(match_screen(GOAT, KOZEL.observe(made.state, None), ENGLISH))
    assert "🏆 <@1001> wins the match!" in told
    assert "🐐 The goat: <@1002>." in told


def test_after_a_tie_the_next_round_is_said_to_be_worth_two():
    made = block(JAMAICAN, fresh(JAMAICAN, 4), 3, *TIED)
    told = "A round that follows a tie is worth 2 points."
    assert told in text(round_screen(PAIRS, made.events, ENGLISH))
    assert told in at_the_table(JAMAICAN, made, PAIRS, THREES, SIXES, FIVES, REST)
    made = end_round(JAMAICAN, made.state, 0, "", "6-6", "5-5", "4-4")
    told = text(round_screen(PAIRS, made.events, ENGLISH))
    assert "<@1001> and <@1003> score 1 + 1 = 2 (after a tie 1)" in told


def test_whoever_holds_six_six_and_need_not_lead_it_is_named():
    (six_six,) = bones("6-6")
    assert tell([Holding(1, six_six)], PAIRS, ENGLISH) == ["<@1002> has 6-6"]
    assert tell([Holding(1, six_six)], PAIRS, ENGLISH, me=1) == ["You have 6-6"]
