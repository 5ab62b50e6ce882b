"""The whole service in one object: the entry point for the Discord side."""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from os import urandom

from bot.engine.errors import Refusal
from bot.service.clock.planner import Schedule
from bot.service.clock.scheduler import REST, Timekeeper
from bot.service.guilds import Servers
from bot.service.history import Lookback
from bot.service.lobby.lobbies import Tables
from bot.service.lobby.rematches import Rematches
from bot.service.metrics import SILENT, Meter
from bot.service.model.match import Awaits, GivenUp, Match, Stage, UserId
from bot.service.model.preferences import Preferences
from bot.service.people.holidays import Holidays
from bot.service.people.privacy import Privacy
from bot.service.play.computers import Computers
from bot.service.play.match_cache import Keeper
from bot.service.play.matches import Matches
from bot.service.play.move_executor import Mover
from bot.service.play.overdue import Deadlines
from bot.service.ports.clock import Clock, Entropy
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import ChannelGone, Publisher, ServerLeft
from bot.service.ports.store import Store
from bot.service.preference_cache import People
from bot.service.publishing.outbox import Showing
from bot.service.publishing.reminders import Reminding
from bot.service.retry_queue import Errands
from bot.service.scores.podiums import Podiums
from bot.service.scores.scoring import Scoring

log = logging.getLogger(__name__)

_ALL = 0
"""Key that stands for all matches; no match has this id."""
AT_ONCE = 400
"""Matches resumed right after a start: as many as Discord accepts in ten seconds."""
CROWD, APART = 60, 10.0
"""The others are resumed in groups of ``CROWD``, ``APART`` seconds apart.

Discord bans clients that collect 10,000 refusals in ten minutes, and many requests may be refused
by then.
"""


PARTING = 3.0
"""Seconds that a deletion of data waits for each table to show that the person has left."""
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


