"""Handles what is due in a match: reminders, moves for people out of time, closing idle matches."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.service.metrics import NO_METRICS, Metrics
from bot.service.model.deadlines import SeatClock
from bot.service.model.match import By, CloseReason, MatchId, UserId
from bot.service.play.match_cache import LoadedMatch, MatchCache
from bot.service.play.move_executor import TIMEOUTS_ALLOWED, MoveExecutor
from bot.service.ports.clock import Clock


@dataclass(frozen=True, slots=True)
class OverdueHandler:
    """Handles what is due; records a reminder, then calls ``remind`` with match, person and ply."""

    cache: MatchCache
    executor: MoveExecutor
    clock: Clock
    remind: Callable[[MatchId, UserId, int], None]
    metrics: Metrics = NO_METRICS

    async def handle_due(self, match_id: MatchId, since: datetime) -> None:
        """Handle everything that is due in a match by now, in order.

        Before ``since`` nobody could play, so people who ran out of time meanwhile get some more.
        """
        async with self.cache.locked(match_id) as live:
            at, now = live.match.agenda.wakes_at, self.clock.now()
            if at is None or at > now:
                return
            self.metrics.deadline_handled(now - at)
            await self._refresh(live, since)
            while await self._one(live):
                pass

    async def _refresh(self, live: LoadedMatch, since: datetime) -> None:
        """Replan the clocks with people's current settings."""
        before = live.match.agenda
        agenda = await self.executor.planner.again(live.match, live.rules, live.state, since)
        if agenda != before:
            await self.executor.plan(live, agenda, shown=agenda.told != before.told)

    async def _one(self, live: LoadedMatch) -> bool:
        """Handle the first thing that is due; return whether there may be more."""
        match, now = live.match, self.clock.now()
        agenda = match.agenda
        if not match.is_open:
            return False
        if agenda.lapses_at is not None and agenda.lapses_at <= now:
            await self.executor.give_up(live, CloseReason.LAPSED)
            return False
        due = [(at, clock) for clock in agenda.clocks if (at := _moves_at(clock)) and at <= now]
        if not due:
            await self._remind(live)
            return False
        _, clock = min(due, key=lambda each: each[0])
        if clock.plays_at is not None and clock.plays_at <= now:
            await self._auto_play(live, clock)
        else:
            await self._time_up(live, clock)
        return True

    async def _time_up(self, live: LoadedMatch, clock: SeatClock) -> None:
        """Make the safest move for somebody, or close the match if its last player stays away."""
        occupant = live.match.seats[clock.seat]
        others = [user for user in live.match.players if user != occupant.user_id]
        if occupant.missed + 1 >= TIMEOUTS_ALLOWED and not others:
            await self.executor.give_up(live, CloseReason.ABSENT)
            return
        move = live.rules.timeout_move(live.observe(clock.seat))
        await self.executor.move(live, clock.seat, move.code, By.CLOCK)

    async def _auto_play(self, live: LoadedMatch, clock: SeatClock) -> None:
        """Make a forced move for somebody who wants that."""
        (move,) = live.rules.legal_moves(live.state, clock.seat)
        await self.executor.move(live, clock.seat, move.code, By.AUTOPLAY)

    async def _remind(self, live: LoadedMatch) -> None:
        """Record reminders before sending them: better never than twice."""
        match = live.match
        agenda = await self.executor.planner.reminded(match)
        if agenda == match.agenda:
            return
        await self.executor.plan(live, agenda)
        for before, after in zip(match.agenda.clocks, agenda.clocks, strict=True):
            user = match.seats[after.seat].user_id
            if after.reminded > before.reminded and user is not None:
                self.remind(match.id, user, after.ply)


def _moves_at(clock: SeatClock) -> datetime | None:
    """Return when a move is made for the clock's owner, for either reason, if ever."""
    return min(filter(None, (clock.due_at, clock.plays_at)), default=None)
