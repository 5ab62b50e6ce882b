"""A person's finished matches."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from bot.engine.translatable import N_
from bot.games import game
from bot.games.names import info_under
from bot.model.match import Occupant, UserId
from bot.model.scores import PastMatch, SeatResult
from bot.present import custom_ids
from bot.present.i18n import Words, moment
from bot.present.screen import Button, Entry, Menu, Screen
from bot.present.text.seats import player_name
from bot.present.views import view_of_game

HISTORY = "history"
"""The feature's name in ids; a page follows, from 0, or :data:`OPEN`."""
OPEN = "open"
PAGE = 10
INDENT = "   "
"""The spaces that make a line a part of the numbered entry above it."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A finished match with the results of its seats, for one of its players."""

    past: PastMatch
    results: tuple[SeatResult, ...]
    reader: UserId


def history_screen(played: Sequence[FinishedMatch], page: int, say: Words, *, more: bool) -> Screen:
    """Show a page of matches, the newest first; ``more`` says whether older ones follow."""
    head = "### " + say("Your finished matches")
    newer, older = (custom_ids.feature(HISTORY, str(each)) for each in (max(page - 1, 0), page + 1))
    turns = (
        Button(newer, say("◀ Newer"), disabled=not page),
        Button(older, say("Older ▶"), disabled=not more),
    )
    pages = (turns,) if page or more else ()
    if not played:
        text = say("You haven't finished a match yet. Start one with /play.")
        if page:
            text = say("No older matches.")
        return Screen((f"{head}\n{text}",), pages)
    first = page * PAGE + 1
    lines = [_line(number, each, say) for number, each in enumerate(played, first)]
    entries = tuple(
        Entry(
            str(each.past.match_id),
            f"{number} · {say(_game(each.past))}",
            say(
                "Match {number} · {place}", number=each.past.match_id, place=placed(each.past, say)
            ),
        )
        for number, each in enumerate(played, first)
    )
    menu = Menu(custom_ids.feature(HISTORY, OPEN), say("Replay a match"), entries)
    return Screen((head, "\n".join(lines)), (menu, *pages))


def listed(past: PastMatch, say: Words) -> str:
    return say(
        "{game} · match {number} · {place}",
        game=_game(past),
        number=past.match_id,
        place=placed(past, say),
    )


def placed(past: PastMatch, say: Words) -> str:
    if past.seats == 1:
        return say("solved") if past.won else say("played alone")
    place = N_("place {place} of {seats}")
    if past.is_cancelled:
        place = N_("you left, place {place} of {seats}")
    return say(place, place=past.place, seats=past.seats)


def _game(past: PastMatch) -> str:
    return info_under(past.game, past.preset, past.options).name


def _line(number: int, played: FinishedMatch, say: Words) -> str:
    past = played.past
    url = f"https://discord.com/channels/{past.guild_id or '@me'}/{past.channel_id}"
    facts = [f"[{say(_game(past))}]({url})", moment(past.at, "R")]
    if past.gained is not None:
        facts.append(say("rating {gained}", gained=say.signed(past.gained)))
    if past.seats > 1:
        result = _standing(played, say)
    elif past.tally is None:
        result = say("Played alone")
    else:
        result = view_of_game(past.game).alone(past.tally, say)
    sign = "🏆 " if past.won else ""
    return f"{number}. {' · '.join(facts)}\n{INDENT}{sign}{result}"


def _standing(played: FinishedMatch, say: Words) -> str:
    ranked = sorted(played.results, key=lambda each: (not each.won, each.place, each.side))
    sides = [tuple(side) for _, side in groupby(ranked, key=lambda each: each.side)]
    winning = [side for side in sides if side[0].won]
    others = [_had(side, played, say) for side in sides[len(winning) :]]
    told = [_won(winning, played, say)] if winning else []
    if winning and others and not _is_counted(played):
        told = [say("{won} against {others}", won=told[0], others=say.listed(others))]
        others = []
    if played.past.is_cancelled:
        told = [say("You left"), *told]
    return " · ".join((*told, *others))


def _had(side: Sequence[SeatResult], played: FinishedMatch, say: Words) -> str:
    names = " + ".join(
        say("you") if each.user_id == played.reader else _name(each, played, say) for each in side
    )
    return f"{names} {say.number(side[0].points)}" if _is_counted(played) else names


def _won(winning: Sequence[Sequence[SeatResult]], played: FinishedMatch, say: Words) -> str:
    winners = sorted(
        (each for side in winning for each in side), key=lambda each: each.user_id != played.reader
    )
    names = [
        say("You") if each.user_id == played.reader else _name(each, played, say)
        for each in winners
    ]
    who = say.listed(names)
    if len(winning) > 1:
        told = say("{who} shared the win", who=who)
    elif len(winners) > 1:
        told = say("{who} won together", who=who)
    else:
        told = say("You won") if winners[0].user_id == played.reader else say("{who} won", who=who)
    if not _is_counted(played):
        return told
    number, game_id = winners[0].points, played.past.game
    points = view_of_game(game_id).score(number, say)
    if game(game_id).info.penalties:
        points = say.count("{n} penalty point", "{n} penalty points", number)
    return say("{won}: {points}", won=told, points=points)


def _is_counted(played: FinishedMatch) -> bool:
    return any(each.points for each in played.results)


def _name(result: SeatResult, played: FinishedMatch, say: Words) -> str:
    sitter = Occupant(result.seat, result.user_id, result.level, name=result.computer or None)
    return player_name(sitter, played.past.match_id, say)
