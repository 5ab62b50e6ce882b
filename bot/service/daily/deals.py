"""The deals of the days, and people's attempts at them."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from bot.ai.analysis import judge_choice, tasks
from bot.ai.daily import PLAYER, DealChanged, daily_round, score_of, version_of
from bot.ai.solo_round import SoloRound
from bot.engine.analysis import JudgedDecision
from bot.engine.choices import Choice, choices
from bot.engine.replay import replay
from bot.games import game
from bot.games.daily import game_of_day
from bot.model.daily import (
    DAY,
    DAY_ONE,
    Attempt,
    DailyMoment,
    DailyResult,
    Deal,
    Mark,
    closes_at,
    last_closed,
    number_of,
    open_days,
    opens_at,
    share_below,
)
from bot.model.errors import AttemptDeleted, DealOutdated, NoSuchDeal
from bot.model.match import UserId
from bot.scores.achievements.catalogue import earned_by_streak
from bot.scores.streaks import streak
from bot.service.daily.par import Par, has_changed
from bot.service.keyed_locks import KeyedLocks
from bot.service.ports.clock import Clock, Entropy
from bot.service.ports.faults import Conflict
from bot.service.ports.store import Store
from bot.service.ports.thinking import Thinking, ThinkingFailed

_CLOSE, _COSTLY = 0.02, 0.1
"""The losses from which on a choice was not the best, and costly: of the chance to win, or alone,
of the best result."""
_SURE = 2
"""The standard errors of a loss that playouts may show by chance alone; they don't count."""


class DailyDeals:
    """Deals, each made when it is first needed; a choice is saved before anybody sees what it did.

    All that happens follows from the deal's secret and the choices, so that only these are kept.
    """

    def __init__(
        self, store: Store, thinking: Thinking, clock: Clock, entropy: Entropy, par: Par
    ) -> None:
        self._store, self._thinking = store, thinking
        self._clock, self._entropy = clock, entropy
        self._par = par
        self._locks: KeyedLocks[UserId] = KeyedLocks()
        self._marking: KeyedLocks[UserId] = KeyedLocks()

    def days(self) -> tuple[date, ...]:
        """Return the days whose deals are open, the newest first."""
        return open_days(self._clock.now())

    async def day_for(self, user: UserId) -> date:
        """Return the day whose deal somebody is offered: one that they have begun, or today."""
        today, *others = self.days()
        for day in others:
            deal, attempt = await self._store.deal_and_attempt(day, user)
            if deal and attempt and not (attempt.is_over or has_changed(deal)):
                return day
        return today

    async def next_for(self, user: UserId) -> date | None:
        """Return the newest open day whose deal somebody has not finished."""
        for day in self.days():
            attempt = await self._store.attempt(day, user)
            if attempt is None or not attempt.is_over:
                return day
        return None

    async def deal(self, day: date, known: Deal | None = None) -> Deal:
        """Return the deal of a day that has begun, if it can be played.

        ``known`` is what was just read of it, if anything. Raises :class:`NoSuchDeal`,
        :class:`DealChanged` if it is void, and :class:`DealOutdated` if the rules have changed
        since it closed.
        """
        deal = await self.find_or_make(day, known)
        if not has_changed(deal):
            return deal
        if deal.is_void or _is_open(day, self._clock.now()):
            raise DealChanged
        raise DealOutdated

    async def find_or_make(self, day: date, known: Deal | None = None) -> Deal:
        """Return the deal of a day that has begun, also if it is void; it is made while it is open.

        Raises :class:`NoSuchDeal`. An open deal of an older version is void for good. One of a
        newer version is not: it was made by a process of the next release.
        """
        now = self._clock.now()
        is_open = _is_open(day, now)
        deal = known or await self._store.deal(day)
        if deal is None:
            if not is_open:
                raise NoSuchDeal
            deal = await self._store.keep_deal(await asyncio.to_thread(self._new, day))
        if now < opens_at(day):  # the clock was ahead when it was made
            raise NoSuchDeal
        if is_open and not deal.is_void and deal.version < version_of(deal.game):
            await self._store.void_deal(day)
        self._par.begin(deal)
        return deal

    async def look_after(self) -> None:
        """Go on with par of open deals, and forget what was kept until others closed."""
        now = self._clock.now()
        await self._store.remove_traces(last_closed(now))
        for day in open_days(now):
            if (deal := await self._store.deal(day)) is not None:
                self._par.begin(deal)

    def _new(self, day: date) -> Deal:
        """Return a deal in which its player has something to choose."""
        dealt = game_of_day(day.toordinal())
        version = version_of(dealt.id)
        while True:
            secret = self._entropy.secret()
            deal = Deal(day, dealt.id, version, dealt.seats, dealt.options, secret)
            if not daily_round(*deal.dealt).is_over:
                return deal

    async def moment(self, user: UserId, day: date, guild_id: int | None) -> DailyMoment:
        """Return where somebody is in a deal; raises as :meth:`deal`, and ``AttemptDeleted``."""
        deal, attempt = await self._attempt(user, day, guild_id)
        return self._moment(deal, attempt, await _played(deal, attempt))

    async def choose(
        self, user: UserId, day: date, made: int, index: int, guild_id: int | None
    ) -> DailyMoment:
        """Make somebody's choice number ``made``, from 0: the legal move with that index.

        If it was made already, nothing changes. Raises as :meth:`moment`.
        """
        async with self._locks[user]:
            deal, before = await self._attempt(user, day, guild_id)
            played, code = await asyncio.to_thread(_chosen, deal, before, made, index)
            if code is None:
                return replace(self._moment(deal, before, played), is_late=True)
            after = replace(before, moves=(*before.moves, code))
            now = self._clock.now()
            if played.is_over:
                counts = _is_open(day, now) and not deal.is_revealed
                after = replace(after, score=score_of(played), counts=counts)
            try:
                await self._store.save_attempt(after, now)
            except Conflict:  # another process was quicker
                return replace(await self.moment(user, day, guild_id), is_late=True)
            return self._moment(deal, after, played)

    def _moment(self, deal: Deal, attempt: Attempt, played: SoloRound) -> DailyMoment:
        closed = self._clock.now() >= deal.closes_at
        return DailyMoment(deal, attempt, played.seen, tuple(played.events), is_closed=closed)

    async def _attempt(self, user: UserId, day: date, guild_id: int | None) -> tuple[Deal, Attempt]:
        known, attempt = await self._store.deal_and_attempt(day, user)
        deal = await self.deal(day, known)
        if attempt is None and await self._store.is_attempt_deleted(day, user):
            raise AttemptDeleted
        return deal, attempt or Attempt(day, user, guild_id=guild_id)

    async def result(self, attempt: Attempt) -> DailyResult:
        """Judge an attempt that is over, award its streak, and compare it with all others."""
        deal, attempt = await self.deal(attempt.day), await self._marked(attempt)
        everybody = await self._store.distribution(attempt.day)
        score = attempt.score or 0
        beaten = everybody.beaten_by(score) if attempt.counts else None
        length = await self.streak(attempt.user_id)
        ids = tuple(earned_by_streak(length)) if attempt.counts else ()
        earned = await self._store.earn(attempt.user_id, ids, self._clock.now()) if ids else ()
        par = share_below(score, Counter(deal.par))
        return DailyResult(deal, attempt, everybody, beaten, par, length, earned)

    async def streak(self, user: UserId) -> int:
        """Return how many days somebody has played without a break."""
        now, void = self._clock.now(), await self._store.void_days()
        played = await self._store.days_played(user)
        settings = await self._store.player_settings([user], opens_at(min(played, default=DAY_ONE)))
        holidays = settings[user].holidays if user in settings else ()

        def is_away(day: date) -> bool:
            ends = opens_at(day) + DAY
            return day in void or any(each.begins_at <= ends < each.ends_at for each in holidays)

        days = frozenset(played) - void
        return streak(days, now.date(), is_open=open_days(now).__contains__, is_away=is_away)

    async def _marked(self, attempt: Attempt) -> Attempt:
        """Return the attempt with marks, which are made once; without, if nothing can think."""
        async with self._marking[attempt.user_id]:
            stored = await self._store.attempt(attempt.day, attempt.user_id) or attempt
            return stored if stored.marks else await self._judged(stored)

    async def _judged(self, attempt: Attempt) -> Attempt:
        deal = await self.deal(attempt.day)
        chosen = await asyncio.to_thread(_choices, deal, attempt)
        with suppress(ThinkingFailed, TimeoutError):
            to_judge = tasks(game(deal.game).info, chosen)
            judged = [await self._thinking.run(judge_choice, each) for each in to_judge]
            marks = tuple(_marks(judged, alone=deal.seats == 1))
            await self._store.save_marks(attempt.day, attempt.user_id, marks)
            return replace(attempt, marks=marks)
        return attempt


