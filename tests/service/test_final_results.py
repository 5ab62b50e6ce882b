"""Places when a match ends or is closed early, and results of matches played alone."""

from dataclasses import replace
from random import Random

import pytest

from bot.discord_ui.adapters import record_of
from bot.engine.contract import Outcome
from bot.games import game
from bot.model.match import CloseReason, Match, Occupant, Stage
from bot.model.scores import SoloResult, personal_bests
from bot.service.play.final_results import early_close_places, final_places
from tests.service.harness import ANA, BRUNO, CHEN, DANA, ServiceHarness, stored_match

BLOCK, CROSS, DUOS = (game(each).info for each in ("block", "maltese-cross", "duos"))
USERS = (ANA, BRUNO, CHEN, DANA)


def match_of(seats: str, stage: Stage = Stage.RUNNING) -> Match:
    """Return a match with computers, and people who are here, away, late once or have left."""
    of_each = {
        "here": lambda at: Occupant(at, USERS[at]),
        "late": lambda at: Occupant(at, USERS[at], missed=1),
        "away": lambda at: Occupant(at, USERS[at], "steady", missed=2),
        "left": lambda at: Occupant(at, None, "steady", left_by=USERS[at]),
        "casual": lambda at: Occupant(at, None, "casual"),
    }
    occupants = tuple(of_each[each](at) for at, each in enumerate(seats.split()))
    return stored_match(stage=stage, ply=9 if stage is Stage.RUNNING else 0, seats=occupants)


@pytest.mark.parametrize(
    ("info", "seats", "points", "winners", "expected"),
    [
        (BLOCK, "here here", (50, 20), (0,), "1 won, 2"),
        (BLOCK, "here here here here", (10, 60, 60, 5), (1, 2), "3, 1 won, 1 won, 4"),
        (BLOCK, "here here here", (20, 20, 60), (2,), "2, 2, 1 won"),
        (BLOCK, "left here", (60, 20), (0,), "2 left, 1"),
        (BLOCK, "here left", (60, 60), (0, 1), "1 won, 2 left"),
        (BLOCK, "here here here here", (0, 0, 0, 0), (), "1, 1, 1, 1"),
        (BLOCK, "left here left here", (60, 30, 20, 10), (0,), "3 left, 1, 4 left, 2"),
        (BLOCK, "away here", (60, 20), (0,), "2 left, 1"),
        (BLOCK, "here casual", (5, 70), (1,), "2, 1 won"),
        (CROSS, "here here", (90, 110), (0,), "1 won, 2"),
        (CROSS, "here here here here", (120, 99, 101, 100), (1,), "4, 1 won, 3, 2"),
        (CROSS, "here here here", (105, 105, 107), (0, 1), "1 won, 1 won, 3"),
        (CROSS, "here left here", (130, 40, 101), (1,), "2, 3 left, 1"),
        (DUOS, "here here left here", (60, 20, 60, 20), (0, 2), "1 won, 2, 4 left, 2"),
    ],
)
def test_places_of_a_match_that_was_played_out(info, seats, points, winners, expected):
    """Winners first, then the better points; who left or was away has not won and comes last."""
    match = match_of(seats)
    found = final_places(match, Outcome(winners, points, "target"), info)
    results = [f"{each.place}{' won' * each.won}{' left' * each.left}" for each in found]
    assert ", ".join(results) == expected
    users = [each.user_id or each.left_by for each in match.seats]
    assert [each.user_id for each in found] == users, "who left still has a result"
    penalties = info is CROSS
    assert tuple(each.points for each in found) == ((0,) * len(points) if penalties else points)
    sides = [0, 1, 0, 1] if info is DUOS else [*range(len(points))]
    assert [each.side for each in found] == sides


@pytest.mark.parametrize(
    ("seats", "why", "expected"),
    [
        ("here casual casual", CloseReason.LEFT, "3 left, 1, 1"),
        ("left here left", CloseReason.LEFT, "2 left, 1 left, 2 left"),
        ("away here", CloseReason.ABSENT, "1 left, 1 left"),
        ("late left casual", CloseReason.ABSENT, "2 left, 3 left, 1"),
        ("here here", CloseReason.LAPSED, ""),
        ("here here", CloseReason.CHANNEL_DELETED, ""),
        ("here", CloseReason.LEFT, ""),
    ],
)
def test_places_of_a_match_that_was_given_up(seats, why, expected):
    """Who left last comes first of those who left; what ended by nobody's doing doesn't count."""
    found = early_close_places(match_of(seats), BLOCK, why)
    assert ", ".join(f"{each.place}{' left' * each.left}" for each in found) == expected
    assert not any(each.won or each.points for each in found)


def test_a_lobby_has_no_results():
    lobby = match_of("here here", Stage.LOBBY)
    assert list(early_close_places(lobby, BLOCK, CloseReason.LEFT)) == []


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
    won = last.outcome.winners == (0,)
    assert try_ == SoloResult(match_id, won, last.outcome.tally, try_.seconds)
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
    await harness.play_on(match_id, Random(1))

    match = await harness.store.match(match_id)
    assert match.stage is Stage.OVER
    assert await harness.store.solo_results(ANA, "memory", match.options) == ()


def test_the_fewest_then_the_shortest_time_are_best():
    given = ((False, 5, 10), (True, 0, 90), (True, 0, 80), (True, 0, 80), (True, None, 1))
    tries = [SoloResult(number, *each) for number, each in enumerate(given, 1)]
    tries += [SoloResult(6, True, 0, 1, hints=1), SoloResult(7, True, 0, 1, rated=False)]
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
