"""Values of the service and the engine as rows, or as some of their columns, and back."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from sqlalchemy import Row

from bot.engine.contract import NATURE
from bot.engine.record import Entry
from bot.model.deadlines import Agenda, SeatClock
from bot.model.match import (
    FinalPlace,
    LobbyTerms,
    Match,
    MatchId,
    Moved,
    NewMatch,
    Occupant,
    Posted,
    Stage,
    UserId,
    WaitingFor,
)
from bot.model.preferences import Preferences, QuietHours, ThemeChoice
from bot.model.terms import Said

Values = dict[str, Any]
"""Values for a statement, by column."""


def lobby(new: NewMatch, at: datetime) -> Values:
    return {
        "game": new.game,
        "rules": new.rules,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "stage": Stage.LOBBY,
        "awaits": WaitingFor.NOBODY,
        "secret": new.secret,
        "created_at": at,
        "rematch_of": new.rematch_of,
        **agreed(new),
    }


def agreed(terms: LobbyTerms) -> Values:
    """Return the columns of a match that hold its terms, without its seats and clocks."""
    return {
        "host_id": terms.host_id,
        "options": dict(terms.options),
        "pace": terms.pace,
        "hints": terms.hints,
        "phrases": terms.phrases,
        "rated": terms.rated,
        "rated_chosen": terms.rated_chosen,
        **planned(terms.agenda),
    }


def planned(agenda: Agenda) -> Values:
    return {"lapses_at": agenda.lapses_at, "wakes_at": agenda.wakes_at}


def clocks(match_id: MatchId, agenda: Agenda) -> list[Values]:
    return [
        {
            "match_id": match_id,
            "seat": each.seat,
            "ply": each.ply,
            "due_at": each.due_at,
            "reminded": each.reminded,
            "away_until": each.away_until,
            "plays_at": each.autoplay_at,
            "strict_at": each.strict_due_at,
            "kept_until": each.kept_until,
        }
        for each in (*agenda.clocks, *agenda.kept)
    ]


def seated(match_id: MatchId, occupants: Iterable[Occupant]) -> list[Values]:
    return [{"match_id": match_id, "seat": each.seat, **occupied(each)} for each in occupants]


def occupied(occupant: Occupant) -> Values:
    return {
        "user_id": occupant.user_id,
        "level": occupant.level,
        "salt": occupant.salt,
        "left_by": occupant.left_by,
        "left_ply": occupant.left_ply,
        "name": occupant.name,
        "missed": occupant.missed,
        **phrase(occupant.said),
    }


def phrase(said: Said | None) -> Values:
    return {"said": said and said.phrase, "said_ply": said and said.ply}


def logged(match_id: MatchId, ply: int, moved: Moved) -> list[Values]:
    """Return the rows of moves, the first of which is the log's entry ``ply``."""
    return [
        {
            "match_id": match_id,
            "ply": index,
            "actor": NATURE.value if actor is NATURE else str(actor),
            "code": code,
            "at": moved.at,
            "late": moved.late and index == ply,
        }
        for index, (actor, code) in enumerate(moved.entries, ply)
    ]


def placed(match_id: MatchId, places: Iterable[FinalPlace], at: datetime) -> list[Values]:
    return [
        {
            "match_id": match_id,
            "seat": each.seat,
            "user_id": each.user_id,
            "place": each.place,
            "points": each.points,
            "won": each.won,
            "tally": each.tally,
            "left_early": each.left,
            "side": each.side,
            "ended_at": at,
        }
        for each in places
    ]


def message(match_id: MatchId, posted: Posted) -> Values:
    return {
        "match_id": match_id,
        "message_id": posted.message_id,
        "channel_id": posted.channel_id,
        "user_id": posted.user_id,
        "version": posted.version,
        "ply": posted.ply,
        "since": posted.since,
        "called": list(posted.called),
    }


def posted(row: Row[Any]) -> Posted:
    return Posted(
        row.channel_id,
        row.message_id,
        row.user_id,
        row.version,
        row.ply,
        row.since,
        tuple(row.called),
    )


def entry(actor: str, code: str) -> Entry:
    return (NATURE if actor == NATURE.value else int(actor)), code


def matches_in(rows: Sequence[Row[Any]]) -> tuple[Match, ...]:
    """Return the matches of rows of one match and one seat each, sorted by match and seat."""
    return tuple(_match(list(group)) for _, group in groupby(rows, key=lambda row: row.id))


def _match(rows: Sequence[Row[Any]]) -> Match:
    row = rows[0]
    clocks = [_clock(each) for each in rows if each.clock_ply is not None]
    return Match(
        id=row.id,
        game=row.game,
        rules=row.rules,
        options=row.options,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        host_id=row.host_id,
        stage=row.stage,
        ply=row.ply,
        shown_ply=row.shown_ply,
        version=row.version,
        shown_version=row.shown_version,
        awaits=row.awaits,
        secret=row.secret,
        start_salt=row.start_salt,
        created_at=row.created_at,
        seats=tuple(_occupant(each) for each in rows if each.seat is not None),
        pace=row.pace,
        agenda=Agenda(
            tuple(each for each in clocks if each.kept_until is None),
            row.lapses_at,
            row.wakes_at,
            tuple(each for each in clocks if each.kept_until is not None),
        ),
        close_reason=row.given_up,
        rematch_of=row.rematch_of,
        hints=row.hints,
        phrases=row.phrases,
        rated=row.rated,
        rated_chosen=row.rated_chosen,
        revision=row.revision,
    )


def _occupant(row: Row[Any]) -> Occupant:
    said = None if row.said_ply is None else Said(row.said, row.said_ply)
    return Occupant(
        row.seat,
        row.user_id,
        row.level,
        row.salt,
        row.left_by,
        row.left_ply,
        row.missed,
        said,
        row.name,
        took_hint=row.hints_taken > 0,
    )


def _clock(row: Row[Any]) -> SeatClock:
    return SeatClock(
        row.seat,
        row.clock_ply,
        row.due_at,
        row.reminded,
        row.away_until,
        row.plays_at,
        row.strict_at,
        row.kept_until,
    )


def person(user_id: UserId, preferences: Preferences) -> Values:
    quiet = preferences.quiet
    return {
        "user_id": user_id,
        "letters": preferences.messages,
        "autoplay": preferences.autoplay,
        "quiet_begins": quiet and quiet.begins,
        "quiet_ends": quiet and quiet.ends,
        "zone": quiet and quiet.zone,
        "listed": preferences.listed,
        "language": preferences.language,
        "calls": preferences.invitations,
        "felt": preferences.theme.felt,
        "bones": preferences.theme.bones,
    }


def preferences(row: Row[Any]) -> Preferences:
    quiet = None if row.zone is None else QuietHours(row.quiet_begins, row.quiet_ends, row.zone)
    theme = ThemeChoice(row.felt, row.bones)
    return Preferences(row.letters, row.autoplay, quiet, row.listed, row.language, row.calls, theme)
