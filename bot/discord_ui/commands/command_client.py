"""The running bot, as far as its commands know it."""

import discord

from bot.discord_ui.base_client import BaseClient
from bot.discord_ui.command_links import CommandLinks
from bot.discord_ui.handlers.match_actions import MatchActions
from bot.discord_ui.handlers.own_preferences import OwnPreferences
from bot.discord_ui.publishing.publisher import ChannelPublisher


class CommandClient(BaseClient):
    """The client with the handlers that commands call."""

    actions: MatchActions
    own: OwnPreferences
    publisher: ChannelPublisher
    command_links: CommandLinks


CommandInteraction = discord.Interaction[CommandClient]
