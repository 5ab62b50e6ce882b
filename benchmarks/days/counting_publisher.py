"""A publisher that posts nothing, but counts what Discord's would, and calls the people."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from benchmarks.silent_publisher import SilentPublisher
from bot.discord_ui.publishing.channel_messages import EDITABLE
from bot.discord_ui.publishing.hand_delivery import gets_hand
from bot.discord_ui.publishing.match_screens import seen_by_all
from bot.discord_ui.publishing.message_records import (
    is_request_outdated,
    is_still_there,
    record_of_new_table,
    seats_called,
)
from bot.engine.rounds import MatchEnded
from bot.model.match import Match, MatchId, Stage, UserId
from bot.model.messages import MessageRecord
from bot.model.updates import PublicMove, Update
from bot.service.play.loaded_match import info_of


@dataclass(slots=True)
class Channel:
    """What a match has cost so far, and the messages that show it now."""

    messages: int = 0
    """New messages in the channel."""
    requests: int = 0
    """Requests that count against Discord's limit for the whole bot, as an estimate: posts, edits
    and deletions, but not what answers an interaction."""
    table: MessageRecord | None = None
    posted_at: float = 0
    dms: dict[UserId, MessageRecord] = field(default_factory=dict)
    ended_at: float | None = None
    is_over: asyncio.Event = field(default_factory=asyncio.Event)


class CountingPublisher(SilentPublisher):
    """Decides as the publisher for Discord's channels does, by the same functions."""

    def __init__(self, call: Callable[[UserId], None]) -> None:
        """Take ``call``, which is called with everybody who gets a ping or a DM."""
        self._call = call
        self.channels: dict[MatchId, Channel] = {}

    def channel(self, match_id: MatchId) -> Channel:
        """Return what is known of a match's channel."""
        return self.channels.setdefault(match_id, Channel())

    async def post_round(self, match: Match, chapter: Sequence[PublicMove]) -> None:
        """Count the end of a round, but for the last one, which the result shows."""
        if any(isinstance(event, MatchEnded) for each in chapter for event in each.events):
            return
        channel = self.channel(match.id)
        channel.messages += 1
        channel.requests += 1
        if channel.table is not None:
            channel.table = replace(channel.table, called=())

    async def post(self, update: Update) -> None:
        """Count a table or a result, with the DMs that go with it."""
        channel = self.channel(update.match.id)
        if update.match.stage is Stage.LOBBY:
            return
        if update.match.stage is not Stage.RUNNING:
            channel.messages += 1
            channel.requests += 2 + len(channel.dms)  # the table and the DMs are deleted
            channel.ended_at = asyncio.get_running_loop().time()
            channel.is_over.set()
            return
        called = self._show_table(update, channel) | self._send_dms(update, channel)
        for user in sorted(called):
            self._call(user)

    def _show_table(self, update: Update, channel: Channel) -> set[UserId]:
        """Count a new or edited table; return whom it pings."""
        seats = seats_called(update.match, seen_by_all(update))
        people = {user for seat in seats if (user := update.match.seats[seat].user_id)}
        before, unaware = channel.table, not update.newly_choosing.isdisjoint(people)
        known = before is not None and (not unaware or is_still_there(update, before, seats))
        channel.table = record_of_new_table(update, before, seats)
        if known:
            self._edit_table(channel)
            return set()
        channel.messages += 1
        channel.requests += 2  # the one before is deleted; the lobby is edited
        channel.posted_at = _now()
        return people

    def _send_dms(self, update: Update, channel: Channel) -> set[UserId]:
        """Count DMs with hands, and edits of those that aren't true any more.

        Return the people who get one.
        """
        match, called = update.match, set()
        for user, posted in channel.dms.items():
            if is_request_outdated(update, posted):
                channel.requests += 1
                channel.dms[user] = replace(posted, called=())
        for user, seen in update.hands.items():
            if gets_hand(update, user):
                self._send_dm(match, user, asks=seen.seat in seen.to_act)
                called.add(user)
        return called

    def _send_dm(self, match: Match, user: UserId, *, asks: bool) -> None:
        channel, seat = self.channel(match.id), match.seat_of(user)
        channel.requests += 1 + (user in channel.dms)
        seats = () if seat is None or not asks else (seat,)
        channel.dms[user] = MessageRecord(0, 0, user, match.version, match.ply, called=seats)

    async def update_quietly(self, update: Update) -> None:
        """Count an edit of an open table; other tables wait until people may be called."""
        channel = self.channel(update.match.id)
        if info_of(update.match).open_play and channel.table is not None:
            channel.table = record_of_new_table(update, channel.table, channel.table.called)
            self._edit_table(channel)

    def _edit_table(self, channel: Channel) -> None:
        """Count an edit, or a new message if the table is too old to be edited."""
        channel.requests += 1
        if _now() - channel.posted_at >= EDITABLE.total_seconds():
            channel.messages += 1
            channel.requests += 1
            channel.posted_at = _now()

    async def remind(self, update: Update, user: UserId) -> None:
        """Count a reminder by DM, and call the person."""
        self._send_dm(update.match, user, asks=True)
        self._call(user)


def _now() -> float:
    return asyncio.get_running_loop().time()
