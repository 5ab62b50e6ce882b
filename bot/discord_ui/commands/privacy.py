"""``/privacy``: the data stored about a person, as a summary or file, and its deletion."""

import asyncio
import logging
from collections.abc import Sequence

from bot.discord_ui.commands.feature import (
    CommandClient,
    CommandInteraction,
    Feature,
    everywhere,
    slash_command,
)
from bot.discord_ui.errors import OldButton
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.message_api import Messages
from bot.discord_ui.publishing.message_records import record_of_arrival
from bot.model.match import UserId
from bot.model.messages import MessageRecord
from bot.model.privacy import Erasure
from bot.present.screen import Screen
from bot.present.screens.settings.privacy import (
    ASK,
    DELETE,
    EXPORT,
    FEATURE,
    KEEP,
    SHOW,
    deleted_screen,
    export_screen,
    privacy_screen,
    sure_screen,
)

log = logging.getLogger(__name__)

DELETION_TIMEOUT = 5.0
"""Seconds for deleting direct messages; any that are left after that stay."""


async def _pressed(click: CommandInteraction, reply: Reply, rest: str) -> None:
    if rest == EXPORT:
        await reply.private(await reply.defer_if_slow(_export(click, reply)))
    elif rest == ASK:
        await reply.replace(sure_screen(reply.say))
    elif rest == SHOW:
        await reply.private(await reply.defer_if_slow(_privacy(click, reply)))
    elif rest == KEEP:
        await reply.replace(await reply.defer_if_slow(_privacy(click, reply), replacing=True))
    elif rest == DELETE:
        gone = await reply.defer_if_slow(_delete(click.client, click.user.id), replacing=True)
        await reply.replace(deleted_screen(gone.matches, gone.seats, reply.say))
    else:
        raise OldButton


@everywhere
@slash_command
async def privacy(click: CommandInteraction, reply: Reply) -> None:
    await reply.private(await reply.defer_if_slow(_privacy(click, reply)))


async def _privacy(click: CommandInteraction, reply: Reply) -> Screen:
    holdings = await click.client.service.store.holdings(click.user.id)
    return privacy_screen(holdings, reply.say, click.client.docs_url)


async def _export(click: CommandInteraction, reply: Reply) -> Screen:
    service = click.client.service
    data = await service.privacy.everything(click.user.id)
    now = service.holidays.clock.now()
    return await asyncio.to_thread(export_screen, data, now, reply.say)


async def _delete(client: CommandClient, user: UserId) -> Erasure:
    service = client.service
    async with client.publisher.direct_messages.silent(user):
        await _take_back(client, await service.store.direct_messages_to(user))
        gone = await service.privacy.erase(user)
    await client.publisher.forget(user)
    client.names.forget(user)
    return gone


async def _take_back(client: CommandClient, direct_messages: Sequence[MessageRecord]) -> None:
    messages = Messages(client)
    try:
        async with asyncio.timeout(DELETION_TIMEOUT):
            for message in direct_messages:
                for each in await _arrived(messages, message):
                    await messages.remove(each)
    except TimeoutError:
        log.info("some direct messages were not deleted")


async def _arrived(messages: Messages, posted: MessageRecord) -> Sequence[MessageRecord]:
    if posted.message_id > 0:
        return [posted]
    try:
        found = await messages.find(posted.channel_id, posted.since)
    except FAULTS as error:
        log.info("cannot find a direct message: %s", error)
        return []
    return [record_of_arrival(posted, each) for each in found]


PRIVACY_FEATURE = Feature(FEATURE, privacy, pressed=_pressed)
"""Acts on the data of the person who asks: no custom id of a button names anybody."""
