"""Measures the processor time of a planned move beside one that somebody makes themselves."""

import asyncio
from collections.abc import Awaitable
from datetime import datetime, timedelta
from statistics import median
from time import process_time

from benchmarks.days.virtual_time import MIDNIGHT, VirtualLoop
from benchmarks.silent_publisher import SilentPublisher
from bot.games import game
from bot.model.match import Match, MatchId, Stage, UserId
from bot.service.game_service import GameService
from bot.service.lobby.new_match import MatchPlace
from bot.service.play.deadline_handler import DeadlineHandler
from bot.store import open_store, upgrade

PEOPLE = (101, 102, 103, 104)
LATER = timedelta(minutes=5)
"""After this time, a planned move is due."""


class _SetClock:
    def __init__(self) -> None:
        self.time = MIDNIGHT

    def now(self) -> datetime:
        return self.time


def extra_milliseconds(moves: int) -> float:
    """Return by how much the median of planned moves is longer than that of others, in Block."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(_measured(moves))


async def _measured(moves: int) -> float:
    store, clock = open_store("sqlite://", exclusive=True), _SetClock()
    await upgrade(store.database)
    service = GameService(store, SilentPublisher(), clock)
    executor = service.matches.executor
    deadlines = DeadlineHandler(service.cache, executor, clock, lambda _: None)
    own: list[float] = []
    planned: list[float] = []
    match = await _started(service)
    while len(own) + len(planned) < moves and match.stage is Stage.RUNNING:
        first, second = await _next_two(service, match)
        plans_ahead = len(planned) <= len(own)
        if plans_ahead:
            await _plan_all(service, match.id, second)
        took = await _timed(_play(service, match.id, first))
        if not plans_ahead:
            own.append(took)
        before = await service.matches.view_for(match.id, first)
        clock.time += LATER
        if plans_ahead:
            took = await _timed(deadlines.handle_due(match.id, MIDNIGHT))
        match = (await service.matches.view_for(match.id, first)).match
        if match.ply > before.match.ply:
            planned.append(took)
    await service.close()
    await store.dispose()
    return 1000 * (median(planned) - median(own))


async def _started(service: GameService) -> Match:
    host, *others = PEOPLE
    match = await service.lobbies.open("block", MatchPlace(1, 1), host, "1")
    for user in others:
        await service.lobbies.join(match.id, user, "1")
    await service.lobbies.set_option(match.id, host, "target", "1000")
    return await service.lobbies.start(match.id, host, "1")


async def _next_two(service: GameService, match: Match) -> tuple[UserId, UserId]:
    view = await service.matches.view_for(match.id, PEOPLE[0])
    seat = min(view.seen.to_act) if view.seen else 0
    first, second = (match.seats[each % len(PEOPLE)].user_id for each in (seat, seat + 1))
    return first or 0, second or 0


async def _plan_all(service: GameService, match_id: MatchId, user: UserId) -> None:
    view = await service.plans.view(match_id, user)
    for wish in game(view.match.game).wishes(view.seen):
        if not wish.place:
            await service.plans.add(match_id, user, wish)


async def _play(service: GameService, match_id: MatchId, user: UserId) -> None:
    view = await service.matches.view_for(match_id, user)
    if view.seen is not None:
        await service.matches.play(match_id, user, view.match.ply, view.seen.legal[0].code)


async def _timed(work: Awaitable[None]) -> float:
    began = process_time()
    await work
    return process_time() - began
