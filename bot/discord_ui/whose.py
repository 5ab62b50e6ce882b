"""Whose message was clicked: everybody's table, or something that only this person sees.

A match can live in somebody's direct messages, beside the letters of matches elsewhere.
"""

from __future__ import annotations

import discord

from bot.discord_ui.errors import OldButton
from bot.discord_ui.hands import private
from bot.discord_ui.reply import Click
from bot.games import game
from bot.service.ports import Store


async def is_own(click: Click, store: Store, match_id: int) -> bool:
    """Whether the message is the person's own: an answer to them, or a letter about the match."""
    if click.message is None or not private(click):
        return False
    if click.message.flags.ephemeral or not isinstance(click.channel, discord.DMChannel):
        return True
    match = await store.match(match_id)
    return match is None or match.channel_id != click.channel_id


async def check_open(click: Click, store: Store, match_id: int) -> None:
    """Raise :class:`OldButton` unless moves of that match are chosen at its table, in here."""
    match = await store.match(match_id)
    here = match is not None and match.channel_id == click.channel_id
    if match is None or not here or not game(match.game).info.open_play:
        raise OldButton
