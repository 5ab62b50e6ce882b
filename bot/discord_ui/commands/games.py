"""``/games`` and ``/history``: a person's open matches everywhere, and those they have finished."""

import re
from dataclasses import replace

import discord

from bot.discord_ui.base_client import BaseClient, Interaction
from bot.discord_ui.commands.feature import Feature, slash_command
from bot.discord_ui.commands.finished_matches import turns_pages
from bot.discord_ui.commands.replay import show_replay
from bot.discord_ui.errors import OldButton, parts_of
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.message_records import link_to
from bot.games import game
from bot.model.match import Match, Stage, UserId, WaitingFor
from bot.present.i18n import Words
from bot.present.screens.my_matches import (
    HISTORY,
    MAX_LISTED,
    OPEN,
    PAGE,
    FinishedMatch,
    OpenMatch,
    State,
    games_screen,
    history_screen,
)
from bot.service.ports.store import Store

_PAGE = re.compile(r"(\d{1,6})")
_MATCH = re.compile(r"(\d{1,18})")
MAX_NAME = 30
"""Number of characters of a server's name that are shown."""


@slash_command
async def games(click: Interaction, reply: Reply) -> None:
    client, user = click.client, click.user.id
    total, matches = await reply.defer_if_slow(_games_of(client, user, click.guild_id, reply.say))
    await reply.private(games_screen(matches, total, reply.say))


async def _games_of(
    client: BaseClient, user: UserId, here: int | None, say: Words
) -> tuple[int, list[OpenMatch]]:
    store = client.service.store
    found = [(await _open_match(client, match, user), match) for match in await store.open_of(user)]
    found.sort(key=lambda each: (*each[0].urgency, each[1].id))
    listed = [
        replace(
            each, url=await link_to(store, match), place=_place(client, match.guild_id, here, say)
        )
        for each, match in found[:MAX_LISTED]
    ]
    return len(found), listed


async def _open_match(client: BaseClient, match: Match, user: UserId) -> OpenMatch:
    """Return a match's state for the person from its clocks; load it only if it has none."""
    name, clocks = game(match.game).info.name, match.agenda.clocks
    if match.stage is Stage.LOBBY:
        return OpenMatch(name, "", State.LOBBY, match.agenda.lapses_at)
    own = next(each for each in match.seats if each.user_id == user)
    clock = match.agenda.clock(own.seat)
    if clock is not None:
        return OpenMatch(name, "", State.MY_TURN, clock.due_at)
    due = min((each.due_at for each in clocks if each.due_at is not None), default=None)
    if own.is_held:
        return OpenMatch(name, "", State.HELD, due)
    if not clocks and match.awaits is WaitingFor.PERSON and await _asks(client, match, user):
        return OpenMatch(name, "", State.MY_TURN)
    return OpenMatch(name, "", State.OTHERS, due)


async def _asks(client: BaseClient, match: Match, user: UserId) -> bool:
    """Return whether a match without clocks, from before there were any, waits for the person."""
    view = await client.service.matches.view_for(match.id, user)
    return view.seen is not None and bool(view.seen.legal)


def _place(client: BaseClient, guild_id: int | None, here: int | None, say: Words) -> str:
    """Return the place of a match, or an empty string if the person asks from there."""
    if guild_id == here:
        return ""
    if guild_id is None:
        return say("in DMs")
    guild = client.get_guild(guild_id)
    if guild is None:
        return say("in another server")
    return discord.utils.escape_markdown(guild.name[:MAX_NAME])


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    await _show(click, reply, int(parts_of(_PAGE, rest)[0]))


async def _picked(click: Interaction, reply: Reply, rest: str, value: str) -> None:
    if rest != OPEN:
        raise OldButton
    await show_replay(click, reply, int(parts_of(_MATCH, value)[0]))


@slash_command
async def history(click: Interaction, reply: Reply) -> None:
    await _show(click, reply, 0)


async def _show(click: Interaction, reply: Reply, page: int) -> None:
    store, user = click.client.service.store, click.user.id
    reply.may_replace = turns_pages(click)
    found, more = await reply.defer_if_slow(_page(store, user, page), replacing=reply.may_replace)
    await reply.replace(history_screen(found, page, reply.say, more=more))


async def _page(store: Store, user: UserId, page: int) -> tuple[list[FinishedMatch], bool]:
    found = await store.history(user, PAGE + 1, page * PAGE)
    finished = []
    for past in found[:PAGE]:
        ended = await store.ended(past.match_id)
        finished.append(FinishedMatch(past, ended.seats if ended else (), user))
    return finished, len(found) > PAGE


HISTORY_FEATURE = Feature(HISTORY, history, pressed=_pressed, picked=_picked)
