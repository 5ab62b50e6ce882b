"""Handlers behind the buttons and menus of lobbies, and behind offers to open one in a thread."""

from collections.abc import Sequence
from functools import partial

import discord

from bot.discord_ui.adapters import info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.errors import BotInvited, InviteeCannotSeeTable, OldButton, verb_in
from bot.discord_ui.handlers.lobby_options import Change, LobbyOptions
from bot.discord_ui.handlers.match_actions import MatchActions, open_match
from bot.discord_ui.interactions.response import Reply
from bot.engine.seating import USUAL
from bot.model.match import MatchId, UserId
from bot.model.terms import HintRule, Pace
from bot.present import custom_ids
from bot.present.custom_ids import LobbyMenu, LobbyVerb
from bot.present.screens.match.calls import invite_screen, invited_screen
from bot.present.screens.rules import rules_screen
from bot.service.game_service import GameService

Person = discord.Member | discord.User


class LobbyActions:
    """Handles the parts of an id that come after its kind."""

    def __init__(self, service: GameService, actions: MatchActions, options: LobbyOptions) -> None:
        self._service = service
        self._actions = actions
        self._opener = actions.opener
        self._options = options

    async def press(self, click: Interaction, reply: Reply, number: str, verb: str) -> None:
        match_id, lobbies = int(number), self._service.lobbies
        user, salt = click.user.id, str(click.id)
        match verb_in(LobbyVerb, verb):
            case LobbyVerb.JOIN:
                match = await reply.defer_if_slow(
                    lobbies.join(match_id, user, salt), replacing=True
                )
                self._opener.save_locale(click, match_id)
                await reply.acknowledge()
                await self._opener.offer_lesson(click, reply, info_of(match))
            case LobbyVerb.LEAVE:
                await reply.defer_if_slow(lobbies.leave(match_id, user), replacing=True)
            case LobbyVerb.ADD:
                await reply.defer_if_slow(
                    lobbies.add_computer(match_id, user, USUAL), replacing=True
                )
            case LobbyVerb.PARTNERS:
                await reply.defer_if_slow(lobbies.change_partners(match_id, user), replacing=True)
            case LobbyVerb.RATED | LobbyVerb.UNRATED as chosen:
                setting = lobbies.set_rated(match_id, user, rated=chosen is LobbyVerb.RATED)
                await reply.defer_if_slow(setting, replacing=True)
            case LobbyVerb.START:
                await reply.defer_if_slow(lobbies.start(match_id, user, salt), replacing=True)
            case LobbyVerb.OPTIONS:
                await self._options.show(click, reply, match_id)
                return
            case LobbyVerb.PLAY_NOW:
                await self._play_now(click, reply, match_id)
                return
            case LobbyVerb.INVITE:
                await InviteActions(self._service).ask(click, reply, match_id)
                return
            case LobbyVerb.RULES:
                match = await reply.defer_if_slow(open_match(self._service.store, match_id))
                await reply.private(rules_screen(info_of(match), reply.say))
                return
        await reply.acknowledge()

    async def _play_now(self, click: Interaction, reply: Reply, match_id: int) -> None:
        match = await reply.defer_if_slow(open_match(self._service.store, match_id), replacing=True)
        await self._actions.start_now(click, reply, match)

    async def pick(
        self, click: Interaction, reply: Reply, match: str, verb: str, argument: str, value: str
    ) -> None:
        match_id, user, lobbies = int(match), click.user.id, self._service.lobbies
        match verb_in(LobbyMenu, verb):
            case LobbyMenu.COMPUTER:
                change = self._computer_change(match_id, user, custom_ids.without_number(value))
            case LobbyMenu.PACE:
                change = partial(lobbies.set_pace, match_id, user, verb_in(Pace, value))
            case LobbyMenu.HINTS:
                change = partial(lobbies.set_hints, match_id, user, verb_in(HintRule, value))
            case LobbyMenu.PHRASES:
                change = partial(lobbies.set_phrases, match_id, user, allowed=_is_on(value))
            case LobbyMenu.RATED:
                change = partial(lobbies.set_rated, match_id, user, rated=_is_on(value))
            case LobbyMenu.OPTION:
                await self._options.pick(click, reply, match_id, argument, value)
                return
        await self._options.agree(click, reply, match_id, change)

    async def type(
        self, click: Interaction, reply: Reply, match: str, key: str, number: str
    ) -> None:
        await self._options.type(click, reply, int(match), key, number.strip())

    def _computer_change(self, match_id: MatchId, user: UserId, value: str) -> Change:
        lobbies = self._service.lobbies
        if value == custom_ids.REMOVE:
            return partial(lobbies.remove_computer, match_id, user)
        return partial(lobbies.add_computer, match_id, user, value)

    async def open_thread(self, click: Interaction, reply: Reply, game_id: str) -> None:
        await self._opener.open_thread(click, reply, game_id)

    async def rematch_in_thread(self, click: Interaction, reply: Reply, match: str) -> None:
        await self._opener.rematch_in_thread(click, reply, int(match))


def _is_on(value: str) -> bool:
    """Return whether an option is turned on; raises :class:`OldButton` for an unknown value."""
    if value not in {custom_ids.ON, custom_ids.OFF}:
        raise OldButton
    return value == custom_ids.ON


class InviteActions:
    """Lets people at a lobby call others to it."""

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
