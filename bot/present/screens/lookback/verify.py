"""Proof that the shuffles of a match were fixed before anybody joined."""

from collections.abc import Sequence

from bot.engine.contract import Lot
from bot.engine.record import Source
from bot.engine.story import DealCheck
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.screen import Button, Row, Screen
from bot.present.screens.lookback.buttons import VERIFY
from bot.present.text.seats import TableInfo, letter
from bot.present.views import view_of_game

PAGE = 6
MAX_TOLD = 430
"""The most characters shown of one deal: the hands of eight from a double-twelve set."""


def commitment_screen(table_info: TableInfo, commitment: str, say: Words) -> Screen:
    why = say(
        "The shuffles of this match follow from a secret, which was fixed before anybody joined and"
        " is shown when the match is over. Here is its commitment, the SHA-256 hash of the secret."
        " Keep it, and compare it with the hash of the secret then:"
    )
    return Screen((table_info.title(say), f"{why}\n`{commitment}`"))


def verify_screen(
    table_info: TableInfo,
    source: Source,
    deals: Sequence[DealCheck],
    page: int,
    say: Words,
    *,
    holds: bool,
    docs_url: str | None = None,
) -> Screen:
    """Show commitment, secret, salts, and a page of recomputed deals.

    ``holds``: the whole log agrees with them. ``docs_url`` is the documentation's address, with no
    slash at its end; ``None`` links to the source instead.
    """
    verdict = say("⚠️ The log of this match doesn't follow from its secret and salts.")
    if holds:
        verdict = _same(deals, say)
    fixed = "\n".join(
        (
            say("Commitment, fixed before anybody joined: `{hash}`", hash=source.commitment),
            say("Secret: `{secret}`", secret=source.secret),
            say("Salts, in order: {salts}", salts=", ".join(f"`{each}`" for each in source.salts)),
        )
    )
    shown = deals[page * PAGE : (page + 1) * PAGE]
    lines = "\n".join(shuffle_line(table_info.info.id, deal, say) for deal in shown)
    how = say(
        "-# To check this without me, press Match record in the replay, and run the short script"
        " from docs/verifying.md in my source code on the file."
    )
    if docs_url is not None:
        how = say(
            "-# To check this without me, press Match record in the replay, and run"
            " [a short script]({url}) on the file.",
            url=f"{docs_url}/verifying.md",
        )
    parts = (f"{table_info.title(say)}\n{verdict}", fixed, lines, how)
    return Screen(tuple(filter(None, parts)), _rows(table_info, len(deals), page, say))


def _same(deals: Sequence[DealCheck], say: Words) -> str:
    lots = sum(isinstance(each.asked, Lot) for each in deals)
    counts = (
        (say.count("{n} deal", "{n} deals", len(deals) - lots), len(deals) - lots),
        (say.count("{n} random pick", "{n} random picks", lots), lots),
    )
    what = say.listed(told for told, n in counts if n)
    return say(
        "✅ Recomputed from the secret and salts, and the same as in the match: {what}.", what=what
    )


def pages(deals: Sequence[DealCheck]) -> int:
    return max(1, -(-len(deals) // PAGE))


def shuffle_line(game_id: str, deal: DealCheck, say: Words) -> str:
    """Format a deal: “**1.** ✓ A 6-4 5-5 · B 4-0 …”."""
    agrees = "✓" if deal.agrees else say("✗ not the same as in the match!")
    if isinstance(deal.asked, Lot):
        seats = ", ".join(letter(seat) for seat in deal.asked.seats)
        chosen = letter(int(deal.code.split(" ")[1]))
        told = say("seat {chosen}, picked at random from {seats}", chosen=chosen, seats=seats)
    else:
        told = _dealt(game_id, deal)
    return f"**{deal.ordinal + 1}.** {agrees} {told}"


def _dealt(game_id: str, deal: DealCheck) -> str:
    """List the pieces dealt to each hand; if there are no hands, list them in their order."""
    called = view_of_game(game_id).piece_name
    hands = [
        f"`{letter(seat)}` {' '.join(map(called, codes))}"
        for seat, codes in enumerate(deal.held)
        if codes
    ]
    told = " · ".join(hands) or " ".join(map(called, deal.code.split(" ")[1:]))
    return told if len(told) <= MAX_TOLD else f"{told[:MAX_TOLD].rpartition(' ')[0]} …"


def _rows(table_info: TableInfo, count: int, page: int, say: Words) -> tuple[Row, ...]:
    match_id = table_info.match_id
    record: tuple[Button, ...] = (
        Button(custom_ids.feature("replay", f"{match_id}:record"), say("Match record")),
    )
    last = max(0, -(-count // PAGE) - 1)
    if not last:
        return (record,)
    turn = tuple(
        Button(custom_ids.feature(VERIFY, f"{match_id}:{to}{mark}"), label, disabled=to == page)
        for mark, to, label in (
            ("a", max(page - 1, 0), say("◀ Deals")),
            ("b", min(page + 1, last), say("Deals ▶")),
        )
    )
    return ((*turn, *record),)
