"""The whole service in one object: the entry point for the Discord side."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime

from bot.engine.errors import Refusal
from bot.model.match import CloseReason, Match, MatchId, UserId
from bot.model.preferences import Preferences
from bot.model.shards import ALONE, Shards
from bot.service.analyses import MatchAnalyses
from bot.service.clock.planner import DeadlinePlanner
from bot.service.clock.scheduler import REST, DeadlineScheduler
from bot.service.guilds import Guilds
from bot.service.history import MatchHistory
from bot.service.lessons import Lessons
from bot.service.lobby.invitations import Invitations
from bot.service.lobby.lobbies import Lobbies
from bot.service.lobby.rematches import Rematches
from bot.service.metrics import NO_METRICS, Metrics
from bot.service.pending_calls import PendingCalls
from bot.service.pending_matches import PendingMatches
from bot.service.people.holidays import Holidays
from bot.service.people.privacy import Privacy
from bot.service.play.answer_time import AT_ONCE, AnswerTime
from bot.service.play.computers import ComputerPlayers
from bot.service.play.deadline_handler import DeadlineHandler
from bot.service.play.hints import Hints
from bot.service.play.match_cache import MatchCache
from bot.service.play.matches import Matches
from bot.service.play.move_executor import MoveExecutor
from bot.service.play.phrases import Phrases
from bot.service.play.take_backs import TakeBacks
from bot.service.play.watching import Watching
from bot.service.ports.changes import Change, Subject
from bot.service.ports.clock import Clock, Entropy
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import ChannelGone, Publisher, ServerLeft
from bot.service.ports.store import Store
from bot.service.ports.thinking import Thinking, ThinkingInThreads
from bot.service.preference_cache import PreferenceCache
from bot.service.publishing.calls import Calls
from bot.service.publishing.outbox import Outbox
from bot.service.publishing.showing import ShowingWaits
from bot.service.remote_changes import RemoteChanges
from bot.service.retry_queue import RetryQueue
from bot.service.scores.podiums import Podiums
from bot.service.scores.scoring import Scoring
from bot.service.server_cache import ServerCache
from bot.service.system import SystemClock, SystemEntropy

log = logging.getLogger(__name__)

_ALL = 0
"""Key that stands for all matches; no match has this id."""
COMPUTERS_AT_ONCE = 64
"""Matches in which computers play at the same time; mostly they wait for their moment to answer."""
REST_OF_SCORING = 1.0
"""Seconds between two batches of leftover matches to score."""


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
        entropy = entropy or SystemEntropy()
        self.store = store
        self.shards = ALONE
        """The shards that this process owns."""
        self.preferences = PreferenceCache(store, clock)
        self.servers = ServerCache(store)
        self.cache = MatchCache(store, unsure=self._recheck)
        planner = DeadlinePlanner(self.preferences, clock, entropy.random)
        executor = MoveExecutor(store, clock, planner, self._changed, metrics)
        self.matches = Matches(store, self.cache, executor)
        self.thinking = thinking or ThinkingInThreads()
        self.hints = Hints(store, self.cache, self.thinking)
        self.phrases = Phrases(store, self.cache, self._changed)
        self.take_backs = TakeBacks(self.cache, executor)
        self.holidays = Holidays(self.preferences, self.matches, clock)
        self.match_history = MatchHistory(store)
        self.scoring = Scoring(store)
        self.outbox = Outbox(store, self.cache, self.preferences, publisher, self.scoring, metrics)
        calls = Calls(
            store, self.preferences, publisher, clock, self.owns, self.outbox, self.matches
        )
        self._pending_calls = PendingCalls(store, calls, lambda: self.shards, self._is_expected)
        remind = self._pending_calls.deliver_soon
        deadlines = DeadlineHandler(self.cache, executor, clock, remind, metrics)
        self.scheduler = DeadlineScheduler(
            store, clock, deadlines.handle_due, self.cache.mark_outdated
        )
        self.lobbies = Lobbies(store, self.cache, entropy, executor, self.scheduler.wake_by)
        self.rematches = Rematches(store, self.lobbies)
        self.invitations = Invitations(store, clock, self.show)
        self.watching = Watching(store, self.show)
        self.lessons = Lessons(store, clock)
        self.analyses = MatchAnalyses(store, self.match_history, self.thinking)
        computers = ComputerPlayers(
            self.matches, self.thinking, answer_time, entropy, done=self._show_soon
        )
        self._podiums = Podiums(store, self.scoring, publisher, clock, lambda: self.shards)
        self._guilds = Guilds(store, self.cache, executor)
        self._is_in: Callable[[int], bool] = lambda _: True
        self._attend_queue = RetryQueue("attending", self._attend)
        self._pending = PendingMatches(
            store, store.pending_matches, lambda: self.shards, self._attend_queue, self._is_expected
        )
        self._remote_changes = RemoteChanges(
            *(self.preferences, self.servers, self.outbox, publisher),
            owns=self.owns,
            attend=self.show,
            look=self._look_for_work,
        )
        store.changes.subscribe(self._remote_changes.heard, self._remote_changes.missed)
        self._show_queue = RetryQueue("showing", self._show)
        self.showing_waits = ShowingWaits(self.cache, self._show_queue, self.owns)
        self._computer_queue = RetryQueue("computer", computers.play, at_once=COMPUTERS_AT_ONCE)
        self._scoring_queue = RetryQueue("scoring", self._score_leftovers)
        self._guild_queue = RetryQueue("servers", self._sync_guilds)
        self.privacy = Privacy(
            *(store, self.cache, self.preferences, self.lobbies, self.matches, self.scoring),
            wait_until_shown=self.showing_waits.wait_for_job,
        )

    def now(self) -> datetime:
        """Return the current time by the clock that the whole service uses."""
        return self._clock.now()

    def show(self, match_id: int) -> None:
        """Show what is new in a match soon, in the background; its owner does that."""
        self._attend_queue.enqueue(match_id)

    def owns(self, guild_id: int | None) -> bool:
        """Return whether this process owns a server (``None``: DMs), so that it posts there."""
        return self.shards.hold(guild_id)

    def own(self, shards: Shards) -> None:
        """Become the owner of these shards; :meth:`resume` begins the work on them.

        Tables that a former owner showed last may not be recorded, so no match is kept in memory.
        """
        self.cache.forget_all()
        self.shards = shards
        self.scheduler.shard_count = shards.count

    async def set_preferences(
        self, user: UserId, preferences: Preferences, replacing: Preferences | None = None
    ) -> None:
        """Save a person's preferences, and replan the matches they play accordingly.

        Raises :class:`~bot.model.errors.UnknownZone`, :class:`~bot.model.errors.OddHours`, and
        :class:`~bot.service.ports.faults.Conflict` if they are not ``replacing`` any more.
        """
        if preferences.quiet is not None:
            preferences.quiet.check()
        await self.preferences.save_preferences(user, preferences, replacing)
        await self.matches.replan_all(user)

    def resume(self, shard_ids: Collection[int] | None = None) -> None:
        """Post pending updates and run computers and clocks, after a start or an outage.

        With ``shard_ids``, only the clocks of those shards start.
        """
        self._look_for_work()
        if self.shards.hold(None):
            self._scoring_queue.enqueue(_ALL)
        self.scheduler.start(self.shards.ids if shard_ids is None else shard_ids)
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

    def pause(self, shard_ids: Collection[int] | None = None) -> None:
        """Stop the clocks of these shards, or all, until :meth:`resume`: nobody can play there."""
        self.scheduler.pause(self.shards.ids if shard_ids is None else shard_ids)

    async def close(self) -> None:
        """Stop after finishing the work in progress, without analyses and computers' next moves."""
        await self._begin_nothing_more()
        await self.scheduler.close()
        await self._computer_queue.cancel()
        for queue in self._queues:
            await queue.close()
        await self.thinking.close()

    async def _attend(self, match_id: int) -> None:
        """Do what a match waits for, or tell its owner."""
        async with self.cache.locked(match_id) as loaded:
            match = loaded.match
        if self.owns(match.guild_id):
            self._schedule(match)
        else:
            self.store.changes.announce(Change(Subject.MATCH, match.id, match.guild_id))

    def _is_expected(self, match_id: MatchId) -> bool:
        """Return whether a match is under way or about to be retried."""
        queues = (self._attend_queue, self._computer_queue, self._show_queue)
        return any(queue.expects(match_id) for queue in queues)

    def _look_for_work(self) -> None:
        """Look for work in the store, in the background."""
        self._pending.resume_soon()
        self._pending_calls.resume_soon()

    async def _sync_guilds(self, match_id: int) -> None:
        """Pause or resume a match, or each for which the bot's servers have changed."""
        if match_id != _ALL:
            await self._guilds.sync(match_id, self._is_in)
            return
        for each in await self._guilds.out_of_step(self._is_in, self.shards):
            self._guild_queue.enqueue(each)

    async def _score_leftovers(self, _: int) -> None:
        """Score some leftover matches at a time, so that others can use the store in between."""
        if await self.scoring.catch_up():
            self._scoring_queue.enqueue_again(_ALL, REST_OF_SCORING)

    def _recheck(self, match_id: int) -> None:
        """Continue from what the store has after it failed, unless that is under way already.

        Deadlines may have changed without the scheduler being told.
        """
        self.scheduler.wake_by(self._clock.now() + REST)
        if not (self._attend_queue.expects(match_id) or self._computer_queue.expects(match_id)):
            self._attend_queue.enqueue(match_id)

    async def cancel(self) -> None:
        """Cancel the work in progress; the store knows what still has to be shown."""
        await self._begin_nothing_more()
        await self.scheduler.cancel()
        for queue in self._queues:
            await queue.cancel()
        await self.thinking.close()

    async def _begin_nothing_more(self) -> None:
        await self.analyses.cancel()
        for each in (self._podiums, self._pending, self._pending_calls):
            each.stop()

    @property
    def _queues(self) -> tuple[RetryQueue, ...]:
        """All background jobs, in the order to finish them: later ones show what earlier did."""
        return (
            *(*self._pending.queues, self._guild_queue, self._attend_queue),
            *(self._computer_queue, self._scoring_queue, self._show_queue),
            *(*self._pending_calls.queues, *self._podiums.queues, *self._remote_changes.queues),
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
        self._pending_calls.deliver_soon(match_id)

    def _changed(self, match: Match) -> None:
        """Tell the other processes that a match has changed, and go on with it if it is ours."""
        self.store.changes.announce(Change(Subject.MATCH, match.id, match.guild_id))
        if self.owns(match.guild_id):
            self._schedule(match)

    def _schedule(self, match: Match) -> None:
        """Show a match of ours soon, or let its computer move first."""
        self.scheduler.wake_by(match.agenda.wakes_at)
        if match.waits_for_computer:
            self._computer_queue.enqueue(match.id)
        else:
            self._show_soon(match.id)

    def _show_soon(self, match_id: int) -> None:
        self._show_queue.enqueue(match_id)
