"""The whole service in one object: the entry point for the Discord side."""

import logging
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from os import urandom

from bot.engine.errors import Refusal
from bot.service.analyses import MatchAnalyses
from bot.service.clock.planner import DeadlinePlanner
from bot.service.clock.scheduler import REST, DeadlineScheduler
from bot.service.guilds import Guilds
from bot.service.history import MatchHistory
from bot.service.lobby.lobbies import Lobbies
from bot.service.lobby.rematches import Rematches
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.model.match import CloseReason, Match, Stage, UserId, WaitingFor
from bot.service.model.preferences import Preferences
from bot.service.people.holidays import Holidays
from bot.service.people.privacy import Privacy
from bot.service.play.answer_time import AT_ONCE, AnswerTime
from bot.service.play.computers import ComputerPlayers
from bot.service.play.deadline_handler import DeadlineHandler
from bot.service.play.hints import Hints
from bot.service.play.match_cache import MatchCache
from bot.service.play.matches import Matches
from bot.service.play.move_executor import MoveExecutor
from bot.service.ports.clock import Clock, Entropy
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import ChannelGone, Publisher, ServerLeft
from bot.service.ports.store import Store
from bot.service.ports.thinking import Thinking, ThinkingInThreads
from bot.service.preference_cache import PreferenceCache
from bot.service.publishing.outbox import Outbox
from bot.service.publishing.reminders import Reminders
from bot.service.retry_queue import RetryQueue
from bot.service.scores.podiums import Podiums
from bot.service.scores.scoring import Scoring
from bot.service.server_languages import ServerLanguages

log = logging.getLogger(__name__)

_ALL = 0
"""Key that stands for all matches; no match has this id."""
RESUMED_AT_ONCE = 400
"""Matches resumed right after a start: as many as Discord accepts in ten seconds."""
BATCH_SIZE, BATCH_INTERVAL = 60, 10.0
"""The others are resumed in groups of ``BATCH_SIZE``, ``BATCH_INTERVAL`` seconds apart.

Discord bans clients that collect 10,000 refusals in ten minutes, and many requests may be refused
by then.
"""


PARTING = 3.0
"""Seconds that a deletion of data waits for each table to show that the person has left."""
COMPUTERS_AT_ONCE = 64
"""Matches in which computers play at the same time; mostly they wait for their moment to answer."""
REST_OF_SCORING = 1.0
"""Seconds between two batches of leftover matches to score."""


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""
        return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class SystemEntropy:
    """Random bytes from the operating system."""

    def secret(self) -> bytes:
        """Return 32 random bytes."""
        return urandom(32)


