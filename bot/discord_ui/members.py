"""Membership checks by asking Discord, because no members are cached."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.discord_ui.messages import FAULTS
from bot.service.ports import Match, PersonGone, UserId

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

log = logging.getLogger(__name__)

UNKNOWN = {10007, 10013}
"""Error codes for somebody who is not a member, or whose account was deleted."""


async def check_member(client: BoneyardClient, match: Match, user: UserId) -> None:
    """Raise :class:`~bot.service.ports.PersonGone` if it is certain that they have left."""
    guild = None if match.guild_id is None else client.get_guild(match.guild_id)
    if guild is None:
        return
    try:
        await guild.fetch_member(user)
    except discord.NotFound as error:
        if error.code in UNKNOWN:
            raise PersonGone from error
    except FAULTS as error:
        log.info("not certain whether somebody is still in the server: %s", error)
