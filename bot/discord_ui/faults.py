"""The errors that a request to Discord can raise, and what they mean."""

import math
from http import HTTPStatus
from typing import TypeGuard

import aiohttp
import discord

FAULTS = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors of a request to Discord: it refuses, the connection breaks, or there is none."""
UNREACHED = (discord.DiscordServerError, aiohttp.ClientError, OSError)
"""The :data:`FAULTS` that are not caused by what was sent: a retry may help."""
UNKNOWN_INTERACTION = 10062
"""Discord's error code for an expired interaction: nobody waits for its answer any more."""
UNKNOWN_MESSAGE = 10008


def is_deleted(error: BaseException) -> bool:
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE


def is_expired(error: BaseException) -> bool:
    return isinstance(error, discord.NotFound) and error.code == UNKNOWN_INTERACTION


def retry_after(error: BaseException) -> float:
    """Return the seconds for which such a request must not be repeated; 0 if nobody asks for that.

    discord.py waits for that long by itself, unless something before Discord refuses.
    """
    if not _is_one_too_many(error):
        return 0.0
    try:
        seconds = float(error.response.headers.get("Retry-After", 0))
    except ValueError:  # a date
        return 0.0
    return seconds if math.isfinite(seconds) else 0.0


def is_for_everything(error: BaseException) -> bool:
    """Return whether :func:`retry_after` counts for all requests.

    It does for the limit of the whole bot, and if the bot's address is banned: then the answer is a
    page for people.
    """
    if not _is_one_too_many(error):
        return False
    response = error.response
    is_page = "application/json" not in response.headers.get("Content-Type", "")
    return "X-RateLimit-Global" in response.headers or is_page


def _is_one_too_many(error: BaseException) -> TypeGuard[discord.HTTPException]:
    return isinstance(error, discord.HTTPException) and error.status == HTTPStatus.TOO_MANY_REQUESTS
