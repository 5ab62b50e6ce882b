"""Links to matches on Discord."""

from collections.abc import Sequence

from bot.model.match import Match, Posted
from bot.service.ports.store import Store


async def link_to(store: Store, match: Match) -> str:
    """Return a link to the message of the match's table or lobby, or else to its channel."""
    return link(match, await store.posted(match.id))


def link(match: Match, posted: Sequence[Posted]) -> str:
    """Return the same, given the messages that show the match."""
    table = next((each for each in reversed(posted) if each.user_id is None), None)
    guild = match.guild_id or "@me"
    message = f"/{table.message_id}" if table else ""
    return f"https://discord.com/channels/{guild}/{match.channel_id}{message}"