class Boneyard:
    """Lobbies, matches, computers and pending channel updates, wired together."""

    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        clock: Clock | None = None,
        entropy: Entropy | None = None,
        meter: Meter = SILENT,
    ) -> None:
        clock = self._clock = clock or SystemClock()
        self.store = store
        self.people = People(store, clock)
        self.keeper = Keeper(store, unsure=self._look_again)
        schedule = Schedule(self.people, clock, random.SystemRandom)
        mover = Mover(store, clock, schedule, self._changed, meter)
        self.matches = Matches(store, self.keeper, mover)
        self.holidays = Holidays(self.people, self.matches, clock)
        self.lookback = Lookback(store)
        self.scoring = Scoring(store)
        self.showing = Showing(store, self.keeper, self.people, publisher, self.scoring, meter)
        self.reminding = Reminding(self.matches, self.showing, publisher, clock)
        deadlines = Deadlines(self.keeper, mover, clock, self._remind, meter)
        self.timekeeper = Timekeeper(store, clock, deadlines.see_to)
        expect, secrets = self.timekeeper.expect, entropy or SystemEntropy()
        self.tables = Tables(store, self.keeper, secrets, mover, expect)
        self.rematches = Rematches(store, self.tables)
        computers = Computers(self.matches, random.SystemRandom, done=self.show)
        self._podiums = Podiums(store, self.scoring, publisher, clock)
        self._servers = Servers(store, self.keeper, mover)
        self._is_in: Callable[[int], bool] = lambda _: True
        self._starts = Errands("resuming", self._resume)
        self._shows = Errands("showing", self._show)
        self._reminders = Errands("reminding", self.reminding.remind)
        self._thoughts = Errands("computer", computers.play)
        self._leftovers = Errands("scoring", self._catch_up)
        self._visits = Errands("servers", lambda _: self._servers.look(self._is_in))
        self.privacy = Privacy(
            *(store, self.keeper, self.people, self.tables, self.matches, self.scoring),
            shown=lambda match_id: self._shows.settled(match_id, PARTING),
        )

    def now(self) -> datetime:
        """Return the current time by the clock that the whole service uses."""
        return self._clock.now()

    def show(self, match_id: int) -> None:
        """Show what is new in a match soon, in the background."""
        self._shows.wake(match_id)

    async def set_preferences(self, user: UserId, preferences: Preferences) -> None:
        """Save a person's preferences, and replan the matches they play accordingly.

        Raises :class:`~bot.service.errors.UnknownZone` and :class:`~bot.service.errors.OddHours`.
        """
        if preferences.quiet is not None:
            preferences.quiet.check()
        await self.people.save_preferences(user, preferences)
        await self.matches.replan_all(user)

    def resume(self) -> None:
        """Post pending updates and run computers and clocks, after a start or an outage."""
        self._starts.wake(_ALL)
        self._leftovers.wake(_ALL)
        self.timekeeper.start()
        self._podiums.start()

    def moved(self, is_in: Callable[[int], bool]) -> None:
        """Pause or resume matches; ``is_in(guild_id)`` says whether the bot is in that server."""
        self._is_in = is_in
        self._visits.wake(_ALL)

    async def gone(self, channel_id: int) -> None:
        """Close the match of a channel or thread that was deleted.

        Errors are only logged: the next attempt to show the match finds the channel deleted.
        """
        try:
            match = await self.store.open_in(channel_id)
            if match is not None:
                await self.matches.abandon(match.id, GivenUp.GONE)
        except (Refusal, StoreFault) as error:
            log.warning("channel %s is gone, and its match was not closed: %s", channel_id, error)

    def pause(self) -> None:
        """Stop all clocks until :meth:`resume`, because nobody can play."""
        self.timekeeper.pause()

    async def close(self) -> None:
        """Stop, after finishing the work in progress."""
        self._podiums.stop()
        await self.timekeeper.close()
        for errands in self._errands:
            await errands.close()

    async def _resume(self, _: int) -> None:
        for nth, match_id in enumerate(await self.store.owed()):
            behind = max(nth - AT_ONCE, 0) / CROWD
            self._thoughts.wake_in(match_id, math.ceil(behind) * APART)

    async def _catch_up(self, _: int) -> None:
        """Score some leftover matches at a time, so that others can use the store in between."""
        if await self.scoring.catch_up():
            self._leftovers.wake_in(_ALL, REST_OF_SCORING)

    def _look_again(self, match_id: int) -> None:
        """Continue from what the store has after it failed, unless that is under way already.

        Deadlines may have changed without the timekeeper being told.
        """
        self.timekeeper.expect(self._clock.now() + REST)
        if not self._thoughts.expects(match_id):
            self._thoughts.wake(match_id)

    async def abandon(self) -> None:
        """Cancel the work in progress; the store knows what still has to be shown."""
        self._podiums.stop()
        await self.timekeeper.abandon()
        for errands in self._errands:
            await errands.abandon()

    @property
    def _errands(self) -> tuple[Errands, ...]:
        """All background jobs, in the order to finish them: later ones show what earlier did."""
        return (
            *(self._starts, self._visits, self._thoughts),
            *(self._leftovers, self._shows, self._reminders),
            *self._podiums.errands,
        )

    async def _show(self, match_id: int) -> None:
        try:
            await self.showing.show(match_id)
        except ChannelGone:
            if not await self.matches.abandon(match_id, GivenUp.GONE):
                await self.showing.write_off(match_id)
        except ServerLeft:
            await self._servers.wait(match_id)
            raise

    def _remind(self, match_id: int, user: UserId, ply: int) -> None:
        self.reminding.add(match_id, user, ply)
        self._reminders.wake(match_id)

    def _changed(self, match: Match) -> None:
        self.timekeeper.expect(match.agenda.wakes_at)
        if match.stage is Stage.RUNNING and match.awaits is Awaits.COMPUTER:
            self._thoughts.wake(match.id)
        else:
            self._shows.wake(match.id)
