"""Membership checks by asking Discord, because no members are cached."""

import logging

import discord

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.faults import FAULTS
from bot.model.match import Match, UserId
from bot.service.ports.publisher import PersonGone

log = logging.getLogger(__name__)

UNKNOWN = {10007, 10013}
"""Error codes for somebody who is not a member, or whose account was deleted."""


async def check_member(client: BaseClient, match: Match, user: UserId) -> None:
    """Raise :class:`~bot.service.ports.publisher.PersonGone` if they have certainly left."""
    guild = None if match.guild_id is None else client.get_guild(match.guild_id)
    if guild is None:
        return
    try:
        await guild.fetch_member(user)
    except discord.NotFound as error:
        if error.code in UNKNOWN:
            raise PersonGone from error
    except FAULTS as error:
        log.info("cannot tell whether a person is still in the server: %s", error)
