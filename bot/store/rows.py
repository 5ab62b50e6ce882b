"""Values of the service and the engine as rows, or as some of their columns, and back."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Row

from bot.engine.contract import NATURE
from bot.engine.planning import Wish
from bot.engine.record import Entry
from bot.model.deadlines import Agenda, SeatClock
from bot.model.match import (
    FinalPlace,
    LobbyTerms,
    Match,
    MatchId,
    MoveCommit,
    NewMatch,
    Occupant,
    Stage,
    UserId,
    WaitingFor,
)
from bot.model.messages import MessageRecord
from bot.model.plans import Plan
from bot.model.preferences import DigestTime, Preferences, QuietHours, ThemeChoice
from bot.model.terms import Said
from bot.store.tables.matches import matches

Values = dict[str, Any]
"""Values for a statement, by column."""


def _fields(value: object, *names: str) -> Values:
    """Return the columns that are named as the attributes they hold."""
    return {name: getattr(value, name) for name in names}


def lobby(new: NewMatch, at: datetime) -> Values:
    same = _fields(new, "game", "rules", "guild_id", "channel_id", "secret", "rematch_of")
    begun = {"stage": Stage.LOBBY, "awaits": WaitingFor.NOBODY, "created_at": at}
    return same | begun | agreed(new)


def agreed(terms: LobbyTerms) -> Values:
    """Return the columns of a match that hold its terms, without its seats and clocks."""
    chosen = ("preset", "rated_chosen", "length_chosen")
    names = ("host_id", "pace", "hints", "phrases", "rated", *chosen)
    return _fields(terms, *names) | {"options": dict(terms.options)} | planned(terms.agenda)


def planned(agenda: Agenda) -> Values:
    return _fields(agenda, "lapses_at", "wakes_at", "calls_at")


def plan(plan: Plan | None) -> Values:
    if plan is None:
        return {"wishes": None, "reach": None}
    return {"wishes": [each.code for each in plan.wishes], "reach": plan.reach}


def clocks(match_id: MatchId, agenda: Agenda) -> list[Values]:
    return [
        {
            "match_id": match_id,
            "plays_at": each.autoplay_at,
            "strict_at": each.strict_due_at,
            **_fields(each, "seat", "ply", "due_at", "reminded", "away_until", "kept_until"),
        }
        for each in (*agenda.clocks, *agenda.kept)
    ]


def seated(match_id: MatchId, occupants: Iterable[Occupant]) -> list[Values]:
    return [{"match_id": match_id, "seat": each.seat, **occupied(each)} for each in occupants]


def occupied(occupant: Occupant) -> Values:
    names = ("user_id", "level", "salt", "left_by", "left_ply", "name", "missed", "muted")
    said = occupant.said
    phrase = {"said": said and said.phrase, "said_ply": said and said.ply}
    return _fields(occupant, *names) | phrase


def logged(match_id: MatchId, ply: int, moved: MoveCommit) -> list[Values]:
    """Return the rows of moves, the first of which is the log's entry ``ply``."""
    return [
        {
            "match_id": match_id,
            "ply": index,
            "actor": NATURE.value if actor is NATURE else str(actor),
            "code": code,
            "at": moved.at,
            "late": moved.late and index == ply,
            "unasked": moved.unasked if index == ply and not moved.late else None,
        }
        for index, (actor, code) in enumerate(moved.entries, ply)
    ]


def placed(match_id: MatchId, places: Iterable[FinalPlace], at: datetime) -> list[Values]:
    return [
        {
            "match_id": match_id,
            "left_early": each.left,
            "ended_at": at,
            **_fields(each, "seat", "user_id", "place", "points", "won", "tally", "side"),
        }
        for each in places
    ]


def message(match_id: MatchId, posted: MessageRecord) -> Values:
    same = _fields(posted, "message_id", "channel_id", "user_id", "version", "ply", "since")
    return {"match_id": match_id, "called": list(posted.called), **same}


def posted(row: Row[Any]) -> MessageRecord:
    shown = (row.version, row.ply, row.since, tuple(row.called))
    return MessageRecord(row.channel_id, row.message_id, row.user_id, *shown)


def entry(actor: str, code: str) -> Entry:
    return (NATURE if actor == NATURE.value else int(actor)), code


def matches_in(rows: Sequence[Row[Any]]) -> tuple[Match, ...]:
    """Return the matches of rows of one match and one seat each, sorted by match and seat."""
    return tuple(_match(list(group)) for _, group in groupby(rows, key=lambda row: row.id))


_OF_MATCH = [each.name for each in fields(Match) if each.name in matches.c]
"""Columns that are named as the attributes of a match that hold them."""


def _match(rows: Sequence[Row[Any]]) -> Match:
    row = rows[0]
    clocks = [_clock(each) for each in rows if each.clock_ply is not None]
    return Match(
        **_fields(row, *_OF_MATCH),
        seats=tuple(_occupant(each) for each in rows if each.seat is not None),
        agenda=Agenda(
            tuple(each for each in clocks if each.kept_until is None),
            row.lapses_at,
            row.wakes_at,
            tuple(each for each in clocks if each.kept_until is not None),
            tuple(_plan(each) for each in rows if each.seat is not None and each.wishes),
            row.calls_at,
        ),
        close_reason=row.given_up,
    )


def _occupant(row: Row[Any]) -> Occupant:
    said = None if row.said_ply is None else Said(row.said, row.said_ply)
    names = ("seat", "user_id", "level", "salt", "left_by", "left_ply", "missed", "name", "muted")
    return Occupant(**_fields(row, *names), said=said, took_hint=row.hints_taken > 0)


def _plan(row: Row[Any]) -> Plan:
    return Plan(row.seat, tuple(map(Wish.of, row.wishes)), row.reach)


def _clock(row: Row[Any]) -> SeatClock:
    times = (row.due_at, row.reminded, row.away_until, row.plays_at, row.strict_at, row.kept_until)
    return SeatClock(row.seat, row.clock_ply, *times)


def person(user_id: UserId, preferences: Preferences) -> Values:
    quiet, digest = preferences.quiet, preferences.digest
    return {
        "user_id": user_id,
        "letters": preferences.messages,
        "quiet_begins": quiet and quiet.begins,
        "quiet_ends": quiet and quiet.ends,
        "zone": quiet and quiet.zone,
        "calls": preferences.invitations,
        "digest_minute": digest and digest.minute,
        "digest_zone": digest and digest.zone,
        **_fields(preferences, "autoplay", "asked_autoplay", "listed", "language"),
        **_fields(preferences.theme, "felt", "bones"),
    }


def preferences(row: Row[Any]) -> Preferences:
    quiet = None if row.zone is None else QuietHours(row.quiet_begins, row.quiet_ends, row.zone)
    theme = ThemeChoice(row.felt, row.bones)
    digest = None if row.digest_zone is None else DigestTime(row.digest_minute, row.digest_zone)
    return Preferences(
        messages=row.letters,
        quiet=quiet,
        invitations=row.calls,
        theme=theme,
        digest=digest,
        **_fields(row, "autoplay", "asked_autoplay", "listed", "language"),
    )
