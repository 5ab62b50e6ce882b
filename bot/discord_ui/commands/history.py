"""``/history``: the matches that a person has finished."""

import re
from dataclasses import dataclass

from discord import app_commands

from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import Command, run
from bot.discord_ui.commands.finished_matches import turns_pages
from bot.discord_ui.commands.replay import show_replay
from bot.discord_ui.errors import OldButton
from bot.discord_ui.interactions.response import Reply
from bot.model.match import UserId
from bot.model.scores import Past
from bot.present.screens.help import DESCRIPTIONS
from bot.present.screens.lookback.history import HISTORY, OPEN, PAGE, FinishedMatch, history_screen
from bot.service.ports.store import Store

_PAGE = re.compile(r"\d{1,6}")
_MATCH = re.compile(r"\d{1,18}")


@dataclass(frozen=True, slots=True)
class History:
    """Lists the finished matches of the person who asks."""

    name: str = HISTORY

    @property
    def commands(self) -> tuple[Command, ...]:
        """Its slash command."""
        return (history,)

    async def pressed(self, click: Interaction, reply: Reply, rest: str) -> None:
        """Show another page of the matches of the person who presses."""
        if not _PAGE.fullmatch(rest):
            raise OldButton
        await _show(click, reply, int(rest))

    async def picked(self, click: Interaction, reply: Reply, rest: str, value: str) -> None:
        """Replay the chosen match."""
        if rest != OPEN or not _MATCH.fullmatch(value):
            raise OldButton
        await show_replay(click, reply, int(value))


@app_commands.command(description=DESCRIPTIONS["history"])
async def history(interaction: Interaction) -> None:
    """``/history``: list the person's own matches, the newest first."""
    await run(interaction, lambda reply: _show(interaction, reply, 0))


async def _show(click: Interaction, reply: Reply, page: int) -> None:
    store, user = click.client.service.store, click.user.id
    reply.may_replace = turns_pages(click)
    found, more = await reply.defer_if_slow(_page(store, user, page), replacing=reply.may_replace)
    await reply.replace(history_screen(found, page, reply.say, more=more))


async def _page(store: Store, user: UserId, page: int) -> tuple[list[FinishedMatch], bool]:
    """Return the matches of a page, and whether there are older ones."""
    found = await store.history(user, PAGE + 1, page * PAGE)
    return [await _with_results(store, user, past) for past in found[:PAGE]], len(found) > PAGE


async def _with_results(store: Store, user: UserId, past: Past) -> FinishedMatch:
    """Return a match with the results of all its seats."""
    ended = await store.ended(past.match_id)
    return FinishedMatch(past, ended.seats if ended else (), user)
