"""``/help`` and ``/rules``: how to play, the commands, and the rules of each game."""

from string import digits

from discord import app_commands

from bot.discord_ui.commands.feature import CommandInteraction, Feature, everywhere, slash_command
from bot.discord_ui.commands.finished_matches import turns_pages
from bot.discord_ui.errors import OldButton, WhichGame
from bot.discord_ui.installs import channel_of, is_guest
from bot.discord_ui.interactions.autocomplete import game_meant, suggested_games
from bot.discord_ui.interactions.response import Reply
from bot.engine.errors import UnknownGame
from bot.engine.translatable import N_, NC_
from bot.games.names import NAMED, named
from bot.present.screens.help import HELP, RULES as GAME_RULES, help_screen
from bot.present.screens.rules import RULES, rules_screen
from bot.present.text.at_home import games_to_choose
from bot.service.play.loaded_match import info_of


async def _pick_game(click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
    del click
    try:
        chosen = named(value)
    except UnknownGame:
        raise OldButton from None
    if rest.rstrip(digits) != GAME_RULES:
        raise OldButton
    await reply.private(rules_screen(chosen, reply.say))


@everywhere
@slash_command
async def help_(click: CommandInteraction, reply: Reply) -> None:
    client = click.client
    guest = is_guest(click)
    links = await reply.defer_if_slow(client.command_links.links(everywhere=guest))
    account = "" if guest else client.account_link
    await reply.private(help_screen(games_to_choose(NAMED, reply.say), reply.say, links, account))


HELP_FEATURE = Feature(HELP, help_, picked=_pick_game)


async def _pick_chapter(click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
    try:
        screen = rules_screen(named(rest), reply.say, value)
    except (UnknownGame, KeyError):
        raise OldButton from None
    reply.may_replace = turns_pages(click)
    await reply.replace(screen)


@everywhere
@slash_command
@app_commands.describe(typed_game=N_("Game (default: the one in this channel)"))
@app_commands.rename(typed_game=NC_("option", "game"))
@app_commands.autocomplete(typed_game=suggested_games)
async def rules(click: CommandInteraction, reply: Reply, typed_game: str | None = None) -> None:
    here = await reply.defer_if_slow(click.client.service.store.open_in(channel_of(click)))
    if typed_game is not None:
        info = game_meant(typed_game, reply.say)
    elif here is not None:
        info = info_of(here)
    else:
        raise WhichGame(option=reply.say.in_context("option", "game"))
    await reply.private(rules_screen(info, reply.say))


RULES_FEATURE = Feature(RULES, rules, picked=_pick_chapter)