class GameService:
    """Lobbies, matches, computers and pending channel updates, wired together."""

    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        metrics: Metrics = NO_METRICS,
        thinking: Thinking | None = None,
        answer_time: AnswerTime = AT_ONCE,
    ) -> None:
        clock = self._clock = clock or SystemClock()
        self.store = store
        self.preferences = PreferenceCache(store, clock)
        self.server_languages = ServerLanguages(store)
        self.cache = MatchCache(store, unsure=self._recheck)
        planner = DeadlinePlanner(self.preferences, clock, random.SystemRandom)
        executor = MoveExecutor(store, clock, planner, self._changed, metrics)
        self.matches = Matches(store, self.cache, executor)
        self.thinking = thinking or ThinkingInThreads()
        self.hints = Hints(store, self.cache, self.thinking)
        self.holidays = Holidays(self.preferences, self.matches, clock)
        self.match_history = MatchHistory(store)
        self.scoring = Scoring(store)
        self.outbox = Outbox(store, self.cache, self.preferences, publisher, self.scoring, metrics)
        self.reminders = Reminders(self.matches, self.outbox, publisher, clock)
        deadlines = DeadlineHandler(self.cache, executor, clock, self._remind, metrics)
        self.scheduler = DeadlineScheduler(store, clock, deadlines.handle_due)
        wake_by, secrets = self.scheduler.wake_by, entropy or SystemEntropy()
        self.lobbies = Lobbies(store, self.cache, secrets, executor, wake_by)
        self.rematches = Rematches(store, self.lobbies)
        self.analyses = MatchAnalyses(store, self.match_history, self.thinking)
        computers = ComputerPlayers(
            self.matches, self.thinking, answer_time, _decision_seed, done=self.show
        )
        self._podiums = Podiums(store, self.scoring, publisher, clock)
        self._guilds = Guilds(store, self.cache, executor)
        self._is_in: Callable[[int], bool] = lambda _: True
        self._resume_queue = RetryQueue("resuming", self._resume)
        self._show_queue = RetryQueue("showing", self._show)
        self._reminder_queue = RetryQueue("reminding", self.reminders.remind)
        self._computer_queue = RetryQueue("computer", computers.play, at_once=COMPUTERS_AT_ONCE)
        self._scoring_queue = RetryQueue("scoring", self._score_leftovers)
        self._guild_queue = RetryQueue("servers", lambda _: self._guilds.sync(self._is_in))
        self.privacy = Privacy(
            *(store, self.cache, self.preferences, self.lobbies, self.matches, self.scoring),
            wait_until_shown=lambda match_id: self._show_queue.wait_idle(match_id, PARTING),
        )

    def now(self) -> datetime:
        """Return the current time by the clock that the whole service uses."""
        return self._clock.now()

    def show(self, match_id: int) -> None:
        """Show what is new in a match soon, in the background."""
        self._show_queue.enqueue(match_id)

    async def set_preferences(self, user: UserId, preferences: Preferences) -> None:
        """Save a person's preferences, and replan the matches they play accordingly.

        Raises :class:`~bot.service.errors.UnknownZone` and :class:`~bot.service.errors.OddHours`.
        """
        if preferences.quiet is not None:
            preferences.quiet.check()
        await self.preferences.save_preferences(user, preferences)
        await self.matches.replan_all(user)

    def resume(self) -> None:
        """Post pending updates and run computers and clocks, after a start or an outage."""
        self._resume_queue.enqueue(_ALL)
        self._scoring_queue.enqueue(_ALL)
        self.scheduler.start()
        self._podiums.start()

    def sync_guilds(self, is_in: Callable[[int], bool]) -> None:
        """Pause or resume matches; ``is_in(guild_id)`` says whether the bot is in that server."""
        self._is_in = is_in
        self._guild_queue.enqueue(_ALL)

    async def channel_deleted(self, channel_id: int) -> None:
        """Close the match of a channel or thread that was deleted.

        Errors are only logged: the next attempt to show the match finds the channel deleted.
        """
        try:
            match = await self.store.open_in(channel_id)
            if match is not None:
                await self.matches.close_unplayable(match.id, CloseReason.CHANNEL_DELETED)
        except (Refusal, StoreFault) as error:
            log.warning("cannot close the match of deleted channel %s: %s", channel_id, error)

    def pause(self) -> None:
        """Stop all clocks until :meth:`resume`, because nobody can play."""
        self.scheduler.pause()

    async def close(self) -> None:
        """Stop after finishing the work in progress, without analyses and computers' next moves."""
        await self.analyses.cancel()
        self._podiums.stop()
        await self.scheduler.close()
        await self._computer_queue.cancel()
        for queue in self._queues:
            await queue.close()
        await self.thinking.close()

    async def _resume(self, _: int) -> None:
        for nth, match_id in enumerate(await self.store.pending_matches()):
            behind = max(nth - RESUMED_AT_ONCE, 0) / BATCH_SIZE
            self._computer_queue.enqueue_later(match_id, math.ceil(behind) * BATCH_INTERVAL)

    async def _score_leftovers(self, _: int) -> None:
        """Score some leftover matches at a time, so that others can use the store in between."""
        if await self.scoring.catch_up():
            self._scoring_queue.enqueue_later(_ALL, REST_OF_SCORING)

    def _recheck(self, match_id: int) -> None:
        """Continue from what the store has after it failed, unless that is under way already.

        Deadlines may have changed without the scheduler being told.
        """
        self.scheduler.wake_by(self._clock.now() + REST)
        if not self._computer_queue.expects(match_id):
            self._computer_queue.enqueue(match_id)

    async def cancel(self) -> None:
        """Cancel the work in progress; the store knows what still has to be shown."""
        await self.analyses.cancel()
        self._podiums.stop()
        await self.scheduler.cancel()
        for queue in self._queues:
            await queue.cancel()
        await self.thinking.close()

    @property
    def _queues(self) -> tuple[RetryQueue, ...]:
        """All background jobs, in the order to finish them: later ones show what earlier did."""
        return (
            *(self._resume_queue, self._guild_queue, self._computer_queue),
            *(self._scoring_queue, self._show_queue, self._reminder_queue),
            *self._podiums.queues,
        )

    async def _show(self, match_id: int) -> None:
        try:
            await self.outbox.show(match_id)
        except ChannelGone:
            if not await self.matches.close_unplayable(match_id, CloseReason.CHANNEL_DELETED):
                await self.outbox.write_off(match_id)
        except ServerLeft:
            await self._guilds.pause(match_id)
            raise

    def _remind(self, match_id: int, user: UserId, ply: int) -> None:
        self.reminders.add(match_id, user, ply)
        self._reminder_queue.enqueue(match_id)

    def _changed(self, match: Match) -> None:
        self.scheduler.wake_by(match.agenda.wakes_at)
        if match.stage is Stage.RUNNING and match.awaits is WaitingFor.COMPUTER:
            self._computer_queue.enqueue(match.id)
        else:
            self._show_queue.enqueue(match.id)


def _decision_seed() -> int:
    return random.SystemRandom().getrandbits(64)
