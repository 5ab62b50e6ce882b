"""``/verify``: the shuffles of a match, or those of a deal of the day, recomputed."""

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
from bot.model.daily import day_numbered, number_of
from bot.model.errors import NoSuchDeal
from bot.present.i18n import Words
from bot.present.input.folding import folded
from bot.present.input.move_input import MAX_CHOICES
from bot.present.screens.lookback.buttons import VERIFY
from bot.present.screens.lookback.verify import commitment_screen, pages, verify_screen
from bot.present.screens.lookback.verify_deal import (
    RECORD,
    deal_commitment_screen,
    deal_proof_screen,
    deal_record_screen,
)
from bot.present.text.deals import deal_title
from bot.service.ports.faults import StoreFault

_PAGE = re.compile(r"(\d{1,18})(?::(\d{1,6})[a-z]?)?")
_DEAL = re.compile(rf"d(\d{{1,6}})(:{RECORD})?")
_TYPED_DEAL = re.compile(r"(?:deal|d)#?(\d{1,6})", re.ASCII)
_DIGITS = re.compile(r"\d{1,6}", re.ASCII)
_DEALS = 7
"""The most deals that are offered."""


async def _pressed(click: Interaction, reply: Reply, rest: str) -> None:
    if deal := _DEAL.fullmatch(rest):
        await _show_deal(click, reply, int(deal[1]), as_record=bool(deal[2]))
        return
    match_id, page = parts_of(_PAGE, rest)
    reply.may_replace = page is not None and turns_pages(click)
    await _show(click, reply, int(match_id), int(page or 0))


async def _suggested(click: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the person's matches, and the newest deals."""
    say = await click.client.languages.words_for_click(click)
    try:
        newest = await click.client.service.deal_proofs.newest(_DEALS)
    except StoreFault:
        newest = ()
    titles = [(number_of(day), deal_title(day, game, say)) for day, game in newest]
    deals = [
        app_commands.Choice(name=title, value=f"deal {number}")
        for number, title in titles
        if folded(typed) in folded(title)
    ]
    return [*(await own_matches(click, typed))[: MAX_CHOICES - len(deals)], *deals]


@slash_command
@app_commands.rename(match=NC_("option", "match"))
@app_commands.describe(
    match=N_("Match number, or a deal such as Deal 214 (default: the match in this channel)")
)
@app_commands.autocomplete(match=_suggested)
async def verify(click: Interaction, reply: Reply, match: str | None = None) -> None:
    number = _deal_meant(match or "", reply.say)
    if number is not None:
        await _show_deal(click, reply, number)
        return
    match_id = await reply.defer_if_slow(_meant(click, match))
    await _show(click, reply, match_id)


def _deal_meant(typed: str, say: Words) -> int | None:
    """Return the number of a typed deal, in English or the reader's language."""
    text = folded(typed)
    if found := _TYPED_DEAL.fullmatch(text):
        return int(found[1])
    for digits in _DIGITS.findall(text):
        if text == folded(say("Deal {number}", number=int(digits))):
            return int(digits)
    return None


async def _show_deal(
    click: Interaction, reply: Reply, number: int, *, as_record: bool = False
) -> None:
    """Show what a closed deal follows from; of an open one, only the commitment."""
    service = click.client.service
    try:
        day = day_numbered(number)
    except OverflowError:
        raise NoSuchDeal from None
    if day in service.daily.days():
        deal = await reply.defer_if_slow(service.daily.deal(day))
        await reply.private(deal_commitment_screen(deal, reply.say))
        return
    proof = await reply.defer_if_slow(service.deal_proofs.reveal(click.user.id, day))
    if not as_record:
        await reply.private(deal_proof_screen(proof, reply.say, click.client.docs_url))
    elif proof.record is None:
        raise OldButton
    else:
        await reply.private(deal_record_screen(number, proof.record, reply.say))


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
