"""Origin of a click: everybody's table, or a message that only this person sees.

A match can be played in a person's DMs, next to their DMs about matches elsewhere.
"""

import discord

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import OldButton
from bot.games import game
from bot.service.ports.store import Store


def private(click: Interaction) -> bool:
    """Return whether a click was on a message that only this person sees."""
    message = click.message
    return message is not None and (
        message.flags.ephemeral or isinstance(click.channel, discord.DMChannel)
    )


async def is_own(click: Interaction, store: Store, match_id: int) -> bool:
    """Return whether the clicked message is a private answer, or a DM about a match elsewhere."""
    if click.message is None or not private(click):
        return False
    if click.message.flags.ephemeral or not isinstance(click.channel, discord.DMChannel):
        return True
    match = await store.match(match_id)
    return match is None or match.channel_id != click.channel_id


async def check_open(click: Interaction, store: Store, match_id: int) -> None:
    """Raise :class:`OldButton` unless this is the channel of a match played at an open table."""
    match = await store.match(match_id)
    here = match is not None and match.channel_id == click.channel_id
    if match is None or not here or not game(match.game).info.open_play:
        raise OldButton
