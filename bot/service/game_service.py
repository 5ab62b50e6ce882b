"""Wires all parts of the service together, starts and stops them."""

from collections.abc import Collection, Mapping
from datetime import datetime

from bot.model.match import MatchId, UserId
from bot.model.preferences import Preferences
from bot.model.scores import Post
from bot.model.shards import Shards
from bot.service.analyses import MatchAnalyses
from bot.service.attendance import Attendance, PendingCalls
from bot.service.clock.planner import DeadlinePlanner
from bot.service.clock.scheduler import REST, DeadlineScheduler
from bot.service.daily.deals import DailyDeals
from bot.service.daily.league import League
from bot.service.daily.par import Par
from bot.service.daily.posts import DailyPosts
from bot.service.daily.proofs import DealProofs
from bot.service.delays import NO_DELAYS, Delays
from bot.service.guilds import Guilds
from bot.service.history import MatchHistory
from bot.service.lessons import Lessons
from bot.service.lobby.invitations import Invitations
from bot.service.lobby.lobbies import Lobbies
from bot.service.lobby.rematches import Rematches
from bot.service.match_changes import MatchChanges
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.people.holidays import Holidays
from bot.service.people.privacy import Privacy
from bot.service.periodic_posts import PeriodicPosts
from bot.service.play.computers import ComputerPlayers
from bot.service.play.deadline_handler import DeadlineHandler
from bot.service.play.hints import Hints
from bot.service.play.match_cache import MatchCache
from bot.service.play.matches import Matches
from bot.service.play.move_executor import MoveExecutor
from bot.service.play.phrases import Phrases
from bot.service.play.plans import Plans
from bot.service.play.take_backs import TakeBacks
from bot.service.play.watching import Watching
from bot.service.ports.clock import Clock, Entropy, SystemClock, SystemEntropy
from bot.service.ports.publisher import Publisher
from bot.service.ports.store import Store
from bot.service.ports.thinking import Thinking, ThinkingInThreads
from bot.service.publishing.calls import Calls
from bot.service.publishing.digests import Digests
from bot.service.publishing.outbox import Outbox, PublishQueue
from bot.service.puzzles import Puzzles
from bot.service.remote_changes import RemoteChanges
from bot.service.retry_queue import ALL, RetryQueue
from bot.service.scores.podiums import Podiums
from bot.service.scores.scoring import Scoring
from bot.service.settings_cache import PreferenceCache, ServerCache


