"""Calls people: players whose move is awaited, those invited to a table, those who watch it."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby, pairwise

from bot.engine.errors import Refusal
from bot.model.calls import LONG_PAUSE, Call, Invitation, Occasion, Reminder, Watcher
from bot.model.errors import NoSuchMatch
from bot.model.match import Match, MatchId, Stage, UserId
from bot.model.preferences import InvitationPreference, MessagePreference, PlayerSettings
from bot.service.clock.timing import has_choice, is_due
from bot.service.match_changes import MatchChanges
from bot.service.play.matches import Matches
from bot.service.ports.clock import Clock
from bot.service.ports.publisher import (
    ChannelGone,
    PersonGone,
    PostingForbidden,
    Publisher,
    PublishFailed,
)
from bot.service.ports.store import Store
from bot.service.publishing.outbox import Outbox
from bot.service.settings_cache import PreferenceCache

log = logging.getLogger(__name__)

CLAIM_LASTS = timedelta(minutes=2)
"""The time for which Discord is sure to drop a message that was sent before under the same nonce.

After that, a call that was claimed but not settled is never sent: it is better to miss one than to
make it twice.
"""


@dataclass(frozen=True, slots=True)
class _Due:
    user_id: UserId
    call: Call
    claimed_at: datetime | None
    is_begun: bool
    """True if it was claimed for this very call, which may have been made."""


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls each person once for each occasion, by DM or with one mention for all in the channel.

    Who is to be called follows from what is stored. A call is claimed before it is sent, and
    settled afterwards, so whatever ends the process in between, it is not sent twice.
    """

    store: Store
    preferences: PreferenceCache
    publisher: Publisher
    clock: Clock
    changes: MatchChanges
    outbox: Outbox
    matches: Matches

    async def deliver(self, match_id: MatchId) -> datetime | None:
        """Make all calls that are due; return when the next one can be made, if any has to wait.

        A call waits while the person may not be disturbed. Raises
        :class:`~bot.service.ports.publisher.PublishFailed` if it may help to try again.
        """
        if not await self.store.may_call(match_id):
            return None
        match = await self.store.match(match_id)
        if match is None:
            raise NoSuchMatch
        if not self.changes.owns(match.guild_id):  # its new owner calls
            return None
        if match.is_quiet:  # they are called once the table is shown
            return None
        occasion = _OCCASIONS.get(match.stage, Occasion.ENDED)
        read = self._invited if occasion is Occasion.INVITED else self._watching
        due = [*await self._reminded(match), *await read(match)]
        settings = await self.preferences.player_settings([each.user_id for each in due])
        later: list[datetime] = []
        begun: list[_Due] = []
        for each in due:
            now = self.clock.now()
            at = _callable_at(match, each.call, settings[each.user_id], now)
            if not each.is_begun and at > now:
                later.append(at)
            else:
                begun.append(each)
        failure = None
        for group in _by_claim(begun):
            try:
                await self._call(match, group, settings)
            except PublishFailed as fault:  # others are called first
                failure = fault
        if failure is not None:
            raise failure
        return min(later, default=None)

    async def _reminded(self, match: Match) -> list[_Due]:
        found = await self.store.reminders(match.id)
        if not found:
            return []
        settings = await self.preferences.player_settings([each.user_id for each in found])
        wanted = [
            each
            for each in found
            if each.user_id not in match.muted and is_due(match, each, settings[each.user_id])
        ]
        if unwanted := [each.user_id for each in found if each not in wanted]:
            await self.store.settle_calls(match.id, Occasion.REMINDED, unwanted, match.ply)
        return [_due(each, _reminder(match, each)) for each in wanted]

    async def _invited(self, match: Match) -> list[_Due]:
        found = await self.store.invitations(match.id)
        settings = await self.preferences.player_settings([each.user_id for each in found])
        unwanted = [
            each.user_id
            for each in found
            if each.user_id in match.people
            or settings[each.user_id].preferences.invitations is InvitationPreference.OFF
        ]
        if unwanted:
            await self.store.settle_calls(match.id, Occasion.INVITED, unwanted, match.ply)
        return [
            _due(each, _invitation(match, each.invited_by))
            for each in found
            if each.user_id not in unwanted
        ]

    async def _watching(self, match: Match) -> list[_Due]:
        """Return the watchers to call about a match that was started."""
        watchers = await self.store.watchers(match.id)
        seated = [each.user_id for each in watchers if each.user_id in match.people]
        if seated:
            await self.store.stop_watching(match.id, seated)
        absent = [each for each in watchers if each.user_id not in seated]
        last_pause = await self._last_pause(match, absent)
        occasion = _OCCASIONS.get(match.stage, Occasion.ENDED)
        token = f"{match.id} {occasion.value} {last_pause if match.is_open else 0}"
        call = Call(occasion, token, ply=last_pause if match.is_open else match.ply)
        due, others = [], []
        for each in absent:
            went_on = each.reminders.goes_on and last_pause >= each.told_ply
            if went_on or (each.reminders.ends and not match.is_open):
                is_begun = each.claimed_at is not None and each.told_ply == call.ply
                due.append(_Due(each.user_id, call, each.claimed_at, is_begun))
            elif each.reminders.goes_on and (each.told_ply < match.ply or not match.is_open):
                others.append(each.user_id)
        if others:
            await self.store.settle_calls(match.id, occasion, others, match.ply)
        return due

    async def _last_pause(self, match: Match, watchers: Sequence[Watcher]) -> int:
        """Return the ply of the last move after a pause that a watcher has not been told of."""
        told = min(
            (each.told_ply for each in watchers if each.reminders.goes_on), default=match.ply
        )
        if told >= match.ply:
            return -1
        first = max(told - 1, 0)
        times = (await self.store.move_times(match.id, first))[: match.ply - first]
        pauses = (
            ply
            for ply, (one, next_) in enumerate(pairwise(times), first + 1)
            if next_ - one >= LONG_PAUSE
        )
        return max(pauses, default=-1)

    async def _call(
        self, match: Match, group: Sequence[_Due], settings: Mapping[UserId, PlayerSettings]
    ) -> None:
        """Call people for one occasion, all claimed at the same moment or all not claimed yet."""
        now, claimed_at, call = self.clock.now(), group[0].claimed_at, group[0].call
        begun_at = claimed_at if group[0].is_begun else None
        users = [each.user_id for each in group]
        if begun_at is not None and now - begun_at > CLAIM_LASTS:
            log.info(
                "not repeating %s calls of match %s that may have been made", len(users), match.id
            )
            await self.store.settle_calls(match.id, call.occasion, users, match.ply)
            return
        claim = begun_at or now
        claimed = await self.store.claim_calls(
            match.id, call.occasion, users, before=claimed_at, after=claim, ply=call.ply
        )
        unreached = [
            user
            for user in users
            if user in claimed and not await self._reach(match, user, settings[user], call)
        ]
        if unreached:
            await self._mention(match, unreached, call, claim)

    async def _reach(
        self, match: Match, user: UserId, settings: PlayerSettings, call: Call
    ) -> bool:
        """Call a person by DM, if they want that; return whether there is no more to do."""
        if call.occasion is Occasion.REMINDED:
            return False
        invited, own = call.occasion is Occasion.INVITED, settings.preferences
        by_dm = own.messages is not MessagePreference.OFF
        if not (own.invitations is InvitationPreference.DM if invited else by_dm):
            return False
        try:
            if not await self.publisher.call_by_dm(match, user, settings, call):
                return False
        except PersonGone:
            if not invited:
                await self.store.stop_watching(match.id, [user])
                return True
        await self.store.settle_calls(match.id, call.occasion, [user], match.ply)
        return True

    async def _mention(
        self, match: Match, users: Sequence[UserId], call: Call, claim: datetime
    ) -> None:
        """Remind a player, or mention people in the channel; if it can never succeed, give up."""
        try:
            if call.occasion is Occasion.REMINDED:
                (user,) = users  # each reminder has a token of its own
                await self._remind(match, user, call.ply)
            else:
                await self.publisher.call_in_channel(match, users, call)
        except (ChannelGone, PostingForbidden) as fault:
            log.info("cannot call people to match %s: %s", match.id, fault)
        except PublishFailed:
            await self.store.claim_calls(
                *(match.id, call.occasion, users), before=claim, after=None, ply=call.ply
            )
            raise
        await self.store.settle_calls(match.id, call.occasion, users, match.ply)

    async def _remind(self, match: Match, user: UserId, ply: int) -> None:
        """Remind a player of the choice of ``ply``; one who left the server leaves the match."""
        update = await self.outbox.current_update(match.id)
        if not has_choice(update.match, user, ply):
            return
        try:
            await self.publisher.remind(update, user)
        except PersonGone:
            log.info("a person has left the server", extra={"match": match.id})
            with suppress(Refusal):  # the match ended meanwhile, or they have left it
                await self.matches.leave(match.id, user, for_good=True)


