"""The time after a move in which nobody is called, and what it tells of plans: nothing."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

from bot.engine.planning import Wish
from bot.model.match import Stage
from bot.model.terms import Pace
from tests.service.harness import ANA, BRUNO, CHEN, DANA
from tests.service.planning import (
    foresee,
    has_one_that_fits,
    made_by,
    moves_on,
    plan,
    quiet_harness,
)
from tests.service.virtual_time import TimedHarness

LEAST, MOST = timedelta(minutes=1), timedelta(minutes=3)
SECOND = timedelta(seconds=1)


@pytest.fixture
async def timed(time, only_alarms):
    timed = quiet_harness(time)
    yield timed
    await timed.end()


async def begun(timed: TimedHarness, *people: int, pace: Pace = Pace.DAY, **how: Any) -> None:
    await timed.running(*(people or (ANA, BRUNO)), pace=pace, **({"target": 1000} | how))
    del timed.channel.shown[:], timed.channel.quiet[:]


async def calls_at(timed: TimedHarness) -> datetime:
    at = (await timed.match()).agenda.calls_at
    assert at is not None
    assert timed.time.now() + LEAST <= at <= timed.time.now() + MOST
    return at


@pytest.mark.parametrize("pace", [Pace.DAY, Pace.SLOW])
async def test_nobody_is_called_right_after_a_move(timed, pace):
    await timed.running(ANA, BRUNO, pace=pace)
    assert timed.channel.shown[-1].match.ply, "at the start everybody is there"
    del timed.channel.shown[:]
    await timed.play()
    at, ply = await calls_at(timed), (await timed.match()).ply
    assert {each.match.ply for each in timed.channel.quiet} == {ply}, "open hands show it at once"
    await timed.until(at - SECOND)
    assert timed.channel.shown == []
    await timed.until(at + SECOND)
    (shown,) = timed.channel.shown
    assert shown.match.ply == ply
    assert shown.newly_choosing
    assert (await timed.match()).agenda.calls_at is None
    await timed.advance(hours=1)
    assert timed.channel.shown == [shown]
    await timed.agree(1)


async def test_a_chain_of_planned_moves_is_one_new_table(timed):
    """Whoever is called then has no plan for their turn, or one that leaves them a choice."""
    await begun(timed, ANA, BRUNO, CHEN, DANA)
    rng, longest = Random(2), 0
    while longest < 3:
        mover, codes = await timed.turn(1)
        match, state = await timed.match(), (await timed.plies(1))[-1].state
        for user in {*match.people} - {mover}:
            hand = state.round.hands[match.seat_of(user)]
            at = [Wish(each.code, "" if each.double else str(each.high)) for each in hand]
            await plan(timed, user, at)
        ply = match.ply
        await timed.matches.play(1, mover, None, rng.choice(codes))
        while not timed.channel.shown:
            await timed.advance(seconds=20)
        (shown,) = timed.channel.shown
        after = await timed.match()
        assert shown.match.ply == after.ply
        assert [each.ply for each in shown.news if each.ply >= ply] == [*range(ply, after.ply)]
        asked = await timed.turn(1)
        assert shown.newly_choosing == {asked[0]}
        moved = [code for actor, code in (await timed.store.log(1))[ply:] if code != "pass"]
        longest = max(longest, len(moved) - 1)
        await timed.advance(hours=1)
        assert (await timed.match()).ply == after.ply
        del timed.channel.shown[:]


async def test_a_planned_move_is_made_within_it(timed):
    await begun(timed)
    turn = await foresee(timed, has_one_that_fits)
    await plan(timed, turn.waiting, turn.bones(1)[:1])
    ply = await moves_on(timed, turn)
    length = await calls_at(timed) - timed.time.now()
    await timed.advance(seconds=0.2 * length.total_seconds() - 1)
    assert (await timed.match()).ply == ply
    await timed.advance(seconds=0.7 * length.total_seconds() + 1)
    assert len(await made_by(timed, turn.seat, ply)) == 1


@pytest.mark.parametrize(
    ("pace", "people", "computers"),
    [(Pace.LIVE, 2, 0), (Pace.RELAXED, 2, 0), (Pace.NONE, 2, 0), (Pace.DAY, 1, 1)],
)
async def test_elsewhere_nobody_waits(timed, pace, people, computers):
    await begun(timed, *(ANA, BRUNO)[:people], pace=pace, computers=["steady"] * computers)
    await timed.play()
    match = await timed.match()
    assert match.agenda.calls_at is None
    assert timed.channel.shown[-1].match.ply == match.ply
    assert timed.channel.quiet == []


async def test_the_last_move_is_shown_at_once_and_the_end_of_a_round_with_the_next(timed):
    await timed.running(ANA, BRUNO, target=60, pace=Pace.DAY)
    rounds = 0
    while (await timed.match()).stage is Stage.RUNNING:
        before = len(timed.channel.rounds)
        mover = await timed.play()
        match = await timed.match()
        if match.stage is Stage.RUNNING and (await timed.turn(1))[0] != mover:
            at = await calls_at(timed)
            assert len(timed.channel.rounds) == before
            await timed.until(at)
        assert timed.channel.shown[-1].match.ply == match.ply
        rounds += len(timed.channel.rounds) - before
    assert rounds
    assert timed.channel.shown[-1].match.stage is Stage.OVER


@pytest.mark.parametrize("away", [timedelta(seconds=20), timedelta(hours=3)])
async def test_after_a_restart_the_table_is_shown_once_and_not_before_its_time(timed, away):
    await begun(timed)
    await timed.play()
    at, ply = await calls_at(timed), (await timed.match()).ply
    again = await timed.again(seconds=away.total_seconds())
    await again.until(max(at, again.time.now()) - SECOND)
    assert again.time.now() >= at or again.channel.shown == []
    await again.advance(minutes=5)
    assert [each.match.ply for each in again.channel.shown] == [ply]
    await again.agree(1)


async def test_whoever_leaves_meanwhile_is_told_of_and_plans_of_others_are_carried_out(timed):
    await begun(timed, ANA, BRUNO, CHEN)
    turn = await foresee(timed, has_one_that_fits)
    await plan(timed, turn.waiting, turn.bones(1)[:1])
    ply = await moves_on(timed, turn)
    (leaver,) = {ANA, BRUNO, CHEN} - {turn.mover, turn.waiting}
    await timed.leave(1, leaver)
    assert timed.channel.shown[-1].match.seat_of(leaver) is None
    await timed.advance(minutes=4)
    assert (await made_by(timed, turn.seat, ply))[:1] == [turn.granted(turn.bones(1)[0])[0].code]
