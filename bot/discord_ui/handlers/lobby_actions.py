"""Handlers behind the buttons and menus of lobbies."""

from collections.abc import Awaitable, Sequence
from functools import partial

import discord

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import BotInvited, InviteeCannotSeeTable, OldButton, verb_in
from bot.discord_ui.handlers.lobby_options import Change, LobbyOptions
from bot.discord_ui.handlers.match_actions import MatchActions, open_match
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.open_options import OpenOptions
from bot.engine.game_info import Length
from bot.engine.seating import USUAL
from bot.model.match import Match, MatchId
from bot.model.terms import HintRule, Pace
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb
from bot.present.screens.match.calls import invite_screen, invited_screen
from bot.present.screens.rules import rules_screen
from bot.service.game_service import GameService
from bot.service.play.loaded_match import info_of

Person = discord.Member | discord.User


class LobbyActions:
    """Handles the parts of an id that come after its kind."""

    def __init__(self, service: GameService, actions: MatchActions, opened: OpenOptions) -> None:
        self._service = service
        self._actions = actions
        self.options = LobbyOptions(service, opened)

    async def press(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        match_id, lobbies = int(number), self._service.lobbies
        user, salt = click.user.id, str(click.id)
        match verb_in(LobbyVerb, verb):
            case LobbyVerb.JOIN:
                match = await reply.defer_if_slow(
                    lobbies.join(match_id, user, salt), replacing=True
                )
                self._actions.opener.save_locale(click, match_id)
                await reply.acknowledge()
                await self._actions.opener.offer_lesson(click, reply, info_of(match))
            case LobbyVerb.LEAVE:
                await self._change(reply, lobbies.leave(match_id, user))
            case LobbyVerb.ADD:
                await self._change(reply, lobbies.add_computer(match_id, user, USUAL))
            case LobbyVerb.PARTNERS:
                await self._change(reply, lobbies.change_partners(match_id, user))
            case LobbyVerb.RATED | LobbyVerb.UNRATED as chosen:
                is_rated = chosen is LobbyVerb.RATED
                await self._change(reply, lobbies.set_rated(match_id, user, rated=is_rated))
            case LobbyVerb.ROUND | LobbyVerb.SHORT | LobbyVerb.FULL as chosen:
                length = verb_in(Length, chosen)
                await self._change(reply, lobbies.set_length(match_id, user, length))
            case LobbyVerb.START:
                await self._change(reply, lobbies.start(match_id, user, salt))
            case LobbyVerb.OPTIONS:
                await self.options.show(click, reply, match_id)
            case LobbyVerb.PLAY_NOW:
                opening = open_match(self._service.store, match_id)
                match = await reply.defer_if_slow(opening, replacing=True)
                await self._actions.start_now(click, reply, match)
            case LobbyVerb.INVITE:
                await InviteActions(self._service).ask(click, reply, match_id)
            case LobbyVerb.RULES:
                match = await reply.defer_if_slow(open_match(self._service.store, match_id))
                await reply.private(rules_screen(info_of(match), reply.say))

    async def _change(self, reply: Reply, work: Awaitable[Match]) -> None:
        """Change the lobby, which is shown anew in the background."""
        await reply.defer_if_slow(work, replacing=True)
        await reply.acknowledge()

    async def pick(
        self, click: Interaction, reply: Reply, match: str, verb: str, argument: str, value: str
    ) -> None:
        match_id, user, lobbies = int(match), click.user.id, self._service.lobbies
        match verb_in(LobbyMenu, verb):
            case LobbyMenu.COMPUTER:
                level = custom_ids.without_number(value)
                adding = partial(lobbies.add_computer, match_id, user, level)
                removing = partial(lobbies.remove_computer, match_id, user)
                change: Change = removing if level == custom_ids.REMOVE else adding
            case LobbyMenu.PACE:
                change = partial(lobbies.set_pace, match_id, user, verb_in(Pace, value))
            case LobbyMenu.HINTS:
                change = partial(lobbies.set_hints, match_id, user, verb_in(HintRule, value))
            case LobbyMenu.PHRASES:
                change = partial(lobbies.set_phrases, match_id, user, allowed=_is_on(value))
            case LobbyMenu.RATED:
                change = partial(lobbies.set_rated, match_id, user, rated=_is_on(value))
            case LobbyMenu.PRESET:
                change = partial(lobbies.set_preset, match_id, user, value)
            case LobbyMenu.OPTION:
                await self.options.pick(click, reply, match_id, argument, value)
                return
        await self.options.agree(click, reply, match_id, change)


def _is_on(value: str) -> bool:
    """Return whether an option is turned on; raises :class:`OldButton` for an unknown value."""
    if value not in {custom_ids.ON, custom_ids.OFF}:
        raise OldButton
    return value == custom_ids.ON


class InviteActions:
    def __init__(self, service: GameService) -> None:
        self._service = service

    async def ask(self, click: Interaction, reply: Reply, match_id: MatchId) -> None:
        asking = self._service.invitations.seats_to_offer(match_id, click.user.id)
        most = await reply.defer_if_slow(asking)
        await reply.private(invite_screen(match_id, most, reply.say))

    async def invite(
        self, click: Interaction, reply: Reply, match: str, people: Sequence[Person]
    ) -> None:
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
