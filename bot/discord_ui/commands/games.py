"""``/games`` and ``/history``: a person's open matches everywhere, and those they have finished."""

import re

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import Feature, everywhere, slash_command
from bot.discord_ui.commands.finished_matches import turns_pages
from bot.discord_ui.commands.replay import show_replay
from bot.discord_ui.errors import OldButton, parts_of
from bot.discord_ui.installs import is_guest
from bot.discord_ui.interactions.response import Reply
from bot.discord_ui.publishing.own_matches import open_matches
from bot.model.match import UserId
from bot.present.screens.home import games_screen
from bot.present.screens.my_matches import HISTORY, OPEN, PAGE, FinishedMatch, history_screen
from bot.service.ports.store import Store

_PAGE = re.compile(r"(\d{1,6})")
_MATCH = re.compile(r"(\d{1,18})")


@everywhere
@slash_command
async def games(click: Interaction, reply: Reply) -> None:
    client, user = click.client, click.user.id
    found = await reply.defer_if_slow(client.service.store.open_of(user))
    here = 0 if is_guest(click) else click.guild_id
    listing = open_matches(client, found, user, here, reply.say)
    await reply.private(games_screen(await reply.defer_if_slow(listing), len(found), reply.say))


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    await _show(click, reply, int(parts_of(_PAGE, rest)[0]))


async def _picked(click: Interaction, reply: Reply, rest: str, value: str) -> None:
    if rest != OPEN:
        raise OldButton
    await show_replay(click, reply, int(parts_of(_MATCH, value)[0]))


@everywhere
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
