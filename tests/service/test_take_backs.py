"""Taking back a move: who may, what comes back, and what nothing can confuse."""

import asyncio
from random import Random
from typing import Any

import pytest

from bot.engine.errors import StaleMove
from bot.engine.replay import TakenBack, returns_to
from bot.games import CATALOGUE, game
from bot.model.errors import NothingToTakeBack, NotSeated, RevealedSince, TakeBackOff
from bot.model.match import MoveMaker, Stage, WaitingFor
from bot.model.terms import Pace
from bot.scores.career import Tally
from bot.service.history import Viewer
from bot.service.play.loaded_match import LoadedMatch
from tests.service.harness import ANA, BRUNO, HERE, ServiceHarness, refused

TOGETHER = [each.info.id for each in CATALOGUE if each.info.max_seats > 1]


async def practice(harness: ServiceHarness, game_id: str = "block", *, rated: bool = False) -> int:
    """Start a match of Ana alone with computers."""
    levels = ["casual"] * (game(game_id).info.min_seats - 1 or 1)
    return await harness.running(ANA, computers=levels, rated=rated, pace=Pace.DAY, game_id=game_id)


async def move(harness: ServiceHarness, match_id: int, rng: Random | None = None) -> None:
    user, codes = await harness.turn(match_id)
    assert user == ANA
    await harness.matches.play(match_id, ANA, None, rng.choice(codes) if rng else codes[0])
    await harness.quiet()


async def choose(harness: ServiceHarness, match_id: int) -> int:
    """Move until a choice was made; return the length of the log before it."""
    while True:
        _, codes = await harness.turn(match_id)
        ply = (await harness.store.match(match_id)).ply
        await move(harness, match_id)
        if len(codes) > 1:
            return ply


async def check_the_button(harness: ServiceHarness, match_id: int) -> None:
    """Check that it is offered just when it works, in memory as after a restart."""
    for _ in range(2):
        try:
            await harness.service.take_backs.offer(match_id, ANA)
        except (RevealedSince, NothingToTakeBack):
            works = False
        else:
            works = True
        assert (await harness.matches.view_for(match_id, ANA)).can_take_back is works
        assert (await harness.service.outbox.current_update(match_id)).can_take_back is works
        harness.service.cache.forget_all()


async def seen(harness: ServiceHarness, match_id: int, user: int = ANA) -> Any:
    return (await harness.matches.view_for(match_id, user)).seen


async def test_ana_sees_what_she_saw_before_and_the_log_tells_all(harness):
    match_id = await practice(harness)
    before, log = await seen(harness, match_id), await harness.store.log(match_id)
    ply = await choose(harness, match_id)
    assert ply == len(log)
    assert await harness.service.take_backs.offer(match_id, ANA) == ply
    played = await harness.store.log(match_id)
    assert len(played) > ply + 1, "the computer has answered"
    view = await harness.service.take_backs.take_back(match_id, ANA, ply)
    assert view.seen == before
    assert [each.events for each in view.news] == [(TakenBack(0),)]
    await harness.quiet()
    after = await harness.store.log(match_id)
    assert after == (*played, (0, f"back@{ply}"))
    match = await harness.store.match(match_id)
    (clock,) = match.agenda.clocks
    assert (match.awaits, clock.seat, clock.ply) == (WaitingFor.PERSON, 0, len(after))
    assert [each.events for each in harness.channel.shown[-1].news] == [(TakenBack(0),)]
    await harness.agree(match_id)


def replayed(loaded: LoadedMatch) -> tuple[object, ...]:
    known = loaded.state, loaded.turns, loaded.choices, loaded.nature_moves, loaded.is_played
    return *known, loaded.recent


@pytest.mark.parametrize("game_id", TOGETHER)
async def test_every_game_goes_on_after_it_and_is_told_alike_from_the_log(game_id):
    harness, rng = ServiceHarness(), Random(3)
    match_id = await practice(harness, game_id)
    backs = 0
    for number in range(60):
        match = await harness.store.match(match_id)
        if match.awaits is not WaitingFor.PERSON or (backs and number >= 12):
            break
        await move(harness, match_id, rng)
        if (await harness.store.match(match_id)).stage is not Stage.RUNNING:
            break
        await check_the_button(harness, match_id)
        try:
            ply = await harness.service.take_backs.offer(match_id, ANA)
        except (RevealedSince, NothingToTakeBack):
            continue
        if backs and rng.random() < 0.5:
            continue
        await harness.service.take_backs.take_back(match_id, ANA, ply)
        backs += 1
        async with harness.service.cache.locked(match_id) as loaded:
            now = replayed(loaded)
        harness.service.cache.forget_all()
        async with harness.service.cache.locked(match_id) as loaded:
            assert replayed(loaded) == now
        await harness.agree(match_id)
    assert backs or game_id in {"memory", "blind", "squares-blind"}  # hardly ever there
    if (await harness.store.match(match_id)).stage is Stage.RUNNING:
        await harness.matches.leave(match_id, ANA, for_good=True)
    await harness.quiet()
    who = Viewer(ANA, 1, HERE.channel_id)
    assert (await harness.service.match_history.proof(match_id, who)).holds
    await harness.service.match_history.open_story(match_id, who)
    record = await harness.service.match_history.record(match_id, who)
    assert record.log == await harness.store.log(match_id)
    assert sum(returns_to(*entry) is not None for entry in record.log) == backs
    await harness.end()