class GameService:
    """The parts of the service, made in the order in which they need each other."""

    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        metrics: Metrics = NO_METRICS,
        thinking: Thinking | None = None,
        delays: Delays = NO_DELAYS,
    ) -> None:
        clock = self._clock = clock or SystemClock()
        entropy = entropy or SystemEntropy()
        self.store = store
        self.thinking = thinking or ThinkingInThreads()
        changes = self.changes = MatchChanges(store.changes)

        # What is kept in memory.
        self.preferences = PreferenceCache(store, clock)
        self.servers = ServerCache(store)
        self.cache = MatchCache(store, changes.report_uncertain_commit)

        # What happens in running matches.
        planner = DeadlinePlanner(self.preferences, clock, entropy.random, delays.calls)
        executor = MoveExecutor(store, clock, planner, changes.committed, metrics)
        self.matches = Matches(store, self.cache, executor)
        self.hints = Hints(store, self.cache, self.thinking)
        self.phrases = Phrases(store, self.cache, changes.committed)
        self.take_backs = TakeBacks(self.cache, executor)
        self.plans = Plans(self.cache, executor)
        self.guilds = Guilds(store, self.cache, executor, changes, self.matches)

        # What is published.
        self.scoring = Scoring(store)
        self.outbox = Outbox(store, self.cache, self.preferences, publisher, self.scoring, metrics)
        calls = Calls(store, self.preferences, publisher, clock, changes, self.outbox, self.matches)
        self.calls = PendingCalls(store, changes, calls)
        self.publishing = PublishQueue(
            self.outbox, self.matches, self.guilds, changes, self.calls.queue.enqueue
        )
        self.league = League(store, clock)
        self.podiums = Podiums(
            *(store, self.servers, self.scoring, publisher, clock, changes, self.league.table)
        )
        self.digests = Digests(store, self.preferences, publisher, clock, changes)

        # What happens by itself.
        self.computers = ComputerPlayers(
            self.matches, self.thinking, delays.answers, entropy, self.publishing.queue.enqueue
        )
        deadlines = DeadlineHandler(self.cache, executor, clock, self.calls.queue.enqueue, metrics)
        self.scheduler = DeadlineScheduler(
            store, clock, deadlines.handle_due, self.cache.mark_outdated
        )
        self.attendance = Attendance(store, self.cache, changes, self.computers.queue)
        self._remote_changes = RemoteChanges(
            *(self.preferences, self.servers, self.outbox, publisher, changes, self.attendance),
            check=self._resume_pending,
        )

        # What people ask for besides moves.
        self.lobbies = Lobbies(store, self.cache, entropy, executor, self.scheduler.wake_by)
        self.rematches = Rematches(store, self.lobbies)
        self.invitations = Invitations(store, clock, self.attend)
        self.watching = Watching(store, self.cache, self.attend)
        self.lessons = Lessons(store, clock)
        self.holidays = Holidays(self.preferences, self.matches, clock)
        self.match_history = MatchHistory(store)
        self.analyses = MatchAnalyses(store, self.thinking)
        self.par = Par(store, self.thinking, changes)
        self.daily = DailyDeals(store, self.thinking, clock, entropy, self.par)
        self.daily_posts = DailyPosts(
            *(store, self.servers, publisher, clock, changes, self.daily, self.league)
        )
        self.puzzles = Puzzles(store, clock)
        self.deal_proofs = DealProofs(store, clock)
        self.privacy = Privacy(
            *(store, self.cache, self.preferences, self.lobbies, self.matches, self.scoring),
            clock=clock,
            wait_until_shown=self.publishing.wait_for_job,
        )

        changes.listeners = (
            self.scheduler.match_changed,
            self.computers.match_changed,
            self.publishing.match_changed,
        )
        changes.when_commit_uncertain = (self._recheck_clock, self.attendance.recheck)
        changes.queues = (self.attendance.queue, self.computers.queue, self.publishing.queue)
        store.changes.subscribe(self._remote_changes.heard, self._remote_changes.missed)

    def _recheck_clock(self, _: MatchId) -> None:
        """Deadlines may have changed without the scheduler being told."""
        self.scheduler.wake_by(self._clock.now() + REST)

    @property
    def periodic_posts(self) -> Mapping[Post, PeriodicPosts]:
        return {each.post: each for each in (self.podiums, self.daily_posts)}

    @property
    def shards(self) -> Shards:
        return self.changes.shards

    def now(self) -> datetime:
        return self._clock.now()

    def attend(self, match_id: MatchId) -> None:
        """Request the work that a match waits for, in the background; its owner does it."""
        self.attendance.queue.enqueue(match_id)

    async def set_preferences(
        self, user: UserId, preferences: Preferences, replacing: Preferences | None = None
    ) -> None:
        """Save a person's preferences, and replan the matches they play accordingly.

        Raises :class:`~bot.model.errors.UnknownZone`, :class:`~bot.model.errors.OddHours`, and
        :class:`~bot.service.ports.faults.Conflict` if they are not ``replacing`` any more.
        """
        for times in (preferences.quiet, preferences.digest):
            if times is not None:
                times.check()
        await self.preferences.save_preferences(user, preferences, replacing)
        if preferences.digest_time is not None:
            self.digests.look()
        await self.matches.replan_all(user)

    def take_shards(self, shards: Shards) -> None:
        """Become the owner of these shards; :meth:`resume` begins the work on them.

        Tables that a former owner posted last may not be recorded, so no match is kept in memory.
        """
        self.cache.forget_all()
        self.changes.shards = shards
        self.scheduler.shard_count = shards.count

    def resume(self, shard_ids: Collection[int] | None = None) -> None:
        """Publish pending updates, run computers and clocks, after a start or an outage.

        With ``shard_ids``, only the clocks of those shards start.
        """
        self._resume_pending()
        if self.changes.owns(None):
            self.scoring.queue.enqueue(ALL)
        self.scheduler.start(self.shards.ids if shard_ids is None else shard_ids)
        for each in self.periodic_posts.values():
            each.start()
        self.digests.look()

    def _resume_pending(self) -> None:
        self.attendance.pending.resume_soon()
        self.calls.pending.resume_soon()

    def pause(self, shard_ids: Collection[int] | None = None) -> None:
        """Stop the clocks of these shards, or all, until :meth:`resume`: nobody can play there."""
        self.scheduler.pause(self.shards.ids if shard_ids is None else shard_ids)

    async def close(self) -> None:
        """Stop after finishing the work in progress, without analyses and computers' next moves."""
        await self._begin_nothing_more()
        await self.scheduler.close()
        for job in (self.computers.queue, self.par.queue):
            await job.cancel()
        for queue in self.queues:
            await queue.close()
        await self.thinking.close()

    async def cancel(self) -> None:
        """Cancel the work in progress; the store knows what still has to be published."""
        await self._begin_nothing_more()
        await self.scheduler.cancel()
        for queue in self.queues:
            await queue.cancel()
        await self.thinking.close()

    async def _begin_nothing_more(self) -> None:
        await self.analyses.cancel()
        for posts in self.periodic_posts.values():
            posts.stop()
        for each in (self.digests, self.attendance.pending, self.calls.pending):
            each.stop()

    @property
    def queues(self) -> tuple[RetryQueue, ...]:
        """All background jobs, in the order to finish them: later ones show what earlier did."""
        return (
            *(*self.attendance.pending.queues, self.guilds.queue, self.attendance.queue),
            *(self.computers.queue, self.scoring.queue, self.publishing.queue),
            *(*self.calls.pending.queues, self.calls.queue),
            *(queue for posts in self.periodic_posts.values() for queue in posts.queues),
            self.digests.queue,
            self.par.queue,
            *self._remote_changes.queues,
        )
