"""Whatever others look at is the same, letter by letter and at the same time, whoever has planned.

That a planned move is made at the moment of one that is pressed is tested with exact times in
``tests/service/test_plans_are_secret.py``.
"""

import logging
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.bootstrap import build
from bot.games import game
from bot.model.plans import Reach
from bot.model.terms import Pace
from bot.service.clock.planner import SHARE_OF_QUIET_TIME
from bot.service.delays import AT_ONCE, Delays, QuietTime
from tests.discord_ui import simulation
from tests.discord_ui.secrecy_sweep import look_alike, now, within_reach
from tests.discord_ui.simulation import DiscordSim, bones_in

QUIET_TIME = QuietTime()


@pytest.fixture(autouse=True)
def quiet(monkeypatch) -> None:
    """Call nobody right after a move, as the real bot."""
    delays = Delays(AT_ONCE, QUIET_TIME)
    monkeypatch.setattr(simulation, "build", partial(build, delays=delays))


class Scene:
    """Three people with open hands; one is to move, and the next one plans or does not."""

    def __init__(self, sim: DiscordSim, deals: Any) -> None:
        self.sim, self.deals = sim, deals

    async def begin(self) -> None:
        sim = self.sim
        self.deals(5)
        match = await sim.start(sim.bruno, sim.chen)
        assert match.pace is Pace.DAY
        self.mover = await sim.to_move()
        next_seat = ((match.seat_of(self.mover.id) or 0) + 1) % 3
        self.planner = sim.person(match.seats[next_seat].user_id)
        self.others = [each for each in (sim.ana, sim.bruno, sim.chen) if each != self.planner]
        self.others.append(sim.eva)
        for each in (sim.ana, sim.bruno, sim.chen):
            await sim.hand(each)
        self.since = now(sim)

    async def plan(self, bones: list[str], reach: Reach = Reach.ROUND) -> None:
        hand = self.sim.open_hand(self.planner)
        presses = ["open:", *(f"add:{bone}" for bone in bones), f"reach:{reach.value}"]
        await self.sim.clicked(self.planner, hand, *(f"w:1:{each}" for each in presses))
        plan = (await self.sim.match()).agenda.plan(await self.seat())
        assert plan is not None
        assert ([each.code for each in plan.wishes], plan.reach) == (bones, reach)

    async def seat(self) -> int:
        seat = (await self.sim.match()).seat_of(self.planner.id)
        assert seat is not None
        return seat

    async def legal(self) -> list[str]:
        """Return the planner's moves once the first move of the mover has been made."""
        rules, state = game("block"), await self.sim.state()
        return [each.code for each in rules.legal_moves(state, await self.seat())]

    async def move(self) -> None:
        await self.sim.move(self.mover)
        assert await self.sim.to_move() == self.planner

    async def seen(self) -> list[object]:
        told = await within_reach(self.sim, self.others, {self.planner.id}, self.since)
        times = [(each.method, each.path) for each in self.sim.env.http_requests[self.since[1] :]]
        to_all = [each for each in times if each[1].startswith(self.sim.messages_path)]
        self.since = now(self.sim)
        return [*told, len(to_all), self.sim.pings(), self.sim.table().all_words]


@pytest.mark.parametrize("plans", [("none", "first"), ("first", "last")])
async def test_a_plan_shows_nowhere(tmp_path: Path, deals, caplog, plans):
    caplog.set_level(logging.DEBUG, logger="bot")
    lines: list[list[str]] = []

    async def what_others_see(sim: DiscordSim, kind: str) -> list[object]:
        scene = Scene(sim, deals)
        await scene.begin()
        caplog.clear()
        held = [bone.code for bone in (await sim.state()).round.hands[await scene.seat()]]
        if kind == "first":
            await scene.plan(held[:2])
        elif kind == "last":
            await scene.plan(held[-3:], Reach.CHANGE)
        seen = await scene.seen()
        await scene.move()
        seen += await scene.seen()
        await sim.pass_time(seconds=3)
        await sim.move(scene.planner)
        for seconds in (10, 60, 120, 3600):
            await sim.pass_time(seconds=seconds)
            seen += await scene.seen()
        assert not bones_in(caplog.text)
        told = [each.getMessage() for each in caplog.records if each.name.startswith("bot.service")]
        lines.append(told)
        return seen

    await look_alike(tmp_path, what_others_see, plans, least=100)
    assert lines[0] == lines[1]


async def test_a_planned_move_looks_like_one_that_is_pressed(tmp_path: Path, deals):
    chance = Random(5).random()
    quiet_time = QUIET_TIME.length(chance).total_seconds()
    least, most = SHARE_OF_QUIET_TIME
    moment = (least + (most - least) * chance) * quiet_time

    async def what_others_see(sim: DiscordSim, kind: str) -> list[object]:
        scene = Scene(sim, deals)
        await scene.begin()
        if kind == "planned":
            await scene.plan(await bones_to_play(scene))
        await scene.move()
        code, ply = (await scene.legal())[0], (await sim.match()).ply
        seen = await scene.seen()
        await sim.pass_time(seconds=moment - 0.5)
        assert (await sim.match()).ply == ply
        await sim.pass_time(seconds=0.5)
        if kind == "pressed":
            await sim.make(scene.planner, code)
        assert (await sim.store.log(1))[ply] == (await scene.seat(), code)
        for seconds in (0.5, 30, 60, 120, 3600):
            seen += await scene.seen()
            await sim.pass_time(seconds=seconds)
        return seen

    await look_alike(tmp_path, what_others_see, ("planned", "pressed"), least=100)


async def bones_to_play(scene: Scene) -> list[str]:
    """Return the bone of the first move that the planner will have, if there is a single way."""
    sim = scene.sim
    rules, state = game("block"), await sim.state()
    mover = (await sim.match()).seat_of(scene.mover.id) or 0
    state = rules.apply(state, mover, rules.legal_moves(state, mover)[0]).state
    return [rules.legal_moves(state, await scene.seat())[0].code.partition("@")[0]]