def _is_open(day: date, now: datetime) -> bool:
    return number_of(day) >= 1 and opens_at(day) <= now < closes_at(day)


async def _played(deal: Deal, attempt: Attempt) -> SoloRound:
    return await asyncio.to_thread(daily_round, *deal.dealt, attempt.moves)


def _chosen(deal: Deal, attempt: Attempt, made: int, index: int) -> tuple[SoloRound, str | None]:
    """Return the deal after choice number ``made``, and its code; ``None`` if it can't be made."""
    played = daily_round(*deal.dealt, attempt.moves)
    if len(attempt.moves) != made or not 0 <= index < len(played.legal):
        return played, None
    move = played.legal[index]
    played.choose(move)
    return played, move.code


def _choices(deal: Deal, attempt: Attempt) -> list[Choice]:
    """Return the choices that the person had among several moves, unless they could only guess."""
    rules: Any = game(deal.game)
    played = daily_round(*deal.dealt, attempt.moves)
    plies = replay(rules, played.setup, played.log)
    made = choices(rules, played.setup, plies)
    return [each for each in made if each.seat == PLAYER and not each.seen.is_guess]


def _marks(judged: list[JudgedDecision], *, alone: bool) -> Iterator[Mark]:
    for each in judged:
        sure = max(0.0, each.cost - _SURE * each.standard_error)
        loss = sure / (each.chance_best or 1.0) if alone else sure
        yield Mark.BEST if loss < _CLOSE else Mark.CLOSE if loss < _COSTLY else Mark.COSTLY
