"""The errors that a request to Discord can raise, and what they mean."""

import aiohttp
import discord

FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors of a request to Discord: it refuses, the connection breaks, or there is none."""
UNREACHED = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""The :data:`FAULTS` that are not caused by what was sent: a retry may help."""
UNKNOWN_INTERACTION = 10062
"""Discord's error code for an expired interaction: nobody waits for its answer any more."""
UNKNOWN_MESSAGE = 10008
"""Discord's error code for a deleted message."""


def is_deleted(error: BaseException) -> bool:
    """Return whether the error says that the message to be changed was deleted."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE


def is_expired(error: BaseException) -> bool:
    """Return whether the error says that the interaction to be answered has expired."""
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_INTERACTION
