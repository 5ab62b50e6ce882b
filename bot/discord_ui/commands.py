"""The slash commands for playing, and the registration of all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands

from bot.discord_ui.all_features import FEATURES
from bot.discord_ui.catalogue import suggested_games
from bot.discord_ui.company import company_of
from bot.discord_ui.desk import seat_to_play, seat_view
from bot.discord_ui.errors import WhichGame
from bot.discord_ui.features import run
from bot.discord_ui.links import link_to
from bot.discord_ui.own_games import show_games
from bot.discord_ui.reply import Click, Reply
from bot.engine.errors import Refusal
from bot.engine.words import N_
from bot.games import CATALOGUE, game
from bot.present.cards import COMMANDS, help_screen, rules_screen
from bot.present.screen import note
from bot.present.table import leave_screen
from bot.present.typed import suggestions
from bot.service.ports import Match, Stage, StoreFault

if TYPE_CHECKING:
    from bot.discord_ui.client import BoneyardClient

Choice = app_commands.Choice[str]

_TEXTS = dict(COMMANDS)


def add_commands(client: BoneyardClient) -> None:
    """Add every command to the client's tree."""
    commands: tuple[app_commands.Command[Any, ..., None], ...] = (
        *(play, hand, board, move, games, rules, leave, rematch, preferences, help_),
        *(command for feature in FEATURES for command in feature.commands),
    )
    for command in commands:
        client.tree.add_command(command)


async def _moves(click: Click, typed: str) -> list[Choice]:
    """Suggest the legal moves of the person who types; nobody else sees them."""
    client = click.client
    try:
        match_id = await client.desk.match_for(click)
        look = await client.boneyard.matches.look(match_id, click.user.id)
        seen = seat_to_play(look)
    except (Refusal, StoreFault):
        return []
    say = Reply(click).say
    return [
        app_commands.Choice(name=label, value=code) for label, code in suggestions(typed, seen, say)
    ]


@app_commands.command(description=_TEXTS["play"])
@app_commands.describe(game=N_("Which game"))
@app_commands.autocomplete(game=suggested_games)
async def play(interaction: Click, game: str) -> None:
    """``/play``: open a table."""
    reception = interaction.client.desk.reception
    await run(interaction, lambda reply: reception.open(interaction, reply, game))


@app_commands.command(description=_TEXTS["hand"])
async def hand(interaction: Click) -> None:
    """``/hand``: show the person's own hand."""

    async def work(reply: Reply) -> None:
        desk = interaction.client.desk
        match_id = await reply.after(desk.match_for(interaction))
        await desk.show_hand(interaction, reply, match_id)

    await run(interaction, work)


@app_commands.command(description=_TEXTS["board"])
async def board(interaction: Click) -> None:
    """``/board``: post the table again as the newest message."""

    async def work(reply: Reply) -> None:
        match = await reply.after(_here(interaction))
        await interaction.client.desk.show_again(interaction, reply, match.id)

    await run(interaction, work)


@app_commands.command(description=_TEXTS["move"])
@app_commands.describe(code=N_("Your move: type a few characters, then choose"))
@app_commands.rename(code="move")
@app_commands.autocomplete(code=_moves)
async def move(interaction: Click, code: str) -> None:
    """``/move``: make a typed move."""
    await run(
        interaction, lambda reply: interaction.client.desk.typed_move(interaction, reply, code)
    )


@app_commands.command(description=_TEXTS["leave"])
async def leave(interaction: Click) -> None:
    """``/leave``: leave a lobby, or ask whether to leave a running match."""

    async def work(reply: Reply) -> None:
        client = interaction.client
        match_id = await reply.after(client.desk.match_for(interaction))
        look = await reply.after(client.boneyard.matches.look(match_id, interaction.user.id))
        if look.match.stage is Stage.LOBBY:
            await reply.after(client.boneyard.tables.leave(match_id, interaction.user.id))
            await reply.private(note(reply.say("You have left the table.")))
        else:
            seat_view(look)
            here = look.match.channel_id == interaction.channel_id
            elsewhere = "" if here else await link_to(client.boneyard.store, look.match)
            company, user = company_of(look.match), interaction.user.id
            await reply.private(leave_screen(company, user, reply.say, elsewhere))

    await run(interaction, work)


@app_commands.command(description=_TEXTS["games"])
async def games(interaction: Click) -> None:
    """``/games``: list the person's open matches."""
    await run(interaction, lambda reply: show_games(interaction, reply))


@app_commands.command(description=_TEXTS["rematch"])
async def rematch(interaction: Click) -> None:
    """``/rematch``: repeat the match that the person finished last in this channel."""

    async def work(reply: Reply) -> None:
        reception = interaction.client.desk.reception
        last = await reception.last_here(interaction, reply)
        await reception.rematch(interaction, reply, last.id)

    await run(interaction, work)


@app_commands.command(description=_TEXTS["rules"])
@app_commands.describe(game_id=N_("Which game; the one in this channel when left out"))
@app_commands.rename(game_id="game")
@app_commands.autocomplete(game_id=suggested_games)
async def rules(interaction: Click, game_id: str | None = None) -> None:
    """``/rules``: show the rules of one game."""

    async def work(reply: Reply) -> None:
        here = await reply.after(
            interaction.client.boneyard.store.open_in(interaction.channel_id or 0)
        )
        if game_id is None and here is None:
            raise WhichGame
        chosen = game_id if game_id is not None or here is None else here.game
        await reply.private(rules_screen(game(chosen or "").info, reply.say))

    await run(interaction, work)


@app_commands.command(description=_TEXTS["preferences"])
async def preferences(interaction: Click) -> None:
    """``/preferences``: show the person's own settings."""
    own = interaction.client.clicks.own
    await run(interaction, lambda reply: own.show(interaction, reply))


@app_commands.command(name="help", description=_TEXTS["help"])
async def help_(interaction: Click) -> None:
    """``/help``: show the commands and the games."""
    infos = [rules_.info for rules_ in CATALOGUE]
    docs = interaction.client.docs_url
    await run(interaction, lambda reply: reply.private(help_screen(infos, reply.say, docs)))


async def _here(click: Click) -> Match:
    return await click.client.boneyard.matches.here(click.channel_id or 0)
