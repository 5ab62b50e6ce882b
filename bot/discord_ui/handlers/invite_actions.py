"""Handlers behind the Invite button of lobbies and its menu of people."""

from collections.abc import Sequence

import discord

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import BotInvited, InviteeCannotSeeTable, OldButton
from bot.discord_ui.interactions.response import Reply
from bot.model.match import MatchId
from bot.present.screens.match.calls import invite_screen, invited_screen
from bot.service.game_service import GameService

Person = discord.Member | discord.User


class InviteActions:
    """Lets people at a lobby call others to it."""

    def __init__(self, service: GameService) -> None:
        self._service = service

    async def ask(self, click: Interaction, reply: Reply, match_id: MatchId) -> None:
        """Ask whom to invite."""
        asking = self._service.invitations.seats_to_offer(match_id, click.user.id)
        most = await reply.defer_if_slow(asking)
        await reply.private(invite_screen(match_id, most, reply.say))

    async def invite(
        self, click: Interaction, reply: Reply, match: str, people: Sequence[Person]
    ) -> None:
        """Invite the people who were chosen, all or none."""
        if not reply.may_replace or not people:
            raise OldButton
        lobby = await reply.defer_if_slow(self._service.store.match(int(match)), replacing=True)
        if lobby is None or lobby.channel_id != click.channel_id:
            raise OldButton  # whether people see that other channel is not known here
        for person in people:
            _check(click, person)
        users = [person.id for person in people]
        inviting = self._service.invitations.invite(int(match), click.user.id, users)
        new = await reply.defer_if_slow(inviting, replacing=True)
        again = [user for user in users if user not in new]
        called = [user for user in users if user in new]
        await reply.replace(invited_screen(called, again, reply.say))


def _check(click: Interaction, person: Person) -> None:
    """Raise a refusal if the person is a bot or can't see the channel with the table."""
    if person.bot:
        raise BotInvited(who=person.mention)
    channel = click.channel
    if not isinstance(person, discord.Member):
        raise InviteeCannotSeeTable(who=person.mention)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        raise OldButton
    try:
        may = channel.permissions_for(person)
    except discord.ClientException:  # a thread whose parent channel is not known
        return
    if not may.view_channel:
        raise InviteeCannotSeeTable(who=person.mention)
