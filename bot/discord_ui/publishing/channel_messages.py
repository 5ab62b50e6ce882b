"""The messages that show a match: a new one is recorded before the older ones are deleted."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

from discord.utils import snowflake_time, utcnow

from bot.discord_ui.adapters import lobby_of
from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.faults import FAULTS, is_deleted
from bot.discord_ui.publishing.channel_access import ChannelAccess
from bot.discord_ui.publishing.message_api import MessageOutcome, Messages, Sent, send_after
from bot.discord_ui.publishing.message_records import (
    is_newer,
    nonce,
    record_of_answer,
    record_of_leftover,
    table_among,
)
from bot.engine.contract import Seat
from bot.model.match import Match, UserId
from bot.model.messages import MessageRecord
from bot.present.screen import Screen
from bot.present.screens.match.lobby import started_screen
from bot.service.keyed_locks import KeyedLocks
from bot.service.ports.faults import StoreFault
from bot.service.ports.publisher import ChannelGone
from bot.service.ports.store import Store

EDITABLE = timedelta(minutes=50)
"""Age after which messages are replaced, not edited: Discord throttles edits after an hour."""


class ChannelMessages:
    """The messages of each match in its channel; the newest is the current one."""

    def __init__(
        self, client: BaseClient, store: Store, messages: Messages, channel_access: ChannelAccess
    ) -> None:
        self._client = client
        self._store = store
        self._messages = messages
        self._channel_access = channel_access
        self._locks = KeyedLocks[int]()

    def lock(self, match: Match) -> asyncio.Lock:
        return self._locks[match.id]

    async def shown(self, match: Match) -> list[MessageRecord]:
        """Return the channel's messages that show the match, the oldest first."""
        return [each for each in await self._store.posted(match.id) if each.user_id is None]

    async def replace(
        self,
        match: Match,
        shown: Sequence[MessageRecord],
        screen: Screen,
        after: MessageRecord,
        *,
        editing: bool = True,
        reminded: UserId | None = None,
    ) -> None:
        """Put ``screen`` in place of the newest of ``shown``, and record it as ``after``.

        The others are deleted, and so is what was posted after them but not recorded. A new
        message pings people. If one was to be edited but could not be, the new message pings
        nobody, because everybody who is to move already knows.
        """
        screen, shown = self._channel_access.without_attachments(match, screen), list(shown)
        if match.guild_id is None:  # nobody needs pings in a DM
            screen = calling_nobody(screen)
        newest = shown[-1] if shown else None
        edited = (
            editing
            and newest is not None
            and not newest.is_promised
            and utcnow() - snowflake_time(newest.message_id) < EDITABLE
            and await self.edit(match, newest, screen) is MessageOutcome.DONE
        )
        if edited and newest is not None:
            message_id = newest.message_id
        else:
            fresh = calling_nobody(screen) if editing else screen
            message_id = await self._post_after(match, shown, fresh)
        after = replace(after, message_id=message_id)
        await self._store.remember(match.id, after, reminded=reminded)
        adopted = await self._adopted_elsewhere(match, shown, message_id)
        shown += adopted
        if edited and adopted:  # the other process may be about to delete what was edited here
            message_id = await self._post_after(match, shown, calling_nobody(screen))
            await self._store.remember(match.id, replace(after, message_id=message_id))
        await self.remove_outdated(match, [each for each in shown if each.message_id != message_id])

    async def adopt_answer(
        self,
        match: Match,
        message_id: int,
        fill: Callable[[], Awaitable[None]],
        late: Collection[Seat],
    ) -> None:
        """Record the promised answer, ``fill`` it, and delete the messages before it.

        It is recorded before there is anything in it, so no crash leaves a message of which nobody
        knows. If it is out of date or can't be recorded or filled, it is deleted instead. Another
        process may show the match at the same time. Each of the two records what it shows before it
        looks what the other has recorded, so at least one notices, and the answer gives way. As
        long as it is recorded as promised, whoever replaces it deletes it: it may be filled after
        that. ``late`` seats ran out of time since the match was last shown.
        """
        shown = await self.shown(match)
        answer = record_of_answer(match, message_id, table_among(shown), late)
        promised = replace(answer, version=-answer.version)
        await self._remember_or_remove(match, promised)
        now, others = await self._store.match(match.id), await self._others(match, message_id)
        is_out_of_date = is_newer(others, match) or not set(others) <= set(shown)
        if now is None or not now.is_open or is_out_of_date:
            await self._messages.take_away(self._store, match, promised)
            return
        try:
            await fill()
        except FAULTS as error:
            await self._messages.take_away(self._store, match, promised)
            if is_deleted(error):  # by whoever has shown something newer
                return
            raise
        await self._remember_or_remove(match, answer)
        await self.remove_outdated(match, shown)

    async def _remember_or_remove(self, match: Match, answer: MessageRecord) -> None:
        """Record an answer; delete it if that fails, since nothing else would."""
        try:
            await self._store.remember(match.id, answer)
        except StoreFault:
            await self._messages.remove(answer)
            raise

    async def _others(self, match: Match, message_id: int) -> list[MessageRecord]:
        return [each for each in await self.shown(match) if each.message_id != message_id]

    async def _adopted_elsewhere(
        self, match: Match, shown: Sequence[MessageRecord], message_id: int
    ) -> list[MessageRecord]:
        """Return the answers that other processes have adopted since ``shown`` was read."""
        if self._store.is_exclusive:
            return []
        known = {each.message_id for each in shown}
        return [
            each
            for each in await self._others(match, message_id)
            if each.message_id not in known and each.version <= match.version
        ]

    async def remove_outdated(self, match: Match, outdated: Sequence[MessageRecord]) -> None:
        """Delete messages; the lobby of a started match stays, with a button for the commitment."""
        for posted in outdated:
            if posted.ply or not match.ply or posted.is_promised:
                await self._messages.take_away(self._store, match, posted)
                continue
            screen = started_screen(
                lobby_of(match), await self._client.languages.words_for_table(match)
            )
            if (await self.edit(match, posted, screen)).is_final:
                await self._store.forget(match.id, posted.message_id)

    async def post_result(self, match: Match, shown: list[MessageRecord], result: Screen) -> None:
        """Put the result in place of what shows the match, unless its channel was deleted.

        The result's record, which keeps it from being posted again after a crash, may be forgotten
        once the match is known to be shown.
        """
        outdated = [each for each in shown if each.version < match.version]
        if outdated == shown:
            after = MessageRecord(match.channel_id, 0, None, match.version, match.ply)
            with suppress(ChannelGone):
                await self.replace(match, shown, result, after, editing=False)
                return
        await self.remove_outdated(match, outdated)

    async def post_permanent(self, match: Match, screen: Screen, token: str) -> None:
        try:
            await self._post(match, self._channel_access.without_attachments(match, screen), token)
        except ChannelGone:
            if match.is_open:
                raise

    async def edit(self, match: Match, posted: MessageRecord, screen: Screen) -> MessageOutcome:
        return await self._messages.edit(
            posted, screen.in_theme(await self._client.themes.for_table(match))
        )

    async def _post_after(self, match: Match, shown: list[MessageRecord], screen: Screen) -> int:
        """Post a message after the newest of ``shown``, and return its id (:func:`send_after`)."""

        async def record(message_id: int, newest: MessageRecord | None) -> MessageRecord:
            leftover = record_of_leftover(match, message_id, newest)
            await self._store.remember(match.id, leftover)
            return leftover

        return await send_after(
            shown, lambda newest: self._post(match, screen, nonce(match, newest)), record
        )

    async def _post(self, match: Match, screen: Screen, token: str) -> Sent:
        themed = screen.in_theme(await self._client.themes.for_table(match))
        return await self._messages.post(match.channel_id, match.guild_id, themed, token)


def calling_nobody(screen: Screen) -> Screen:
    return replace(screen, ping=())
