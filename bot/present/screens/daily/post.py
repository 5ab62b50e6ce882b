"""The deal of the day as it is posted in a server, with who was best the day before."""

from collections.abc import Iterator
from dataclasses import replace

from bot.model.daily import DAY, DailyPost, closes_at, number_of
from bot.present.i18n import Words, moment
from bot.present.screen import Screen, Tone, below_if_room, in_lines
from bot.present.screens.daily.deal import SIGNS, about_deal, open_button
from bot.present.screens.match.match_end import place_sign
from bot.present.text.deals import deal_title


def daily_post_screen(post: DailyPost, say: Words, puzzle: Screen | None = None) -> Screen:
    """Show what everybody may know of a deal, and the ``puzzle`` of the day below it.

    The deal of the day before is still open: only what its players share is told of it.
    """
    deal = post.deal
    play = replace(open_button(deal.number, say("Play")), tone=Tone.GOOD)
    void = say("The rules of this deal have changed, so it doesn't count for anybody.")
    about = void if post.is_void else about_deal(deal, say)
    parts = (f"### {deal_title(deal.day, deal.game, say)}\n{about}", in_lines(*_best(post, say)))
    top_rows = () if post.is_void else ((play,),)
    return below_if_room(Screen(tuple(filter(None, parts)), top_rows=top_rows), puzzle)


def _best(post: DailyPost, say: Words) -> Iterator[str]:
    if not post.best:
        return
    before = post.deal.day - DAY
    # Translators: {number} is that of the deal of the day before.
    head = say("Best in deal {number} so far", number=number_of(before))
    yield f"**{head}**"
    for each in post.best:
        share = "" if each.beaten is None else f"**{say.percent(each.beaten)}**"
        signs = "".join(SIGNS[mark] for mark in each.marks)
        yield " · ".join(
            filter(None, (f"{place_sign(each.place)} <@{each.user_id}>", share, signs))
        )
    until = moment(closes_at(before), "f")
    shares = say("The percentage of all players beaten, not only of those here.")
    counts = say("Deal {number} counts until {time}.", number=number_of(before), time=until)
    yield f"-# {say.in_a_row((shares, counts))}"
