"""The commands for playing a match."""

import re
from string import digits

from discord import app_commands

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.commands.feature import CommandInteraction, Feature, everywhere, slash_command
from bot.discord_ui.errors import OldButton, OtherGameMeant
from bot.discord_ui.handlers.private_hands import seat_to_play, seat_view
from bot.discord_ui.interactions.autocomplete import game_meant, suggested_games
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.message_records import link_to
from bot.engine.errors import Refusal
from bot.engine.translatable import N_, NC_
from bot.games.names import NAMED
from bot.model.match import Stage
from bot.present.input.move_input import suggestions
from bot.present.screen import note
from bot.present.screens.choose_game import CHOOSE, chooser_screen, guesses_screen, pages
from bot.present.screens.match.table import leave_screen
from bot.present.text.at_home import games_to_choose
from bot.service.ports.faults import StoreFault

_PAGE = re.compile(r"(\d{1,3})[a-z]?")
_KEYS = frozenset(info.key for info in NAMED)


@everywhere
@slash_command
async def hand(click: CommandInteraction, reply: Reply) -> None:
    match_id = await reply.defer_if_slow(click.client.actions.match_for(click))
    await click.client.actions.hands.show(click, reply, match_id)


@slash_command
async def board(click: CommandInteraction, reply: Reply) -> None:
    finding = click.client.service.matches.open_match_in(click.channel_id or 0)
    match = await reply.defer_if_slow(finding)
    await click.client.actions.show_again(click, reply, match.id)


async def _moves(click: CommandInteraction, typed: str) -> list[app_commands.Choice[str]]:
    client = click.client
    try:
        match_id = await client.actions.match_for(click)
        view = await client.service.matches.view_for(match_id, click.user.id)
        seen = seat_to_play(view)
    except (Refusal, StoreFault):
        return []
    say = await client.languages.words_for_click(click)
    found = suggestions(typed, seen, client.names.table_info(view.match), say)
    return [app_commands.Choice(name=label, value=code) for label, code in found]


@slash_command
@app_commands.describe(code=N_("Your move: type a few characters, then pick one"))
@app_commands.rename(code=NC_("option", "move"))
@app_commands.autocomplete(code=_moves)
async def move(click: CommandInteraction, reply: Reply, code: str) -> None:
    await click.client.actions.typed_move(click, reply, code)


@slash_command
async def leave(click: CommandInteraction, reply: Reply) -> None:
    client = click.client
    match_id = await reply.defer_if_slow(client.actions.match_for(click))
    view = await reply.defer_if_slow(client.service.matches.view_for(match_id, click.user.id))
    if view.match.stage is Stage.LOBBY:
        await reply.defer_if_slow(client.service.lobbies.leave(match_id, click.user.id))
        await reply.private(note(reply.say("You've left the table.")))
    else:
        seat_view(view)
        elsewhere = ""
        if view.match.channel_id != click.channel_id:
            elsewhere = await reply.defer_if_slow(link_to(client.service.store, view.match))
        table_info, user = table_info_of(view.match), click.user.id
        counting = client.service.matches.leaving_counts(match_id, user)
        counts = await reply.defer_if_slow(counting)
        screen = leave_screen(table_info, user, reply.say, elsewhere, counts=counts)
        await reply.private(screen)


@slash_command
async def rematch(click: CommandInteraction, reply: Reply) -> None:
    opener = click.client.actions.opener
    last = await opener.last_here(click, reply)
    await opener.rematch(click, reply, last.id)


async def _pressed(click: CommandInteraction, reply: Reply, rest: str) -> None:
    if rest in _KEYS:
        await click.client.actions.opener.open_chosen(click, reply, rest)
        return
    found, games = _PAGE.fullmatch(rest), games_to_choose(NAMED, reply.say)
    if found is None or int(found[1]) >= pages(games):
        raise OldButton
    await reply.replace(chooser_screen(games, int(found[1]), reply.say))


async def _picked(click: CommandInteraction, reply: Reply, rest: str, value: str) -> None:
    if rest.strip(digits):
        raise OldButton
    await click.client.actions.opener.open_chosen(click, reply, value)


@slash_command
@app_commands.rename(game=NC_("option", "game"))
@app_commands.describe(game=N_("Which game (leave it out to see them all)"))
@app_commands.autocomplete(game=suggested_games)
async def play(click: CommandInteraction, reply: Reply, game: str | None = None) -> None:
    opener = click.client.actions.opener
    if game is None:
        await reply.private(chooser_screen(games_to_choose(NAMED, reply.say), 0, reply.say))
    else:
        try:
            info = game_meant(game, reply.say)
        except OtherGameMeant as meant:
            told = reply.say.refusal(meant)
            await reply.private(guesses_screen(told, meant.guesses, reply.say))
            return
        await opener.open(click, reply, info.key)


PLAY_FEATURE = Feature(CHOOSE, play, pressed=_pressed, picked=_picked)
"""Opens a table of a game that is named, or chosen from a list that one person sees."""
