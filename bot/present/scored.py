"""What a match was worth to its people: ratings and how they changed, and what was earned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.present.company import Company
from bot.present.words import Words
from bot.scores.achievements import known

NAMED = 4
"""So many of the achievements that a match has brought somebody are named."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What a match was worth to one of its people."""

    user_id: int
    rating: int | None = None
    """Over all games, after the match; ``None`` where nothing was rated."""
    gained: int = 0
    is_provisional: bool = False
    weight: float = 1.0
    """How much the match counted, from 0 to 1."""
    earned: tuple[str, ...] = ()
    """Ids of achievements that it was the first to bring."""


def ratings_told(company: Company, worth: Sequence[Worth], say: Words) -> str:
    """Everybody's new rating with its change: “1138? (+138)”; nothing where nothing was rated."""
    rated = [each for each in worth if each.rating is not None]
    if not rated:
        return ""
    ratings = " · ".join(_rating(company, each, say) for each in rated)
    lines = [say("Ratings: {ratings}", ratings=ratings)]
    if any(each.is_provisional for each in rated):
        lines.append(say("-# **?** provisional: it rests on fewer than ten matches."))
    if any(each.weight < 1 for each in rated):
        lines.append(say("-# This match counted less: the same people have met often today."))
    return "\n".join(lines)


def earned_told(worth: Sequence[Worth], say: Words) -> str:
    """Who has earned what, and what the first of it takes; nothing where nothing was earned."""
    return "\n".join(line for each in worth for line in _earned(each, say))


def _rating(company: Company, worth: Worth, say: Words) -> str:
    """“<@1> **1138?** (+138)”; who left is told so."""
    mark = "?" if worth.is_provisional else ""
    rating = say(
        "<@{user}> **{rating}** ({change})",
        user=worth.user_id,
        rating=f"{worth.rating}{mark}",
        change=signed(worth.gained),
    )
    sitters = (each for each in company.sitters if worth.user_id in {each.user_id, each.left_by})
    stayed = any(each.plays for each in sitters)
    return rating if stayed else say("{rating}, left", rating=rating)


def signed(change: int) -> str:
    """“+43”, “−12”, “±0”."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else "±0"


def _earned(worth: Worth, say: Words) -> Iterator[str]:
    found = known(worth.earned)
    if not found:
        return
    names = [f"{each.symbol} **{say(each.name)}**" for each in found[:NAMED]]
    if (more := len(found) - NAMED) > 0:
        names.append(say.count("{n} more", "{n} more", more))
    yield say("{who} has earned {names}.", who=f"<@{worth.user_id}>", names=say.listed(names))
    yield f"-# {found[0].symbol} {say(found[0].text)}"
