"""The lengths of matches (GEN-15), over every game of the catalogue."""

from itertools import pairwise
from statistics import fmean

import pytest

from bot.cli.simulation import series
from bot.engine.game_info import Length
from bot.engine.options import complete
from bot.engine.rounds import RoundScored
from bot.engine.seating import STEADY, prepare
from bot.games import CATALOGUE
from bot.games.all_fives import ALL_FIVES
from bot.model.durations import DAYS
from tests.games.cases import needed_for
from tests.games.playing import played
from tests.games.positions import position, step
from tests.games.test_catalogue import PAGES, under_defaults

SEEDS = range(2)
OF_ONE_ROUND = {
    *("blind", "double-double", "memory"),
    *("squares-block", "squares-draw", "squares-blind"),
}
"""The games whose published match is one round."""
every_game = pytest.mark.parametrize("rules", CATALOGUE, ids=lambda rules: rules.info.id)
every_length = pytest.mark.parametrize(
    ("rules", "length"),
    [
        pytest.param(rules, length, id=f"{rules.info.id}-{length}")
        for rules in CATALOGUE
        for length in rules.info.lengths
    ],
)


def matches(rules, length, seats):
    options = {**rules.info.lengths[length], **dict(needed_for(rules, seats))}
    return [played(rules, prepare(rules.info, seats, options), seed) for seed in SEEDS]


def rounds(match):
    events = [each for ply in match.plies for each in ply.events]
    return sum(isinstance(each, RoundScored) for each in events)


@every_game
def test_every_game_has_a_short_match_if_anybody_waits_for_anybody(rules):
    offered = [*rules.info.lengths]
    if rules.info.max_seats == 1:
        assert offered == [Length.FULL]
    elif rules.info.id in OF_ONE_ROUND:
        assert offered == [Length.SHORT, Length.FULL]
    else:
        assert offered == [*Length]


@every_length
def test_a_length_is_known_again_by_its_options_whatever_the_others_are(rules, length):
    info = rules.info
    made = {**under_defaults(rules), **info.lengths[length]}
    assert complete(info.options, made, game=info.name) == made
    for option in info.options:
        values = option.choices if option.key not in info.lengths[length] else ()
        assert all(info.length_of({**made, option.key: value}) is length for value in values)
    assert info.length_of(under_defaults(rules)) is Length.FULL


@every_game
def test_other_values_make_no_length(rules):
    info = rules.info
    unlike = {"target": 77, "limit": 77, "firstTo": 25}
    options = {**under_defaults(rules), **unlike}
    changed = unlike.keys() & info.lengths[Length.FULL].keys()
    assert info.length_of(options) is (None if changed else Length.FULL)


@every_length
def test_its_page_says_what_a_length_means(rules, length):
    page = (PAGES / f"{rules.info.id}.md").read_text("utf-8")
    _, _, told = page.partition("\n## Lengths\n")
    told = " ".join(told.partition("\n## ")[0].split())
    values = rules.info.shorter.get(length, {})
    assert all(f"`{key}` `{value}`" in told for key, value in values.items())
    assert "(GEN-15)" in told


@every_length
def test_matches_of_every_length_end_and_one_round_is_one(rules, length):
    for seats in range(rules.info.min_seats, rules.info.max_seats + 1):
        for match in matches(rules, length, seats):
            outcome = rules.outcome(match.states[-1])
            assert outcome is not None
            if length is Length.ROUND:
                assert rounds(match) == 1


@every_game
def test_a_shorter_match_has_fewer_moves(rules):
    seats = min(rules.info.max_seats, 4)
    means = []
    for length in rules.info.lengths:
        given = {"seats": seats, "levels": [STEADY], "options": [f"length={length}"]}
        matches_of = series(rules.info.id, seed="lengths", **given)
        means.append(fmean(matches_of.play(number).plies for number in range(12)))
    assert all(1.1 * one < other for one, other in pairwise(means)), means


def test_FIVES_10_the_most_points_win_one_round_and_a_tie_is_shared():
    for mine, theirs, winners in ((20, 40, (1,)), (40, 10, (0,)), (21, 21, (0, 1))):
        scores = (mine, theirs)
        state = position(ALL_FIVES, "5-2", "1-0 0-0", on="5-5", scores=scores, target="none")
        outcome = step(ALL_FIVES, state, "5-2@l").state.outcome
        assert outcome is not None
        assert outcome.winners == winners


# How long they take.


@every_game
def test_all_durations_are_known_and_shorter_matches_take_less_time(rules):
    """As they are medians of few matches, hours are not compared."""
    for seats in range(max(2, rules.info.min_seats), rules.info.max_seats + 1):
        days = [DAYS[rules.info.id][seats, length] for length in rules.info.lengths]
        assert all(0 <= one < other + 0.25 for one, other in pairwise(days)), (seats, days)


@every_game
def test_four_finish_what_a_lobby_begins_with_in_three_days_and_a_half(rules):
    seats = min(rules.info.max_seats, 4)
    days = [DAYS[rules.info.id][seats, each] for each in rules.info.lengths if seats > 1]
    assert all(each <= 3.5 for each in days[:1])


def test_only_games_of_the_catalogue_have_durations():
    assert DAYS.keys() <= {rules.info.id for rules in CATALOGUE}
