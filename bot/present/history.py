"""What somebody has played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.present import ids
from bot.present.screen import Button, Entry, Menu, Row, Screen
from bot.present.words import Words, moment

HISTORY = "history"
"""The feature's name in ids; what follows is a page, from 0, or :data:`OPEN`."""
OPEN = "open"
PAGE = 10
"""Matches on a page."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match as the one who asks looks back on it."""

    match_id: int
    game: str
    """Its name."""
    at: datetime
    place: int
    seats: int
    won: bool
    points: int
    gained: int | None
    """By how much the rating changed."""
    people: tuple[int, ...]
    """The others, those who left included."""
    former: int
    """People of whom nothing is stored any more."""
    computers: int
    url: str
    """Where it was played."""


def history_screen(played: Sequence[Played], page: int, say: Words, *, more: bool) -> Screen:
    """A page of matches, the newest first; ``more`` tells whether older ones follow."""
    head = f"### {say('Your matches')}"
    if not played:
        text = (
            say("There are no older ones.")
            if page
            else say("You have finished no match yet. Start one with /play.")
        )
        return Screen((f"{head}\n{text}",), _pages(page, say, more=False) if page else ())
    first = page * PAGE + 1
    lines = [_line(number, each, say) for number, each in enumerate(played, first)]
    entries = tuple(
        Entry(
            str(each.match_id),
            f"{number} · {each.game}",
            say("Match {number} · {place}", number=each.match_id, place=placed(each, say)),
        )
        for number, each in enumerate(played, first)
    )
    menu = Menu(ids.feature(HISTORY, OPEN), say("Look at one again"), entries)
    rows = _pages(page, say, more=more) if page or more else ()
    return Screen((head, "\n".join(lines)), (menu, *rows))


def listed(played: Played, say: Words) -> str:
    """A match where one is to be chosen."""
    where = placed(played, say)
    return say(
        "{game} · match {number} · {place}", game=played.game, number=played.match_id, place=where
    )


def placed(played: Played, say: Words) -> str:
    """“2 of 4”, or how a match alone went."""
    if played.seats == 1:
        return say("solved") if played.won else say("played alone")
    return say("place {place} of {seats}", place=played.place, seats=played.seats)


def _line(number: int, played: Played, say: Words) -> str:
    facts = [f"[{played.game}]({played.url})", moment(played.at, "R")]
    facts.append(f"🏆 {placed(played, say)}" if played.won else placed(played, say))
    if played.points:
        facts.append(say.count("{n} point", "{n} points", played.points))
    if played.gained is not None:
        facts.append(say("rating {gained}", gained=say.signed(played.gained)))
    company = [f"<@{user}>" for user in played.people]
    if played.former:
        company.append(say.count("a former player", "{n} former players", played.former))
    if played.computers:
        company.append(say.count("{n} computer", "{n} computers", played.computers))
    if company:
        facts.append(say("with {people}", people=say.listed(company)))
    return f"{number}. " + " · ".join(facts)


def _pages(page: int, say: Words, *, more: bool) -> tuple[Row, ...]:
    newer = ids.feature(HISTORY, str(max(page - 1, 0)))
    older = ids.feature(HISTORY, str(page + 1))
    return (
        (
            Button(newer, say("◀ Newer"), disabled=not page),
            Button(older, say("Older ▶"), disabled=not more),
        ),
    )
