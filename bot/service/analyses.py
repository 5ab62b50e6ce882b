"""Analyses of finished matches: made once, choice by choice, for everybody who asks."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from cachetools import LRUCache

from bot.ai.analysis import Task, judge_choice, tasks
from bot.engine.analysis import Analysis, JudgedDecision
from bot.engine.choices import choices
from bot.engine.contract import Seat
from bot.engine.match_formats import shared_win
from bot.games import game
from bot.model.errors import AnalysisInterrupted, AnalysisUnderWay
from bot.model.match import Match, MatchId, UserId
from bot.service.history import Finished, Viewer
from bot.service.play.loaded_match import setup_of
from bot.service.ports.store import Store
from bot.service.ports.thinking import Thinking, ThinkingInterrupted

log = logging.getLogger(__name__)

MAX_ANALYSES = 64
"""The number of analyses kept in memory; others are made again, with the same result."""
PAUSES = (1.0, 5.0, 15.0)
"""Seconds before a choice is judged again for which there was no room."""


@dataclass(slots=True)
class AnalysisJob:
    task: "asyncio.Task[Analysis]"
    done: int = 0
    of: int = 0
    """The number of all choices; 0 until it is known."""

    async def wait(self, seconds: float) -> Analysis | None:
        """Return the analysis, or ``None`` if it is not ready after so many seconds.

        Raises :class:`AnalysisInterrupted`.
        """
        await asyncio.wait({self.task}, timeout=seconds)
        if not self.task.done():
            return None
        if self.task.cancelled() or self.task.exception() is not None:
            raise AnalysisInterrupted
        return self.task.result()


class MatchAnalyses:
    """Analyses finished matches for people who may see them.

    People who ask for the same match share one job. It goes on when nobody waits any more, so that
    the next one who asks finds it done.
    """

    def __init__(
        self,
        store: Store,
        thinking: Thinking,
        *,
        kept: int = MAX_ANALYSES,
        effort: int | None = None,
    ) -> None:
        """Keep the last ``kept`` analyses; ``effort`` as in :func:`bot.ai.analysis.tasks`."""
        self._store, self._thinking = store, thinking
        self._effort = effort
        self._made: LRUCache[MatchId, Analysis] = LRUCache(kept)
        self._jobs: dict[MatchId, AnalysisJob] = {}
        self._waiting: set[UserId] = set()

    def made(self, match_id: MatchId) -> Analysis | None:
        return self._made.get(match_id)

    def begin(self, finished: Finished) -> AnalysisJob:
        match_id = finished.match.id
        job = self._jobs.get(match_id)
        if job is None:
            job = self._jobs[match_id] = AnalysisJob(
                asyncio.create_task(self._analyse(finished), name=f"analysis {match_id}")
            )
            job.task.add_done_callback(lambda task: self._ended(match_id, task))
        return job

    @contextmanager
    def waiting(self, who: Viewer) -> Iterator[None]:
        """Mark the person as waiting until the block ends; raises :class:`AnalysisUnderWay`."""
        if who.user_id in self._waiting:
            raise AnalysisUnderWay
        self._waiting.add(who.user_id)
        try:
            yield
        finally:
            self._waiting.discard(who.user_id)

    async def cancel(self) -> None:
        """Stop all jobs; nothing is lost, since an analysis can be made again at any time."""
        jobs = [job.task for job in self._jobs.values()]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    async def _judged(self, task: Task) -> JudgedDecision:
        for pause in PAUSES:
            with suppress(ThinkingInterrupted, TimeoutError):
                return await self._thinking.run(judge_choice, task)
            await asyncio.sleep(pause)
        return await self._thinking.run(judge_choice, task)

    def _ended(self, match_id: MatchId, task: "asyncio.Task[Analysis]") -> None:
        self._jobs.pop(match_id, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("cannot analyse match %s", match_id, exc_info=error)

    async def _analyse(self, finished: Finished) -> Analysis:
        match = finished.match
        late = await self._store.late_plies(match.id, 0)
        to_judge = await asyncio.to_thread(_tasks_of, finished, late, self._effort)
        job, judged = self._jobs[match.id], list[JudgedDecision]()
        job.of = len(to_judge)
        for task in to_judge:
            judged.append(await self._judged(task))
            job.done = len(judged)
        outcome = finished.story.outcome
        setup = setup_of(match)
        analysis = Analysis(
            seats=analysed_seats(match),
            decisions=tuple(judged),
            length=match.ply,
            result=None if outcome is None else shared_win(setup, outcome),
            alone=setup.seat_count == 1,
        )
        self._made[match.id] = analysis
        return analysis


def analysed_seats(match: Match) -> tuple[Seat, ...]:
    return tuple(
        each.seat
        for each in match.seats
        if each.user_id is not None or each.left_by is not None or each.level is None
    )


def _tasks_of(finished: Finished, late: frozenset[int], effort: int | None) -> tuple[Task, ...]:
    """Return the choices to judge: those of people, not of the clock, until they left."""
    match, seats = finished.match, analysed_seats(finished.match)
    rules = game(match.game)
    until = [match.ply if each.left_ply is None else each.left_ply for each in match.seats]
    chosen = [
        choice
        for choice in choices(rules, setup_of(match), finished.story.plies)
        if choice.seat in seats and choice.index not in late and choice.index < until[choice.seat]
    ]
    return tasks(rules.info, chosen, effort)
