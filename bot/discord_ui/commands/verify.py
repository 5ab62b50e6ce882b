"""``/verify``: the shuffles of a match, recomputed."""

import re

from discord import app_commands

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.base_client import Interaction
from bot.discord_ui.commands.feature import Feature, slash_command
from bot.discord_ui.commands.finished_matches import (
    match_history,
    match_named,
    own_matches,
    turns_pages,
    viewer,
)
from bot.discord_ui.errors import OldButton, parts_of
from bot.discord_ui.interactions.response import Reply
from bot.engine.chance import commitment
from bot.engine.translatable import N_, NC_
from bot.present.screens.lookback.buttons import VERIFY
from bot.present.screens.lookback.verify import commitment_screen, pages, verify_screen

_PAGE = re.compile(r"(\d{1,18})(?::(\d{1,6})[a-z]?)?")


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    match_id, page = parts_of(_PAGE, rest)
    reply.may_replace = page is not None and turns_pages(click)
    await _show(click, reply, int(match_id), int(page or 0))


@slash_command
@app_commands.rename(match=NC_("option", "match"))
@app_commands.describe(match=N_("Match number (default: the one in this channel)"))
@app_commands.autocomplete(match=own_matches)
async def verify(click: Interaction, reply: Reply, match: str | None = None) -> None:
    match_id = await reply.defer_if_slow(_meant(click, match))
    await _show(click, reply, match_id)


async def _meant(click: Interaction, typed: str | None) -> int:
    """Return the typed match number, or else that of the channel's open match, or of the last."""
    if typed is None:
        here = await click.client.service.store.open_in(click.channel_id or 0)
        if here is not None:
            return here.id
    return await match_named(click, typed)


async def _show(click: Interaction, reply: Reply, match_id: int, page: int = 0) -> None:
    """Show commitment, secret, salts and deals; of an open match, only the commitment."""
    found, who = match_history(click), viewer(click)
    match = await reply.defer_if_slow(found.visible(match_id, who), replacing=reply.may_replace)
    if match.is_open:
        screen = commitment_screen(table_info_of(match), commitment(match.secret), reply.say)
        await reply.private(screen)
        return
    proof = await reply.defer_if_slow(found.proof(match_id, who), replacing=reply.may_replace)
    if not 0 <= page < pages(proof.deals):
        raise OldButton
    table_info = table_info_of(proof.match)
    screen = verify_screen(
        table_info,
        proof.source,
        proof.deals,
        page,
        reply.say,
        holds=proof.holds,
        docs_url=click.client.docs_url,
    )
    await reply.replace(screen)


VERIFY_FEATURE = Feature(VERIFY, verify, pressed=_pressed)
"""Shows the proof that nobody chose the bones of a match."""
