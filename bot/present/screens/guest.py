"""What people are told where the bot is only a guest: it answers there, but opens no table."""

import re

from bot.present.i18n import Words
from bot.present.screen import Screen, below_if_room, note

_NAMES_PLAY = re.compile(r"/play\b")


def no_table(invite: str, bot_id: int, say: Words) -> str:
    """Say that there can be no table here, and where there can; ``invite`` is the bot's link."""
    # Translators: {invite} and {dm} are the addresses that the links lead to.
    return say(
        "I can't open a table here. [Invite me]({invite}) to a server, or open a table in"
        " [a DM with me]({dm}).",
        invite=invite,
        dm=f"https://discord.com/users/{bot_id}",
    )


def with_no_table(screen: Screen, told: str) -> Screen:
    """Add that there can be no table to a screen that tells people to open one with /play."""
    texts = [part for part in screen.parts if isinstance(part, str)]
    named = any(_NAMES_PLAY.search(text) for text in texts)
    return below_if_room(screen, note(f"-# {told}")) if named else screen