async def test_it_needs_an_unrated_match_alone_with_computers(harness):
    rated = await practice(harness, rated=True)
    await choose(harness, rated)
    await refused(TakeBackOff, harness.service.take_backs.offer(rated, ANA))
    await harness.matches.leave(rated, ANA)

    shared = await harness.running(ANA, BRUNO, computers=("casual",), rated=False)
    await refused(TakeBackOff, harness.service.take_backs.offer(shared, ANA))
    await harness.matches.leave(shared, BRUNO)
    await refused(TakeBackOff, harness.service.take_backs.offer(shared, ANA))
    await refused(NotSeated, harness.service.take_backs.offer(shared, BRUNO))


async def test_without_a_choice_there_is_nothing_to_take_back(harness):
    match_id = await practice(harness)
    await refused(NothingToTakeBack, harness.service.take_backs.offer(match_id, ANA))
    await refused(StaleMove, harness.service.take_backs.take_back(match_id, ANA, 2))


async def test_a_move_that_revealed_something_cannot_be_taken_back(harness):
    match_id = await practice(harness, "memory")
    await choose(harness, match_id)
    log = await harness.store.log(match_id)
    await refused(RevealedSince, harness.service.take_backs.offer(match_id, ANA))
    assert await harness.store.log(match_id) == log


async def test_several_moves_are_taken_back_one_by_one(harness):
    match_id = await practice(harness)
    first = await seen(harness, match_id)
    plies = [await choose(harness, match_id) for _ in range(2)]
    for ply in reversed(plies):
        assert await harness.service.take_backs.offer(match_id, ANA) == ply
        await harness.service.take_backs.take_back(match_id, ANA, ply)
    assert await seen(harness, match_id) == first
    await refused(NothingToTakeBack, harness.service.take_backs.offer(match_id, ANA))
    await harness.agree(match_id)


async def test_pressing_twice_takes_back_one_move(harness):
    match_id = await practice(harness)
    await choose(harness, match_id)
    ply = await choose(harness, match_id)
    presses = (harness.service.take_backs.take_back(match_id, ANA, ply) for _ in range(3))
    done = await asyncio.gather(*presses, return_exceptions=True)
    assert [type(each) for each in done].count(StaleMove) == 2
    log = await harness.store.log(match_id)
    assert [returns_to(*entry) for entry in log if returns_to(*entry) is not None] == [ply]


async def test_old_buttons_of_the_same_question_stay_out_of_date(harness):
    match_id = await practice(harness)
    _, codes = await harness.turn(match_id)
    ply = (await harness.store.match(match_id)).ply
    assert await choose(harness, match_id) == ply
    await harness.service.take_backs.take_back(match_id, ANA, ply)
    assert (await harness.turn(match_id))[1] == codes
    now = (await harness.store.match(match_id)).ply
    for old in range(now):
        await refused(StaleMove, harness.matches.play(match_id, ANA, old, codes[0]))
    await harness.matches.play(match_id, ANA, now, codes[0])
    await harness.agree(match_id)


async def test_a_computer_that_is_thinking_is_ignored(harness):
    match_id = await practice(harness)
    ply = (await harness.store.match(match_id)).ply
    _, codes = await harness.turn(match_id)
    async with harness.service.cache.locked(match_id) as loaded:
        await harness.matches.executor.move(loaded, 0, codes[0], MoveMaker.PERSON)
        match = loaded.match
    turn = await harness.matches.computers_turn(match_id)
    await harness.service.take_backs.take_back(match_id, ANA, ply)
    await harness.matches.play_for_computer(match_id, turn, turn.seen.legal[0].code)
    assert (await harness.store.log(match_id))[match.ply :] == ((0, f"back@{ply}"),)
    await harness.agree(match_id)


@pytest.mark.parametrize("taken_back", [False, True])
async def test_an_unrated_match_counts_except_for_ratings(harness, taken_back):
    match_id = await practice(harness)
    ply = await choose(harness, match_id)
    if taken_back:
        await harness.service.take_backs.take_back(match_id, ANA, ply)
    assert not await harness.matches.leaving_counts(match_id, ANA)
    await harness.play_on(match_id, Random(2))
    assert (await harness.store.match(match_id)).stage is Stage.OVER
    mine, computers = await harness.service.scoring.of(match_id)
    assert [(each.rating, each.gained) for each in (mine, computers)] == [(None, None)] * 2
    assert "first-match" in mine.earned
    assert (mine.earned == ("first-match",)) is taken_back
    assert await harness.store.ratings_of(ANA) == {}
    won = mine.place == 1 and not taken_back
    assert (await harness.store.career(ANA)).games == {"block": Tally(1, won, 1)}
    assert len(await harness.store.history(ANA, 5)) == 1
