"""Access to the channels of matches: the bot's permissions, and matches that wait for them."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from bot.discord_ui.base_client import BaseClient, Interaction
from bot.discord_ui.faults import FAULTS
from bot.discord_ui.publishing.permissions import NAMES, permissions_in
from bot.model.match import Match, MatchId, Stage, UserId
from bot.present.screen import Screen
from bot.present.text.shortening import in_words
from bot.service.ports.publisher import PersonGone, PostingForbidden, ServerLeft

log = logging.getLogger(__name__)

UNKNOWN_PERSON = {10007, 10013}
"""Error codes for somebody who is not a member, or whose account was deleted."""


class ChannelAccess:
    """Knows from gateway data what the bot may do where, so that no doomed request is sent.

    What the gateway does not report (archived threads) is tried.
    """

    def __init__(self, client: BaseClient) -> None:
        self._client = client
        self._waiting: dict[MatchId, Match] = {}
        """Matches that could not be shown because the bot lacked a permission."""

    # Checks before something is shown.

    def check(self, match: Match) -> None:
        """Raise :class:`PostingForbidden` if the bot may not show the match."""
        closed = match.stage is Stage.CLOSED  # then messages are edited and none is sent
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
            raise PostingForbidden(f"channel {match.channel_id}: {', '.join(missing)} is missing")

    def is_left(self, match: Match) -> bool:
        return (
            match.guild_id is not None
            and self._client.is_ready()
            and self._client.held_shards.has_guild(match.guild_id)
            and self._client.get_guild(match.guild_id) is None
        )

    def without_attachments(self, match: Match, screen: Screen) -> Screen:
        """Return the screen, with its pictures in words if the bot may not attach files.

        The line of play, the score and the buttons are still there, so people can play on: better
        than a table that is never updated.
        """
        allowed = self._allowed(match)
        if allowed is None or allowed.attach_files:
            return screen
        return in_words(screen)

    # Matches that wait for a permission.

    @contextmanager
    def tracking(self, match: Match) -> Iterator[None]:
        """Note whether the match can be shown; raises :class:`PostingForbidden` if it may not."""
        try:
            self.check(match)
            yield
        except PostingForbidden:
            self._waiting[match.id] = match
            raise
        self._waiting.pop(match.id, None)

    def renew(self, match: Match) -> None:
        """Replace the copy kept of a match that waits."""
        self._waiting[match.id] = match

    def bars(self, match: Match) -> bool:
        try:
            self.check(match)
        except PostingForbidden:
            return True
        return match.id in self._waiting

    def waiting(self, guild_id: int | None) -> tuple[MatchId, ...]:
        """Return the matches of a server that could not be shown."""
        return tuple(each.id for each in self._waiting.values() if each.guild_id == guild_id)

    def may_go_on(self, click: Interaction) -> tuple[MatchId, ...]:
        """Return the channel's matches that could not be shown, if the bot may post there now."""
        allowed, in_thread = click.app_permissions, isinstance(click.channel, discord.Thread)
        send = allowed.send_messages_in_threads if in_thread else allowed.send_messages
        if not (allowed.view_channel and send):
            return ()
        waiting = self._waiting.values()
        return tuple(each.id for each in waiting if each.channel_id == click.channel_id)

    def waiting_with(self, user: UserId) -> tuple[MatchId, ...]:
        """Return the matches that could not be shown and that name a person."""
        return tuple(each.id for each in self._waiting.values() if each.involves(user))

    # Data from the gateway.

    def _channel(self, match: Match) -> discord.abc.GuildChannel | discord.Thread | None:
        guild = self._client.get_guild(match.guild_id or 0)
        return None if guild is None else guild.get_channel_or_thread(match.channel_id)

    def _allowed(self, match: Match) -> discord.Permissions | None:
        """Return the bot's permissions in the match's channel; ``None`` if not known."""
        return permissions_in(self._channel(match), self._client)


async def check_member(client: BaseClient, match: Match, user: UserId) -> None:
    """Raise :class:`~bot.service.ports.publisher.PersonGone` if they have certainly left.

    Discord is asked, because no members are cached.
    """
    guild = None if match.guild_id is None else client.get_guild(match.guild_id)
    if guild is None:
        return
    try:
        await guild.fetch_member(user)
    except discord.NotFound as error:
        if error.code in UNKNOWN_PERSON:
            raise PersonGone from error
    except FAULTS as error:
        log.info("cannot tell whether a person is still in the server: %s", error)
