"""Publishing of matches in their channels: a current table each, every round's end, the result."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace

from bot.discord_ui.adapters import lobby_in, table_info_of
from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.interactions.background import Background
from bot.discord_ui.publishing.call_messages import CallMessages
from bot.discord_ui.publishing.channel_access import ChannelAccess, check_member
from bot.discord_ui.publishing.channel_messages import ChannelMessages, calling_nobody
from bot.discord_ui.publishing.direct_messages import DirectMessages
from bot.discord_ui.publishing.hand_delivery import HandDelivery
from bot.discord_ui.publishing.match_screens import (
    result_screen,
    screen_without_winner,
    seen_by_all,
    table_after,
)
from bot.discord_ui.publishing.message_api import MessageOutcome, Messages
from bot.discord_ui.publishing.message_records import (
    is_newer,
    is_still_there,
    news_from,
    record_of_new_table,
    seats_called,
    table_among,
)
from bot.discord_ui.publishing.open_hands import OpenHands
from bot.discord_ui.publishing.open_options import OpenOptions
from bot.discord_ui.publishing.server_posts import ServerPosts
from bot.engine.contract import Seat
from bot.engine.rounds import MatchEnded, MatchSeen
from bot.model.calls import Call
from bot.model.daily import DailyPost
from bot.model.match import CloseReason, Match, MatchId, Stage, UserId
from bot.model.messages import MessageRecord
from bot.model.preferences import PlayerSettings
from bot.model.scores import Podium
from bot.model.updates import PublicMove, Update, events_told
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.match.calls import reminder_at_table
from bot.present.screens.match.lobby import lobby_screen
from bot.present.screens.match.match_end import round_screen
from bot.present.screens.match.table import said_since
from bot.service.play.loaded_match import info_of
from bot.service.ports.publisher import PostingForbidden, PublishFailed
from bot.service.ports.store import Store


class ChannelPublisher:
    """The service's publisher for Discord channels.

    Every message that shows a match is recorded, with what it shows, before the message that it
    replaces is deleted. So after a crash at any moment the next update finds what is left over. A
    table's record says what it tells and whom it has pinged: nobody is pinged twice for a turn.
    """

    def __init__(self, client: BaseClient, store: Store) -> None:
        self._client = client
        self._store = store
        self._messages = Messages(client)
        self._server_posts = ServerPosts(client, self._messages)
        self.direct_messages = DirectMessages(client, store, self._messages)
        self.channel_access = ChannelAccess(client)
        self._calls = CallMessages(
            client, store, self._messages, self.direct_messages, self.channel_access
        )
        self.options = OpenOptions()
        self.background = Background()
        self.hands = OpenHands(client, self.direct_messages, self.background)
        self.hand_delivery = HandDelivery(client, self.hands, self.direct_messages, self.background)
        self._channel_messages = ChannelMessages(client, store, self._messages, self.channel_access)

    # The interface that the service uses.

    async def post_round(self, match: Match, chapter: Sequence[PublicMove]) -> None:
        """Post the end of a round; the next round's table is posted below it and pings again.

        The end of the last round is in the result of the match.
        """
        events, last = events_told(match, chapter), chapter[-1].ply
        if any(isinstance(event, MatchEnded) for event in events):
            return
        table_info, say = table_info_of(match).at(last), await self._say(match)
        said = said_since(table_info, chapter[0].ply, say, until=last)
        screen = round_screen(table_info, events, say, said)
        with self.channel_access.tracking(match):
            await self._channel_messages.post_permanent(match, screen, f"{match.id}-r{last}")
        async with self._channel_messages.lock(match):
            for posted in await self._channel_messages.shown(match):
                await self._store.remember(match.id, replace(posted, called=()))

    async def post(self, update: Update) -> None:
        match = update.match
        if match.stage is not Stage.LOBBY and self.options.are_open(match.id):
            self.background.begin("options", match.id, lambda: self.options.close(match))
        with self.channel_access.tracking(match):
            posted = await self._show(update)
        if match.stage is not Stage.CLOSED:
            self.hand_delivery.deliver(update)
        self.hand_delivery.end_turns(update, await self.direct_messages.clear(match, posted))
        if match.close_reason is CloseReason.CHANNEL_DELETED:
            await self.hand_delivery.send_channel_deleted(update)

    async def update_quietly(self, update: Update) -> None:
        self.hand_delivery.refresh(update)
        if info_of(update.match).open_play:
            with self.channel_access.tracking(update.match):
                await self._show_quietly(update)

    async def _show(self, update: Update) -> Sequence[MessageRecord]:
        """Show a match in its channel; return the records of its messages from before."""
        async with self._channel_messages.lock(update.match):
            posted = await self._store.posted(update.match.id)
            shown = [each for each in posted if each.user_id is None]
            match update.match.stage:
                case Stage.LOBBY:
                    await self._show_lobby(update, shown)
                case Stage.RUNNING:
                    await self._show_table(update, shown)
                case Stage.OVER:
                    await self._show_result(update, shown)
                case Stage.CLOSED:
                    await self._show_closed(update, shown)
        return posted

    async def remind(self, update: Update, user: UserId) -> None:
        """Remind a person by DM, or ping them with a new table if DMs do not reach them.

        Raises :class:`~bot.service.ports.publisher.PersonGone`.
        """
        match = update.match
        await check_member(self._client, match, user)
        seat = match.seat_of(user)
        if seat is None or await self.hand_delivery.remind(update, user):
            return
        async with self._channel_messages.lock(match):
            shown = await self._channel_messages.shown(match)
            before, now = table_among(shown), await self._store.match(match.id)
            if now is None or now.stage is not Stage.RUNNING or is_newer(shown, match):
                return  # the update is out of date, or the match has ended
            table = await self._table(update, before)
            screen = reminder_at_table(table, table_info_of(match), seat, await self._say(match))
            called = before.called if before else ()
            after = record_of_new_table(update, before, called)
            await self._channel_messages.replace(
                match, shown, screen, after, editing=False, reminded=user
            )

    async def call_by_dm(
        self, match: Match, user: UserId, settings: PlayerSettings, call: Call
    ) -> bool:
        return await self._calls.by_dm(match, user, settings, call)

    async def call_in_channel(self, match: Match, users: Collection[UserId], call: Call) -> None:
        await self._calls.in_channel(match, users, call)

    async def send_digest(
        self, user: UserId, settings: PlayerSettings, waiting: Sequence[MatchId], token: str
    ) -> None:
        await self._calls.digest(user, settings, waiting, token)

    async def post_podium(self, podium: Podium) -> None:
        await self._server_posts.podium(podium)

    async def post_daily(self, post: DailyPost) -> None:
        await self._server_posts.daily(post)

    def has_open_hands(self, match_id: MatchId) -> bool:
        return self.hands.are_open(match_id)

    def refresh_hands(self, update: Update) -> None:
        self.hand_delivery.refresh(update)

    async def forget(self, user: UserId) -> None:
        self._client.languages.forget(user)
        self.hands.close_all(user)
        self.direct_messages.note_reachable(user)
        for match_id in self.channel_access.waiting_with(user):
            if match := await self._store.match(match_id):
                self.channel_access.renew(match)

    async def adopt_answer(
        self,
        match: Match,
        message_id: int,
        fill: Callable[[], Awaitable[None]],
        late: Collection[Seat] = (),
    ) -> None:
        """Make a promised answer the match's current message (``ChannelMessages.adopt_answer``)."""
        async with self._channel_messages.lock(match):
            await self._channel_messages.adopt_answer(match, message_id, fill, late)

    async def current_screen(self, update: Update) -> Screen:
        """Return the lobby or table as it is now, for somebody who asked; it pings nobody."""
        match = update.match
        if update.seen is None:
            screen = lobby_screen(await lobby_in(self._store, match), await self._say(match))
        else:
            before = table_among(await self._channel_messages.shown(match))
            screen = await self._table(update, before)
        return calling_nobody(screen).in_theme(await self._client.themes.for_table(match))

    async def missing_table(self, match: Match) -> MessageRecord | None:
        """Return the table of a running match if somebody has deleted it; else ``None``."""
        table = table_among(await self._channel_messages.shown(match))
        return None if table is None or await self._messages.exists(table) else table

    async def bring_back(self, update: Update, missing: MessageRecord) -> None:
        """Post the ``missing`` table of a running match again, and ping nobody.

        It may be missing only because a newer one has just taken its place.
        """
        await self._show_quietly(update, missing)

    async def _show_quietly(self, update: Update, missing: MessageRecord | None = None) -> None:
        """Edit the table, or post the ``missing`` one again, unless there is a newer one."""
        match, editing = update.match, missing is None
        async with self._channel_messages.lock(match):
            shown = await self._channel_messages.shown(match)
            before = table_among(shown)
            if before is None or is_newer(shown, match):
                return
            if missing is not None and before.message_id != missing.message_id:
                return
            screen = calling_nobody(await self._table(update, before))
            called = () if editing else before.called  # whoever the edited one called has moved
            after = record_of_new_table(update, before, called)
            await self._channel_messages.replace(match, shown, screen, after, editing=editing)

    async def _table(self, update: Update, before: MessageRecord | None) -> Screen:
        screen = await table_after(self._store, update, before, await self._say(update.match))
        pinged = (each for each in screen.ping if each not in update.unpinged)
        return replace(screen, ping=tuple(pinged))

    # Messages in the channel.

    async def _show_lobby(self, update: Update, shown: list[MessageRecord]) -> None:
        """Post or edit the lobby; only the first message of a rematch pings its people."""
        match = update.match
        if is_newer(shown, match):
            return
        screen = lobby_screen(await lobby_in(self._store, match), await self._say(match))
        after = MessageRecord(match.channel_id, 0, None, match.version, match.ply)
        screen = calling_nobody(screen) if shown else screen
        editing = bool(shown) and not update.maybe_shown
        await self._channel_messages.replace(match, shown, screen, after, editing=editing)

    async def _show_table(self, update: Update, shown: list[MessageRecord]) -> None:
        """Edit the table while the same people are to move and know it, else post a new one.

        Below the end of a round there is always a new one, also if nobody is to be pinged.
        If it may have been shown before, it is always posted: a newer, unrecorded table might be
        below an edited one.
        """
        match = update.match
        if is_newer(shown, match):
            return
        before = table_among(shown)
        screen = await self._table(update, before)
        called = seats_called(match, seen_by_all(update))
        unaware = not update.newly_choosing.isdisjoint(screen.ping)
        known = (
            before is not None
            and not update.is_below_round
            and (not unaware or is_still_there(update, before, called))
        )
        after = record_of_new_table(update, before, called)
        screen = calling_nobody(screen) if known else screen
        editing = known and not update.maybe_shown
        await self._channel_messages.replace(match, shown, screen, after, editing=editing)

    async def _show_result(self, update: Update, shown: list[MessageRecord]) -> None:
        match, seen, say = update.match, seen_by_all(update), await self._say(update.match)
        if isinstance(seen, MatchSeen) and seen.outcome is not None:
            since = news_from(update, table_among(shown))
            screen = await result_screen(self._store, match, seen, update.scores, say, since)
            await self._channel_messages.post_result(match, shown, screen)

    async def _show_closed(self, update: Update, shown: list[MessageRecord]) -> None:
        match, say = update.match, await self._say(update.match)
        screen = screen_without_winner(update, say)
        for posted in shown:
            outcome = MessageOutcome.UNAVAILABLE  # the default if the bot has left the server
            if posted.is_promised:  # it may yet be filled with a table, unless it is deleted
                outcome = await self._messages.remove(posted)
            elif not self.channel_access.is_left(match):
                outcome = await self._channel_messages.edit(
                    match, posted, self.channel_access.without_attachments(match, screen)
                )
            if not outcome.is_final:
                fault = PostingForbidden if outcome is MessageOutcome.FORBIDDEN else PublishFailed
                raise fault(f"message {posted.message_id} could not be closed")
            await self._store.forget(match.id, posted.message_id)

    async def _say(self, match: Match) -> Words:
        return await self._client.languages.words_for_table(match)
