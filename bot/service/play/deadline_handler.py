"""Handles what is due in a match: reminders, moves for people out of time, closing idle matches."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.model.calls import Reminder
from bot.model.deadlines import SeatClock
from bot.model.match import CloseReason, MatchId, MoveMaker
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.planned_moves import planned_move
from bot.service.play.loaded_match import LoadedMatch
from bot.service.play.match_cache import MatchCache, retried
from bot.service.play.move_executor import TIMEOUTS_ALLOWED, MoveExecutor
from bot.service.ports.clock import Clock


@dataclass(frozen=True, slots=True)
class DeadlineHandler:
    """Handles what is due; records reminders, then calls ``remind`` with the match."""

    cache: MatchCache
    executor: MoveExecutor
    clock: Clock
    remind: Callable[[MatchId], None]
    metrics: Metrics = NO_METRICS

    async def handle_due(self, match_id: MatchId, since: datetime) -> None:
        """Handle all that is due in a match by now, in order, each in its own transaction.

        Before ``since`` nobody could play, so people who ran out of time meanwhile get some more.
        """
        while await self._handle_next(match_id, since):
            pass

    @retried
    async def _handle_next(self, match_id: MatchId, since: datetime) -> bool:
        """Replan the clocks or handle the first thing that is due; return whether it did."""
        async with self.cache.locked(match_id) as loaded:
            at, now = loaded.match.agenda.wakes_at, self.clock.now()
            if at is None or at > now:
                return False
            if await self._replan(loaded, since):
                return True
            # That a move was forced or planned is a secret.
            is_secret = any(each.autoplay_at == at for each in loaded.match.agenda.clocks)
            is_handled = await self._handle_first_due(loaded)
            if is_handled and not is_secret:
                self.metrics.deadline_handled(now - at)
            return is_handled

    async def _replan(self, loaded: LoadedMatch, since: datetime) -> bool:
        before = loaded.match.agenda
        agenda = await self.executor.planner.replanned_agenda(
            loaded.match, loaded.rules, loaded.state, since
        )
        if agenda == before:
            return False
        await self.executor.plan(loaded, agenda, shown=agenda.shown_clocks != before.shown_clocks)
        return True

    async def _handle_first_due(self, loaded: LoadedMatch) -> bool:
        match, now = loaded.match, self.clock.now()
        agenda = match.agenda
        if agenda.lapses_at is not None and agenda.lapses_at <= now:
            if match.is_abandoned:
                await self.executor.end_abandoned(loaded)
            else:
                await self.executor.close_early(loaded, CloseReason.LAPSED)
            return True
        for kept in agenda.kept:
            if kept.kept_until is not None and kept.kept_until <= now:
                await self.executor.reseat(loaded, match, match.seats[kept.seat])
                return True
        moments = ((at, each) for each in agenda.clocks for at in (each.due_at, each.autoplay_at))
        due = [(at, clock) for at, clock in moments if at is not None and at <= now]
        if not due and agenda.calls_at is not None and agenda.calls_at <= now:
            await self.executor.plan(loaded, await self.executor.planner.calling_agenda(match))
            return True
        if not due:
            return await self._remind(loaded)
        _, clock = min(due, key=lambda each: each[0])
        if clock.autoplay_at is not None and clock.autoplay_at <= now:
            await self._auto_play(loaded, clock)
        else:
            await self._time_up(loaded, clock)
        return True

    async def _time_up(self, loaded: LoadedMatch, clock: SeatClock) -> None:
        """Make the safest move for somebody, or close the match if its last player stays away."""
        occupant = loaded.match.seats[clock.seat]
        others = [user for user in loaded.match.players if user != occupant.user_id]
        if occupant.missed + 1 >= TIMEOUTS_ALLOWED and not others:
            await self.executor.close_early(loaded, CloseReason.ABSENT)
            return
        move = loaded.rules.timeout_move(loaded.observe(clock.seat))
        await self.executor.move(loaded, clock.seat, move.code, MoveMaker.CLOCK)

    async def _auto_play(self, loaded: LoadedMatch, clock: SeatClock) -> None:
        """Make the move that somebody has planned, or else the only one they have."""
        rules, plan = loaded.rules, loaded.match.agenda.plan(clock.seat)
        planned = planned_move(rules, rules.observe(loaded.state, clock.seat), plan)
        by = MoveMaker.PLAN if planned else MoveMaker.AUTOPLAY
        (move,) = (planned,) if planned else rules.legal_moves(loaded.state, clock.seat)
        await self.executor.move(loaded, clock.seat, move.code, by)

    async def _remind(self, loaded: LoadedMatch) -> bool:
        """Record the reminders that are due, in the agenda and as calls to make."""
        match = loaded.match
        agenda = await self.executor.planner.reminded_agenda(match)
        if agenda == match.agenda:
            return False
        reminded = [
            Reminder(user, after.ply)
            for before, after in zip(match.agenda.clocks, agenda.clocks, strict=True)
            if after.reminded > before.reminded
            and (user := match.seats[after.seat].user_id) is not None
        ]
        await self.executor.plan(loaded, agenda, reminded=reminded)
        self.remind(match.id)
        return True
