"""The list of a person's finished matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.engine.translatable import N_
from bot.present import custom_ids
from bot.present.i18n import Words, moment
from bot.present.screen import Button, Entry, Menu, Row, Screen
from bot.present.views import view_of_game

HISTORY = "history"
"""The feature's name in ids; a page follows, from 0, or :data:`OPEN`."""
OPEN = "open"
PAGE = 10
"""The number of matches on a page."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match, as the person who asks sees it."""

    match_id: int
    game_id: str
    game: str
    """The game's name."""
    at: datetime
    place: int
    seats: int
    won: bool
    points: int
    gained: int | None
    """The change of the person's rating; ``None`` if the match was not rated."""
    people: tuple[int, ...]
    """Ids of the other people, including those who left."""
    former: int
    """The number of people whose data was deleted."""
    computers: int
    url: str
    """A link to the place where it was played."""
    tally: int | None = None
    """The result of a match played alone, such as the number of attempts."""
    is_cancelled: bool = False
    """True if it was cancelled before its end, but counts."""


def history_screen(played: Sequence[FinishedMatch], page: int, say: Words, *, more: bool) -> Screen:
    """Show a page of matches, the newest first; ``more`` says whether older ones follow."""
    title = say("Your finished matches")
    head = f"### {title}"
    if not played:
        text = (
            say("No older matches.")
            if page
            else say("You haven't finished a match yet. Start one with /play.")
        )
        return Screen((f"{head}\n{text}",), _pages(page, say, more=False) if page else ())
    first = page * PAGE + 1
    lines = [_line(number, each, say) for number, each in enumerate(played, first)]
    entries = tuple(
        Entry(
            str(each.match_id),
            f"{number} · {say(each.game)}",
            say("Match {number} · {place}", number=each.match_id, place=placed(each, say)),
        )
        for number, each in enumerate(played, first)
    )
    menu = Menu(custom_ids.feature(HISTORY, OPEN), say("Replay a match"), entries)
    rows = _pages(page, say, more=more) if page or more else ()
    return Screen((head, "\n".join(lines)), (menu, *rows))


def listed(played: FinishedMatch, say: Words) -> str:
    """Return a match's label for a list to choose from."""
    where = placed(played, say)
    return say(
        "{game} · match {number} · {place}", game=played.game, number=played.match_id, place=where
    )


def placed(played: FinishedMatch, say: Words) -> str:
    """Describe the result: the place, or whether a match played alone was solved."""
    if played.seats == 1:
        return say("solved") if played.won else say("played alone")
    place = N_("place {place} of {seats}")
    if played.is_cancelled:
        place = N_("cancelled, place {place} of {seats}")
    return say(place, place=played.place, seats=played.seats)


def _line(number: int, played: FinishedMatch, say: Words) -> str:
    facts = [f"[{say(played.game)}]({played.url})", moment(played.at, "R")]
    facts.append(f"🏆 {placed(played, say)}" if played.won else placed(played, say))
    if played.tally is not None:
        facts.append(view_of_game(played.game_id).tally(played.tally, say))
    elif played.points:
        facts.append(say.count("{n} point", "{n} points", played.points))
    if played.gained is not None:
        facts.append(say("rating {gained}", gained=say.signed(played.gained)))
    table_info = [f"<@{user}>" for user in played.people]
    if played.former:
        table_info.append(say.count("{n} former player", "{n} former players", played.former))
    if played.computers:
        table_info.append(say.count("{n} computer", "{n} computers", played.computers))
    if table_info:
        facts.append(say("with {people}", people=say.listed(table_info)))
    return f"{number}. " + " · ".join(facts)


def _pages(page: int, say: Words, *, more: bool) -> tuple[Row, ...]:
    newer = custom_ids.feature(HISTORY, str(max(page - 1, 0)))
    older = custom_ids.feature(HISTORY, str(page + 1))
    return (
        (
            Button(newer, say("◀ Newer"), disabled=not page),
            Button(older, say("Older ▶"), disabled=not more),
        ),
    )
