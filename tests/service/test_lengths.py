"""The length of a lobby's match, and how much the match then counts."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.engine.game_info import Length
from bot.model.durations import DAYS
from bot.model.match import Stage
from bot.model.scores import Measure, RankingQuery
from bot.scores.rating import SHARES
from bot.scores.span import Span
from bot.service.lobby.new_match import MatchPlace
from bot.service.scores.match_share import share_of
from tests.service.harness import ANA, BRUNO, CHEN
from tests.service.played import check_ratings

PLACE = MatchPlace(1, 999)


async def test_a_rematch_is_as_long_as_the_match_before_whoever_joins(harness):
    match_id = await harness.lobby(ANA, BRUNO, CHEN)
    await harness.tables.set_length(match_id, ANA, Length.ROUND)
    await harness.tables.start(match_id, ANA, "start")
    await harness.quiet()
    await harness.play_on(match_id, Random(8))
    before = await harness.store.match(match_id)
    assert before.stage is Stage.OVER
    again = await harness.tables.open_rematch(before, PLACE, ANA, "salt")
    assert again.options == before.options
    joined = await harness.tables.join(again.id, BRUNO, "salt of Bruno")
    assert joined.options == before.options, "two would play a full match"


async def test_a_press_and_a_join_at_once_end_with_what_the_host_chose(harness):
    match_id = await harness.lobby(ANA, BRUNO)
    choosing = harness.tables.set_length(match_id, ANA, Length.FULL)
    joining = harness.tables.join(match_id, CHEN, "salt of Chen")
    await asyncio.gather(choosing, joining)
    match = await harness.store.match(match_id)
    assert match.length_chosen
    assert match.options["target"] == 100
    assert len(match.people) == 3


@pytest.mark.parametrize("length", Length)
async def test_a_win_in_a_short_match_is_a_part_of_one_and_moves_ratings_less(harness, length):
    match_id = await harness.lobby(ANA, BRUNO)
    await harness.tables.set_length(match_id, ANA, length)
    await harness.tables.start(match_id, ANA, "start")
    await harness.quiet()
    await harness.play_on(match_id, Random(8))
    days, share = DAYS["block"], share_of(await harness.store.match(match_id))
    expected = (days[2, length] + 0.1) / (days[2, Length.FULL] + 0.1)
    assert share == pytest.approx(expected, abs=1 / SHARES)
    assert (share == 1) is (length is Length.FULL)
    await check_ratings(harness.store, [await harness.store.ended(match_id)])
    board = RankingQuery(span=Span.ALL, measure=Measure.WINS)
    wins = await harness.store.ranking_rows(board, harness.clock.now(), 20)
    (winner,) = [each for each in (await harness.store.ended(match_id)).seats if each.won]
    assert [(row.user_id, row.wins) for row in wins] == [(winner.user_id, share)]
    assert wins[0].points == winner.points, "a short match has fewer of them anyway"


@pytest.mark.parametrize(
    ("game_id", "options", "share"),
    [
        *(("block", {"target": 50}, 0.5), ("block", {"target": 150}, 1), ("block", {}, 1)),
        *(("maltese-cross", {"limit": 100, "matchEnds": "first"}, 1), ("draw", {"target": 30}, 1)),
        *(("blind", {"target": 100, "bones": "all"}, 1), ("memory", {"tiles": 56}, 1)),
    ],
)
async def test_other_numbers_count_as_parts_of_the_usual_ones(harness, game_id, options, share):
    match_id = await harness.lobby(ANA, BRUNO)
    match = replace(await harness.store.match(match_id), game=game_id, options=options)
    assert share_of(match) == share


async def test_no_match_counts_less_than_one_round(harness):
    match = await harness.store.match(await harness.lobby(ANA, BRUNO))
    one_round = share_of(replace(match, options={**match.options, "target": "none"}))
    assert share_of(replace(match, options={**match.options, "target": 1})) == one_round
    assert 0 < one_round < 0.2
