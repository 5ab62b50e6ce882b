"""The podium of each week: who came first in a server, posted when the week has ended."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta

from bot.scores.achievements import earned_on_podium
from bot.scores.span import WEEK, week_after, week_of
from bot.service.errands import Errands
from bot.service.ports import (
    Barred,
    Board,
    ChannelGone,
    Clock,
    Leader,
    Podium,
    Publisher,
    Span,
    Store,
)
from bot.service.scoring import Scoring

log = logging.getLogger(__name__)

PLACES = 3
"""So many stand on a podium."""
LATE = timedelta(minutes=1)
"""After the week's end: what was played in its last seconds is stored by then."""
SLEEP = timedelta(hours=1)
"""The longest sleep: the machine's time may be set, or stand still while its lid is closed."""
GIVEN_UP = timedelta(days=2)
"""So long after the week's end somebody may still let us into the channel."""
AT_ONCE = 4
"""Podiums on their way at the same time."""
CROWD, APART = 60, 10.0
"""So many servers are seen to each time so many seconds have passed."""
ROUNDS = 10
"""So often some matches that ended last are scored before the podium is looked at."""
_ALL = 0
"""Stands for all servers; none has this id."""


class Podiums:
    """Sees to every server once a week.

    What was posted is noted, so nothing is posted twice; what was missed while nobody ran is made
    up for until the next week ends. Weeks before that are over and done with.
    """

    def __init__(self, store: Store, scoring: Scoring, publisher: Publisher, clock: Clock) -> None:
        self._store = store
        self._scoring = scoring
        self._publisher = publisher
        self._clock = clock
        self._turns = Errands("the turn of the week", self._turn, about="server")
        self._posts = Errands("a podium", self._post, at_once=AT_ONCE, about="server")
        self._timer: asyncio.TimerHandle | None = None
        self._seen: datetime | None = None
        """The week that has begun, once all servers were looked at for the one before."""

    def start(self) -> None:
        """See to the week that has ended, and to each from now on."""
        self._turns.wake(_ALL)

    @property
    def errands(self) -> tuple[Errands, ...]:
        """What is under way, in the order in which it can be finished."""
        return (self._turns, self._posts)

    def stop(self) -> None:
        """Look at no further week."""
        if self._timer is not None:
            self._timer.cancel()

    @property
    def _this_week(self) -> datetime:
        """When the week began that runs, as far as podiums go."""
        return week_of(self._clock.now() - LATE)

    async def _turn(self, _: int) -> None:
        """If a new week has begun, see to every server that wants the podium of the last one."""
        self._sleep()
        this_week = self._this_week
        if this_week == self._seen:
            return
        for _ in range(ROUNDS):
            if not await self._scoring.catch_up():
                break
        due = await self._store.podiums_due(Span.WEEK.key(this_week - WEEK))
        for nth, guild_id in enumerate(due):
            self._posts.wake_in(guild_id, nth // CROWD * APART)
        await self._store.forget_spans(self._clock.now())
        self._seen = this_week

    def _sleep(self) -> None:
        """Until the week's end, and look now and then what time it is."""
        self.stop()
        now = self._clock.now()
        pause = min(week_after(now - LATE) + LATE - now, SLEEP)
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(pause.total_seconds(), self._turns.wake, _ALL)

    async def _post(self, guild_id: int) -> None:
        """The podium of a server; raises what may work another time."""
        turn = self._this_week
        week = Span.WEEK.key(turn - WEEK)
        channel_id = (await self._store.podiums_due(week, guild_id)).get(guild_id)
        if channel_id is None:  # somebody has thought better of it
            return
        podium = await self._podium(guild_id, channel_id, turn)
        if podium.leaders:
            try:
                await self._publisher.show_podium(podium)
            except ChannelGone as fault:
                log.info("no podium: %s", fault)
            except Barred as fault:
                if self._clock.now() - turn < GIVEN_UP:
                    raise
                log.info("no podium: %s", fault)
        await self._store.podium_posted(guild_id, week)

    async def _podium(self, guild_id: int, channel_id: int, turn: datetime) -> Podium:
        """Who came first in the week before ``turn``; they have what that earns from now on.

        However often it is asked for, it is earned at the turn of the week.
        """
        began = turn - WEEK
        async with self._scoring.paused():
            leaders = await self._store.leaders(Board(guild_id, Span.WEEK), began, PLACES)
            earned = {each.user_id: await self._earned(each, turn) for each in leaders}
        return Podium(guild_id, channel_id, began, leaders, earned)

    async def _earned(self, leader: Leader, turn: datetime) -> tuple[str, ...]:
        ids = tuple(earned_on_podium(leader.place))
        await self._store.earn(leader.user_id, ids, turn)
        has = await self._store.achievements(leader.user_id)
        return tuple(each.id for each in has if each.id in ids and each.at == turn)
