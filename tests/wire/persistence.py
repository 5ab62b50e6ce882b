"""Presses that may get lost with the process that got them, and their answers."""

import asyncio
from collections.abc import Callable

from tests.wire.discord_objects import Interaction
from tests.wire.fake_discord import FakeDiscord, until

PAUSE = 0.1
"""Seconds after which somebody whose press had no effect looks again."""
LATER = {5, 6}
"""Types of answers that promise another; in a lobby they only acknowledge the press."""
REPLACED = 7
"""The type of an answer that shows the pressed message anew."""

Press = Callable[[], Interaction | None]
"""Presses something, if it is still there."""


async def pressed(discord: FakeDiscord, guild: int | None, press: Press) -> Interaction | None:
    """Press as soon as somebody would hear it; return the press once it is answered.

    ``None``: there was nothing to press any more, or all that heard it have ended.
    """
    await until(lambda: discord.gateway.serves(guild), "a connection")
    asked = press()
    return asked if asked is not None and await answered(asked) else None


async def answered(asked: Interaction) -> bool:
    """Wait for the answer, and for what it promises; return whether it came."""

    def done() -> bool:
        promises = asked.reply in LATER and not asked.custom_id.startswith("l:")
        return asked.reply is not None and (bool(asked.answers) or not promises)

    await until(lambda: done() or not asked.can_be_answered, f"an answer to {asked.custom_id}")
    if not done():
        await asyncio.sleep(PAUSE)
    return done()


def has_failed(asked: Interaction) -> bool:
    """Return whether an acknowledged press was refused in words, or its process has ended."""
    return bool(asked.answers) or not asked.can_be_answered


def is_agreed(asked: Interaction | None) -> bool:
    """Return whether menus were shown again, and not an error beside them."""
    return asked is not None and (asked.reply == REPLACED or asked.edits > 0)
