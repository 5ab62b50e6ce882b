"""Places where matches are shown: whether we may, and when it is allowed again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import discord

from bot.discord_ui.permissions import NAMES, permissions_in
from bot.present.screen import Screen, in_words
from bot.service.ports import Barred, Match, MatchId, ServerLeft, Stage

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient


class Places:
    """Knows from the gateway what we may do where, so that nothing doomed is asked of Discord.

    What the gateway does not tell of (threads that sleep) is tried.
    """

    def __init__(self, client: BoneyardClient) -> None:
        self._client = client
        self._waiting: dict[MatchId, Match] = {}
        """Matches that could not be shown because something was forbidden."""

    # Before something is shown.

    def check(self, match: Match) -> None:
        """Raise :class:`Barred` where the match may not be shown."""
        closed = match.stage is Stage.CLOSED  # what is there is edited then, and nothing sent
        if self.is_left(match):
            if closed:
                return
            raise ServerLeft(f"server {match.guild_id} was left")
        channel, allowed = self._channel(match), self._allowed(match)
        if allowed is None:
            return
        needed = ["view_channel"]
        if not closed:
            in_thread = isinstance(channel, discord.Thread)
            needed.append("send_messages_in_threads" if in_thread else "send_messages")
            if isinstance(channel, discord.Thread) and channel.locked:
                needed.append("manage_threads")
        missing = [NAMES.get(name, name) for name in needed if not getattr(allowed, name)]
        if missing:
            raise Barred(f"channel {match.channel_id}: {', '.join(missing)} is missing")

    def is_left(self, match: Match) -> bool:
        """Whether the match is played in a server that we are not in any more."""
        return (
            match.guild_id is not None
            and self._client.is_ready()
            and self._client.get_guild(match.guild_id) is None
        )

    def fitting(self, match: Match, screen: Screen) -> Screen:
        """The screen; where we may not attach files, with its pictures in words.

        The line of play, the score and the buttons are still there, so people can go on: better
        than a table that stands still.
        """
        allowed = self._allowed(match)
        if allowed is None or allowed.attach_files:
            return screen
        return in_words(screen)

    # What was forbidden.

    @contextmanager
    def watched(self, match: Match) -> Iterator[None]:
        """Notes whether the match can be shown; raises :class:`Barred` where it cannot."""
        try:
            self.check(match)
            yield
        except Barred:
            self._waiting[match.id] = match
            raise
        self._waiting.pop(match.id, None)

    def waits(self, match_id: MatchId) -> bool:
        """Whether a match could not be shown because something was forbidden."""
        return match_id in self._waiting

    def renew(self, match: Match) -> None:
        """A match that waits is another now."""
        self._waiting[match.id] = match

    def bars(self, match: Match) -> bool:
        """Whether the match cannot be shown at present, as far as is known."""
        try:
            self.check(match)
        except Barred:
            return True
        return match.id in self._waiting

    def waiting(self, guild_id: int | None) -> tuple[MatchId, ...]:
        """The matches of a server that could not be shown."""
        return tuple(each.id for each in self._waiting.values() if each.guild_id == guild_id)

    def waiting_in(self, channel_id: int | None) -> tuple[MatchId, ...]:
        """The matches of a channel that could not be shown."""
        return tuple(each.id for each in self._waiting.values() if each.channel_id == channel_id)

    # What the gateway tells.

    def _channel(self, match: Match) -> discord.abc.GuildChannel | discord.Thread | None:
        guild = self._client.get_guild(match.guild_id or 0)
        return None if guild is None else guild.get_channel_or_thread(match.channel_id)

    def _allowed(self, match: Match) -> discord.Permissions | None:
        """What we may do in the match's channel; ``None`` where that is not known."""
        return permissions_in(self._channel(match), self._client)
