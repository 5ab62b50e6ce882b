"""Two worlds that differ only in a seat's plan: what others get, and when, is the same."""

import logging
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from bot.engine.planning import Wish
from bot.model.match import Stage
from bot.model.plans import Reach
from bot.model.terms import Pace
from bot.service.metrics import Metrics
from tests.seeds import SEEDS
from tests.service.harness import ANA, BRUNO, CHEN
from tests.service.planning import plan, quiet_harness
from tests.service.virtual_time import TimedHarness, VirtualTime

PATIENT = (5, 40, 200, 4000)
"""Seconds after which somebody moves."""
QUICK = (3, 5)
"""The same, before a planned move would be made."""


class RecordingMetrics(Metrics):
    def __init__(self) -> None:
        self.calls: list[object] = []

    def committed(self, match_id: int, maker: Any) -> None:
        self.calls.append(maker)

    def shown(self, match_id: int) -> None:
        self.calls.append(match_id)

    def deadline_handled(self, lag: object) -> None:
        self.calls.append(lag)


@dataclass
class World:
    """A match of three who move at moments of their own; Chen has plans in every world."""

    time: VirtualTime
    seed: int
    plans: bool
    """Whether Bruno plans while others are to move."""
    delays: tuple[int, ...] = PATIENT
    """Bruno's."""
    presses: dict[int, tuple[float, str]] = field(default_factory=dict)
    """When Bruno makes which move, by ply; others as anybody does."""
    moves: dict[int, tuple[float, str]] = field(default_factory=dict)
    """Bruno's moves that were planned."""
    happened: list[tuple[float, tuple[int, int, int]]] = field(default_factory=list)
    """Moments, and how much was shown to people by then."""

    async def play(self) -> list[object]:
        """Play to the end; return all that others can know of it."""
        self.time.seconds, metrics = 0, RecordingMetrics()
        timed = quiet_harness(self.time, self.seed, metrics=metrics)
        await timed.running(ANA, BRUNO, CHEN, target=40, pace=Pace.DAY)
        while (await timed.match()).stage is Stage.RUNNING:
            await self._turn(timed)
        await timed.advance(hours=1)
        log = await timed.store.log(1)
        exported = await timed.service.privacy.everything(ANA)
        told = [each for update in timed.channel.shown for each in as_others_see(update)]
        await timed.end()
        return [*told, *self.happened, log, metrics.calls, exported]

    async def _turn(self, timed: TimedHarness) -> None:
        """Let time pass until somebody moves: by a plan, or else the one whose turn it is."""
        user, codes = await timed.turn(1)
        ply = (await timed.match()).ply
        await self._plan(timed, CHEN, user)
        if self.plans:
            await self._plan(timed, BRUNO, user)
        rng = Random(f"{self.seed} {ply}")
        delay, code = rng.choice(self.delays if user == BRUNO else PATIENT), rng.choice(codes)
        until, code = self.presses.get(ply, (self.time.seconds + delay, code))
        while (await timed.match()).ply == ply:
            rang = self.time.ring_next(until)
            await timed.quiet()
            if not rang:
                self.time.seconds = until
                await timed.matches.play(1, user, ply, code)
                await timed.quiet()
            elif user == BRUNO and (await timed.match()).ply > ply:
                self.moves[ply] = (self.time.seconds, (await timed.store.log(1))[ply][1])
            channel = timed.channel
            shown = len(channel.shown), len(channel.rounds), len(channel.reminded)
            if not self.happened or self.happened[-1][1] != shown:
                self.happened.append((self.time.seconds, shown))

    async def _plan(self, timed: TimedHarness, user: int, mover: int) -> None:
        if user == mover:
            return
        seat, state = (await timed.match()).seat_of(user), (await timed.plies(1))[-1].state
        hand = state.round.hands[seat]
        ways = (Wish(each.code, "" if each.double else str(each.high)) for each in hand)
        await plan(timed, user, ways, Reach.TURN)


def as_others_see(update: Any) -> list[object]:
    match, hands = update.match, {**update.hands}
    hands.pop(BRUNO, None)
    told = (match.ply, match.version, match.seats, match.agenda.shown_clocks, hands)
    return [told, update.seen, update.news, update.choosing, update.newly_choosing, update.late]


def logged(caplog: Any) -> list[object]:
    """Return the log lines of a world, and forget them."""
    lines: list[object] = [
        (each.name, each.getMessage(), *(getattr(each, name, "") for name in ("ply", "seat", "by")))
        for each in caplog.records
        if each.name.startswith("bot.")
    ]
    caplog.clear()
    return lines


@pytest.fixture
def logs(caplog):
    caplog.set_level(logging.DEBUG)
    return caplog


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_plan_that_is_never_carried_out_changes_nothing(time, only_alarms, logs, seed):
    """Bruno always moves himself first: the others' times are the same, drawn for them alone."""
    with_plans, without = (World(time, seed, plans, delays=QUICK) for plans in (True, False))
    told, lines = await with_plans.play(), logged(logs)
    assert not with_plans.moves
    assert told == await without.play()
    assert lines == logged(logs)


@pytest.mark.parametrize("seed", SEEDS)
async def test_a_planned_move_looks_like_one_pressed_at_that_moment(time, only_alarms, logs, seed):
    planned = World(time, seed, plans=True)
    told, lines = await planned.play(), logged(logs)
    assert planned.moves
    pressed = World(time, seed, plans=False, presses=planned.moves)
    assert told == await pressed.play()
    assert lines == logged(logs)
