"""Hands that lie open: messages only their owner sees, which Discord lets us edit for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

if TYPE_CHECKING:
    from bot.discord_ui.reply import Click


class OpenHands:
    """For each match and person the newest interaction whose message shows the hand."""

    def __init__(self) -> None:
        self._clicks: dict[tuple[int, int], Click] = {}

    def lay_down(self, match_id: int, click: Click) -> None:
        """The answer to ``click`` shows the hand from now on."""
        self._sweep()
        self._clicks[(match_id, click.user.id)] = click

    def take_up(self, match_id: int, user_id: int) -> Click | None:
        """The click whose answer can still be edited; it is forgotten here."""
        click = self._clicks.pop((match_id, user_id), None)
        return None if click is None or click.is_expired() else click

    def _sweep(self) -> None:
        """Forget what has run out, oldest first."""
        for key, click in list(self._clicks.items()):
            if not click.is_expired():
                return
            del self._clicks[key]


def private(click: Click) -> bool:
    """Whether a click was on a message that only this person sees."""
    message = click.message
    return message is not None and (
        message.flags.ephemeral or isinstance(click.channel, discord.DMChannel)
    )
