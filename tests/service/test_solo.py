"""Matches played alone: their results are kept, and held against those before."""

from __future__ import annotations

from random import Random

import pytest

from bot.discord_ui.company import record_of
from bot.present.solo import Result
from bot.service.ports import Stage, Try
from bot.service.solo import bests
from bot.service.tables import Where
from tests.service.house import ANA, House

LETTERS = Where(guild_id=None, channel_id=77)


async def finished(house: House, game_id: str, seed: int) -> int:
    match_id = await house.running(ANA, game_id=game_id)
    await house.play_on(match_id, Random(seed))
    assert (await house.store.match(match_id)).stage is Stage.OVER
    return match_id


@pytest.mark.parametrize("game_id", ["memory", "solitaire"])
async def test_the_tally_and_the_time_are_kept(house, game_id):
    match_id = await finished(house, game_id, 1)
    last = (await house.plies(match_id))[-1].state

    assert last.outcome.tally is not None
    options = (await house.store.match(match_id)).options
    (try_,) = await house.store.tries(ANA, game_id, options)
    assert try_ == Try(match_id, last.outcome.winners == (0,), last.outcome.tally, try_.seconds)
    # The clock of the house goes on by a second each time it is asked, some times for each move.
    moves = sum(ply.actor == 0 for ply in await house.plies(match_id))
    assert moves < try_.seconds <= 5 * moves


async def test_who_had_company_has_not_played_alone(house):
    match_id = await house.lobby(ANA, game_id="memory")
    await house.tables.add_computer(match_id, ANA, "casual")
    await house.tables.start(match_id, ANA, "start")
    await house.quiet()
    await house.play_on(match_id, Random(1))

    match = await house.store.match(match_id)
    assert match.stage is Stage.OVER
    assert await house.store.tries(ANA, "memory", match.options) == ()


async def test_a_match_in_letters_is_one_like_any_other(house):
    match_id = await house.lobby(ANA, game_id="solitaire", where=LETTERS)
    await house.tables.start(match_id, ANA, "start")
    await house.play_on(match_id, Random(2))
    match = await house.store.match(match_id)
    assert match.stage is Stage.OVER
    assert len(await house.store.tries(ANA, "solitaire", match.options)) == 1


async def test_a_restart_in_the_middle_costs_nothing(house):
    match_id = await house.running(ANA, game_id="solitaire")
    await house.play_on(match_id, Random(3), moves=10)
    after = House(house.store, house.channel)
    after.clock.asked = 7200
    await after.play_on(match_id, Random(3))
    match = await after.store.match(match_id)
    (try_,) = await after.store.tries(ANA, "solitaire", match.options)
    assert try_.seconds > 7000, "the start counts, whichever process saw it"


async def test_a_match_that_is_left_is_no_try(house):
    match_id = await house.running(ANA, game_id="memory")
    match = await house.matches.leave(match_id, ANA)
    assert match.stage is Stage.CLOSED
    assert await house.store.tries(ANA, "memory", match.options) == ()


def test_the_fewest_then_the_shortest_time_are_best():
    tries = [
        Try(1, False, 5, 10),
        Try(2, True, 0, 90),
        Try(3, True, 0, 80),
        Try(4, True, 0, 80),
        Try(5, True, None, 1),
    ]
    found = bests(tries)
    assert (found.played, found.won, found.best) == (5, 4, tries[2])
    assert bests(()).best is None


async def test_a_result_is_held_against_those_before_it(house):
    first = await finished(house, "solitaire", 1)
    second = await finished(house, "solitaire", 2)
    match = await house.store.match(first)
    tries = [Try(first, False, 5, 60), Try(second, True, 0, 90)]

    earlier, later = record_of(match, tries), record_of(await house.store.match(second), tries)
    assert earlier is not None
    assert later is not None
    assert (earlier.result, earlier.best, earlier.played) == (Result(5, 60), None, 1)
    assert (later.best, later.played, later.won) == (Result(5, 60), 2, 1)
    assert later.is_best
    assert record_of(match, tries[1:]) is None
