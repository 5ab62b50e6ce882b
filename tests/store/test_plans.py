"""Plans in a database that two services share: stored with the match, one move or none."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest

from bot.engine.errors import StaleMove
from bot.model.errors import PlanStopped
from bot.model.match import Stage
from bot.model.plans import Plan, Reach
from bot.model.shards import Shards
from bot.model.terms import Pace
from tests.seeds import SEEDS
from tests.service.harness import ANA, BRUNO, CHEN, NOON, ServiceHarness
from tests.service.planning import foresee, has_one_that_fits, made_by, plan, planned
from tests.store.support import Database, rows

Two = tuple[ServiceHarness, ServiceHarness]


@dataclass
class SetClock:
    """A clock that stands still until it is set."""

    at: datetime = NOON

    def now(self) -> datetime:
        return self.at


@pytest.fixture
async def two(database: Database):
    """Yield two services on the same database; the first owns the matches."""
    clock, services = SetClock(), []
    for number in range(2):
        services.append(ServiceHarness(database.open(), clock=clock))
        services[-1].service.take_shards(Shards(2, frozenset({number})))
    yield tuple(services)
    for each in services:
        await each.quiet()
        await each.service.close()


async def _running(harness: ServiceHarness, *people: int) -> None:
    await harness.running(*people, target=1000, pace=Pace.DAY)


async def stored_plans(harness: ServiceHarness) -> list[tuple[Any, ...]]:
    query = "SELECT seat, wishes, reach FROM seats WHERE wishes IS NOT NULL OR reach IS NOT NULL"
    return await rows(harness.store, query)


async def test_a_plan_is_the_same_for_both_and_after_every_change(two):
    one, other = two
    await _running(one, ANA, BRUNO, CHEN)
    turn = await foresee(one, has_one_that_fits)
    wishes = turn.rules.wishes(turn.seen)
    rng = Random(1)
    for _ in range(12):
        before = await planned(one, turn.waiting)
        here, there = rng.sample(two, 2)
        wish, reach = rng.choice(wishes), rng.choice([*Reach])
        await here.service.plans.add(1, turn.waiting, wish)
        await there.service.plans.extend(1, turn.waiting, reach)
        after = await planned(here, turn.waiting)
        assert after is not None
        kept = [each.piece for each in before.wishes] if before else []
        assert wish in after.wishes
        assert after.reach is reach
        assert [each.piece for each in after.wishes] == [*dict.fromkeys((*kept, wish.piece))]
        for each in two:
            seen = await each.matches.view_for(1, turn.waiting)
            assert seen.match.agenda.plan(turn.seat) == after
            assert seen.match == await one.store.match(1)
    await other.service.plans.stop(1, turn.waiting)
    assert await stored_plans(one) == []


async def _round_ends(harness: ServiceHarness) -> None:
    number = (await harness.plies(1))[-1].state.number
    while (await harness.plies(1))[-1].state.number == number:
        await harness.move(1)


async def _match_ends(harness: ServiceHarness) -> None:
    while (await harness.store.match(1)).stage is Stage.RUNNING:
        await harness.move(1)


async def _closed(harness: ServiceHarness) -> None:
    await harness.service.guilds.channel_deleted(10)


async def _all_leave(harness: ServiceHarness) -> None:
    for user in (ANA, BRUNO):
        await harness.matches.leave(1, user, for_good=True)


async def _erased(harness: ServiceHarness) -> None:
    for user in (ANA, BRUNO):
        await harness.service.privacy.erase(user)


@pytest.mark.parametrize("end", [_round_ends, _match_ends, _closed, _all_leave, _erased])
async def test_nothing_of_them_is_stored_afterwards(two, end):
    one, _ = two
    await one.running(ANA, BRUNO, target=30, pace=Pace.DAY)
    turn = await foresee(one, lambda each: len(each.bones(0)) > 3)
    await plan(one, turn.waiting, turn.bones(0))
    ((seat, _, reach),) = await stored_plans(one)
    assert (seat, str(reach)) == (turn.seat, Reach.ROUND.value)
    await end(one)
    await one.quiet()
    assert await stored_plans(one) == []


async def test_an_export_has_the_own_plan_and_never_anothers(two):
    one, _ = two
    await _running(one, ANA, BRUNO, CHEN)
    turn = await foresee(one, has_one_that_fits)
    await plan(one, turn.waiting, turn.bones(1)[:1])
    secret = turn.bones(1)[0].code
    for user in (ANA, BRUNO, CHEN):
        exported = await one.service.privacy.everything(user)
        (played,) = exported.played
        assert (secret in str(played)) is (user == turn.waiting)


@pytest.mark.parametrize("seed", SEEDS)
async def test_whatever_two_services_do_at_once_it_is_one_move_or_none(two, seed):
    """One carries out a plan, the other lets its owner stop it, change it or move."""
    one, other = two
    rng, outcomes = Random(seed), set[tuple[str, bool]]()
    await _running(one, ANA, BRUNO)
    for number in range(24):
        turn = await foresee(one, has_one_that_fits)
        first, second = turn.bones(1)[:2]
        await plan(rng.choice(two), turn.waiting, [first])
        await rng.choice(two).matches.play(1, turn.mover, None, turn.code)
        ply = (await one.store.match(1)).ply
        one.clock.at += timedelta(minutes=4)
        user, (own,) = turn.waiting, turn.granted(second)
        press, pressed = rng.choice(
            [
                ("stop", partial(other.service.plans.stop, 1, user)),
                ("change", partial(other.service.plans.add, 1, user, second)),
                ("move", partial(other.matches.play, 1, user, ply, own.code)),
            ]
        )
        due = partial(one.service.scheduler._handle_due, 1, NOON)
        wait = rng.choice((-1, 1)) * number / 8000
        outcome, handled = await asyncio.gather(
            _after(wait, pressed), _after(-wait, due), return_exceptions=True
        )
        assert handled is None
        (planned_move,) = turn.granted(first)
        made = (await made_by(one, turn.seat, ply))[:1]
        is_carried_out = made == [planned_move.code]
        outcomes.add((press, is_carried_out))
        if press == "move":
            assert is_carried_out or made == [own.code]
            assert is_carried_out is isinstance(outcome, StaleMove)
        else:
            assert is_carried_out or made == []
            assert is_carried_out or press == "stop" or isinstance(outcome, PlanStopped)
        left: Plan | None = await planned(one, user)
        assert is_carried_out or press == "move" or left is None
        length = (await one.store.match(1)).ply
        one.clock.at += timedelta(minutes=4)
        await due()
        await other.service.scheduler._handle_due(1, NOON)
        if left is None:
            assert (await one.store.match(1)).ply == length, "what was stopped is not played"
        if not made:
            await other.matches.play(1, user, None, own.code)
        for each in two:
            await each.agree(1)
        await other.service.plans.stop(1, user)
    assert len({each for _, each in outcomes}) == 2


async def _after(seconds: float, do: Callable[[], Awaitable[object]]) -> object:
    await asyncio.sleep(max(seconds, 0))
    return await do()
