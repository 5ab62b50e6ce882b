"""Matches played alone: their results are stored and compared with earlier ones."""

from dataclasses import replace
from random import Random

import pytest

from bot.discord_ui.adapters import record_of
from bot.model.match import Stage
from bot.model.scores import SoloResult, personal_bests
from tests.service.harness import ANA, ServiceHarness

ALONE = pytest.mark.parametrize(
    "game_id", ["solitaire", pytest.param("memory", marks=pytest.mark.deep)]
)


@ALONE
async def test_the_tally_and_the_time_are_kept(harness, game_id):
    match_id = await harness.running(ANA, game_id=game_id)
    await harness.play_on(match_id, Random(1))
    last = (await harness.plies(match_id))[-1].state

    assert last.outcome.tally is not None
    options = (await harness.store.match(match_id)).options
    (try_,) = await harness.store.solo_results(ANA, game_id, options)
    assert try_ == SoloResult(
        match_id, last.outcome.winners == (0,), last.outcome.tally, try_.seconds
    )
    # The harness's clock advances a second each time it is read, several times for each move.
    moves = sum(ply.actor == 0 for ply in await harness.plies(match_id))
    assert moves < try_.seconds <= 5 * moves


@ALONE
async def test_a_restart_in_the_middle_costs_nothing(harness, game_id):
    match_id = await harness.running(ANA, game_id=game_id)
    await harness.play_on(match_id, Random(3), moves=10)
    before = await harness.plies(match_id)
    await harness.service.close()

    after = ServiceHarness(harness.store, harness.channel)
    after.clock.asked = 7200
    assert (await after.matches.view_for(match_id, ANA)).match.ply == len(before)
    await after.play_on(match_id, Random(3))
    match = await after.store.match(match_id)
    assert match.stage is Stage.OVER
    assert (await after.plies(match_id))[: len(before)] == before
    (try_,) = await after.store.solo_results(ANA, game_id, match.options)
    assert 7200 < try_.seconds < 10_000, "the start counts, whichever process saw it"
    await after.service.close()


async def test_a_match_with_a_computer_is_no_solo_result(harness):
    match_id = await harness.running(ANA, computers=("casual",), game_id="memory")
    await harness.quiet()
    await harness.play_on(match_id, Random(1))

    match = await harness.store.match(match_id)
    assert match.stage is Stage.OVER
    assert await harness.store.solo_results(ANA, "memory", match.options) == ()


def test_the_fewest_then_the_shortest_time_are_best():
    tries = [
        SoloResult(1, False, 5, 10),
        SoloResult(2, True, 0, 90),
        SoloResult(3, True, 0, 80),
        SoloResult(4, True, 0, 80),
        SoloResult(5, True, None, 1),
        SoloResult(6, True, 0, 1, hints=1),
        SoloResult(7, True, 0, 1, rated=False),
    ]
    found = personal_bests(tries)
    assert (found.played, found.won, found.best) == (7, 6, tries[2])
    assert personal_bests(()).best is None


async def test_a_result_is_compared_with_earlier_ones_only(harness):
    first = await harness.store.match(await harness.lobby(game_id="solitaire"))
    tries = [SoloResult(first.id, False, 5, 60), SoloResult(first.id + 1, True, 0, 90)]

    earlier, later = record_of(first, tries), record_of(replace(first, id=first.id + 1), tries)
    assert earlier is not None
    assert later is not None
    assert (earlier.result, earlier.best, earlier.played) == (tries[0], None, 1)
    assert (later.best, later.played, later.won) == (tries[0], 2, 1)
    assert later.is_best
    assert record_of(first, tries[1:]) is None
