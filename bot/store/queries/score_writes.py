"""Writes that happen when a match is scored."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy import Connection

from bot.engine.contract import Seat
from bot.model.match import MatchId, UserId
from bot.model.scores import OVERALL, Change, Score
from bot.scores.span import Span
from bot.service.ports.faults import Conflict
from bot.store import statements
from bot.store.tables.people import IS_UNLISTED, people
from bot.store.tables.scores import achievements, ratings, results, standings

EVERYWHERE = 0
"""The ``guild_id`` in ``standings`` of the rankings over all servers."""


def results_of(db: Connection, match_id: MatchId) -> Mapping[Seat, sa.Row[Any]]:
    query = sa.select(results).where(results.c.match_id == match_id)
    return {row.seat: row for row in db.execute(query)}


def save_results(db: Connection, match_id: MatchId, scores: Sequence[Score]) -> None:
    values = [
        {
            "of_match": match_id,
            "of_seat": each.seat,
            "rounds": list(each.rounds),
            "weight": each.weight,
            "rating": each.overall and each.overall.after.shown,
            "gained": each.overall and each.overall.gained,
            "game_rating": each.in_game and each.in_game.after.shown,
            "game_gained": each.in_game and each.in_game.gained,
        }
        for each in scores
    ]
    if values:
        kept = results.update().where(
            results.c.match_id == sa.bindparam("of_match"),
            results.c.seat == sa.bindparam("of_seat"),
        )
        db.execute(kept, values)


def save_ratings(db: Connection, game: str, scores: Sequence[Score]) -> None:
    """Save the new ratings.

    Raises :class:`Conflict` if one has changed since it was read: another process has scored
    another match of the same person.
    """
    values = [
        {
            "user_id": each.user_id,
            "game": name,
            "mu": change.after.mu,
            "sigma": change.after.sigma,
            "matches": change.after.matches,
        }
        for each in sorted(scores, key=lambda each: each.user_id or 0)  # same lock order for all
        for name, change in _changes(game, each)
    ]
    if statements.compare_and_swap(db, ratings, values, "matches") != len(values):
        raise Conflict


def update_standings(
    db: Connection,
    match: sa.Row[Any],
    at: datetime,
    scores: Sequence[Score],
    result: Mapping[Seat, sa.Row[Any]],
) -> None:
    users = [each.user_id for each in scores]
    query = sa.select(people.c.user_id).where(people.c.user_id.in_(users), IS_UNLISTED)
    unlisted = set(db.scalars(query))
    places = [EVERYWHERE] + ([match.guild_id] if match.guild_id is not None else [])
    added = [
        {
            "span": span.key(at),
            "guild_id": place,
            "game": game,
            "user_id": each.user_id,
            "matches": 1,
            "wins": each.ranked_win * result[each.seat].won,
            "points": each.ranked_weight * result[each.seat].points,
            "rating": None if span is Span.ALL else change.ranked,
            "listed": each.user_id not in unlisted,
        }
        for each in scores
        for game, change in _changes(match.game, each)
        for span in Span
        for place in places
    ]
    statements.add_up(db, standings, added, ("matches", "wins", "points", "rating"))
    established = [
        {"of_user": each.user_id, "of_game": game, "rating": change.after.shown}
        for each in scores
        for game, change in _changes(match.game, each)
        if not change.after.is_provisional
    ]
    if established:
        shown = standings.update().where(
            standings.c.user_id == sa.bindparam("of_user"),
            standings.c.game == sa.bindparam("of_game"),
            standings.c.span == Span.ALL.value,
        )
        db.execute(shown, established)


def _changes(game: str, score: Score) -> list[tuple[str, Change]]:
    changes = ((OVERALL, score.overall), (game, score.in_game))
    return [(name, change) for name, change in changes if change is not None]


def grant(
    db: Connection,
    earned: Sequence[tuple[UserId, str]],
    at: datetime,
    match_id: MatchId | None = None,
) -> Sequence[tuple[UserId, str]]:
    """Give achievements to people who do not have them yet; return what was given."""
    values = [
        {"user_id": user, "id": id_, "at": at, "match_id": match_id}
        for user, id_ in dict.fromkeys(earned)
    ]
    new = {(row.user_id, row.id) for row in statements.insert_new(db, achievements, values)}
    return [each for each in dict.fromkeys(earned) if each in new]