def _due(each: Invitation | Reminder, call: Call) -> _Due:
    """Return somebody to call for something that they are called for only once."""
    return _Due(each.user_id, call, each.claimed_at, is_begun=each.claimed_at is not None)


def _callable_at(match: Match, call: Call, settings: PlayerSettings, now: datetime) -> datetime:
    """Return when the person may be disturbed for this.

    If a move takes less than a day, a holiday does not delay the call: others are waiting.
    """
    if call.occasion is Occasion.REMINDED and not match.pace.counts_days:
        return settings.quiet_end(now)
    return settings.reachable_at(now)


def _reminder(match: Match, reminder: Reminder) -> Call:
    token = f"{match.id} {Occasion.REMINDED.value} {reminder.user_id} {reminder.ply}"
    return Call(Occasion.REMINDED, token, ply=reminder.ply)


def _invitation(match: Match, invited_by: UserId | None) -> Call:
    token = f"{match.id} {Occasion.INVITED.value} {invited_by}"
    return Call(Occasion.INVITED, token, invited_by)


_OCCASIONS = {Stage.LOBBY: Occasion.INVITED, Stage.RUNNING: Occasion.GOES_ON}


def _by_claim(due: Sequence[_Due]) -> Iterator[Sequence[_Due]]:
    """Group people who get the same message and whose calls were claimed together.

    Invitations by different people are different messages.
    """

    def key(each: _Due) -> tuple[str, bool, str]:
        return str(each.claimed_at or ""), each.is_begun, each.call.token

    for _, group in groupby(sorted(due, key=lambda each: (*key(each), each.user_id)), key):
        yield tuple(group)
