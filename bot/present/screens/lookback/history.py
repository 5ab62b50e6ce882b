"""The list of a person's finished matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from bot.engine.contract import Seat
from bot.engine.translatable import N_
from bot.games import game
from bot.present import custom_ids
from bot.present.i18n import Words, moment
from bot.present.screen import Button, Entry, Menu, Row, Screen
from bot.present.text.seats import SeatInfo, player_name
from bot.present.views import view_of_game

HISTORY = "history"
"""The feature's name in ids; a page follows, from 0, or :data:`OPEN`."""
OPEN = "open"
PAGE = 10
"""The number of matches on a page."""
INDENT = "   "
"""The spaces that make a line a part of the numbered entry above it."""


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The result of a seat, whoever sat there at the end."""

    sitter: SeatInfo
    place: int
    points: int
    won: bool
    is_own: bool
    """True for the person who asks."""
    side: Seat
    """The lowest seat of the partnership."""


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
    gained: int | None
    """The change of the person's rating; ``None`` if the match was not rated."""
    url: str
    """A link to the place where it was played."""
    tally: int | None = None
    """The result of a match played alone, such as the number of attempts."""
    is_cancelled: bool = False
    """True if it was cancelled before its end, but counts."""
    results: tuple[FinalResult, ...] = ()
    """The result of every seat."""


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
        place = N_("you left, place {place} of {seats}")
    return say(place, place=played.place, seats=played.seats)


def _line(number: int, played: FinishedMatch, say: Words) -> str:
    facts = [f"[{say(played.game)}]({played.url})", moment(played.at, "R")]
    if played.gained is not None:
        facts.append(say("rating {gained}", gained=say.signed(played.gained)))
    result = _alone(played, say) if played.seats == 1 else _standing(played, say)
    sign = "🏆 " if played.won else ""
    return f"{number}. {' · '.join(facts)}\n{INDENT}{sign}{result}"


def _alone(played: FinishedMatch, say: Words) -> str:
    if played.tally is None:
        return say("Played alone")
    return view_of_game(played.game_id).alone(played.tally, say)


def _standing(played: FinishedMatch, say: Words) -> str:
    """Say who won with how much, and what all others had, the best first."""
    ranked = sorted(played.results, key=lambda each: (not each.won, each.place, each.side))
    sides = [tuple(side) for _, side in groupby(ranked, key=lambda each: each.side)]
    winning = [side for side in sides if side[0].won]
    others = [_had(side, played, say) for side in sides[len(winning) :]]
    told = [_won(winning, played, say)] if winning else []
    if winning and others and not _is_counted(played):
        told = [say("{won} against {others}", won=told[0], others=say.listed(others))]
        others = []
    if played.is_cancelled:
        told = [say("You left"), *told]
    return " · ".join((*told, *others))


def _had(side: Sequence[FinalResult], played: FinishedMatch, say: Words) -> str:
    """Name a side that did not win, with its points if any were counted."""
    names = " + ".join(say("you") if each.is_own else _name(each, played, say) for each in side)
    return f"{names} {say.number(side[0].points)}" if _is_counted(played) else names


def _won(winning: Sequence[Sequence[FinalResult]], played: FinishedMatch, say: Words) -> str:
    """Say who won, and with how many points if any were counted."""
    winners = sorted((each for side in winning for each in side), key=lambda each: not each.is_own)
    names = [say("You") if each.is_own else _name(each, played, say) for each in winners]
    who = say.listed(names)
    if len(winning) > 1:
        told = say("{who} shared the win", who=who)
    elif len(winners) > 1:
        told = say("{who} won together", who=who)
    else:
        told = say("You won") if winners[0].is_own else say("{who} won", who=who)
    if not _is_counted(played):
        return told
    return say("{won}: {points}", won=told, points=_points(played, winners[0].points, say))


def _points(played: FinishedMatch, number: int, say: Words) -> str:
    if game(played.game_id).info.penalties:
        return say.count("{n} penalty point", "{n} penalty points", number)
    return view_of_game(played.game_id).score(number, say)


def _is_counted(played: FinishedMatch) -> bool:
    return any(each.points for each in played.results)


def _name(result: FinalResult, played: FinishedMatch, say: Words) -> str:
    return player_name(result.sitter, played.match_id, say)


def _pages(page: int, say: Words, *, more: bool) -> tuple[Row, ...]:
    newer = custom_ids.feature(HISTORY, str(max(page - 1, 0)))
    older = custom_ids.feature(HISTORY, str(page + 1))
    return (
        (
            Button(newer, say("◀ Newer"), disabled=not page),
            Button(older, say("Older ▶"), disabled=not more),
        ),
    )
