"""Finished matches in a database, and their scores, made without the rules of any game."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from typing import Any

from bot.model.match import FinalPlace, MatchId, MoveCommit, Occupant, UserId, WaitingFor
from bot.model.preferences import Preferences
from bot.model.scores import OVERALL, Change, Score, SeatResult
from bot.scores.rating import FRESH, Rating
from bot.store import SqlStore
from tests.store.matches import AT, DEAL, new

_channels = count(1000)
NONE: Mapping[UserId, int] = {}


@dataclass(frozen=True, slots=True)
class FinalSeat:
    who: UserId | str
    place: int = 1
    points: int = 0
    left: bool = False
    side: int | None = None
    """The partnership's lowest seat; ``None`` for their own seat."""


def first(*who: UserId | str) -> tuple[FinalSeat, ...]:
    return tuple(FinalSeat(each, place) for place, each in enumerate(who, 1))


async def finish(
    store: SqlStore,
    *final_seats: FinalSeat,
    at: datetime = AT,
    game: str = "block",
    guild: int | None = 5,
    channel: int | None = None,
    hinted: UserId | None = None,
    rated: bool = True,
) -> MatchId:
    """Store a match that ended at ``at``; whoever has place 1 has won it. Return its id.

    ``hinted`` took a hint.
    """
    seats = tuple(
        Occupant(seat, level=each.who)
        if isinstance(each.who, str)
        else Occupant(seat, each.who, salt="900")
        for seat, each in enumerate(final_seats)
    )
    opened = new(channel or next(_channels), guild=guild, game=game, seats=seats, rated=rated)
    match = await store.open_match(opened, at)
    await store.start(
        match.id, 1, start_salt="902", moved=MoveCommit([DEAL], WaitingFor.PERSON, at)
    )
    revision = 2
    for seat, each in enumerate(final_seats):
        if each.who == hinted:
            await store.count_hint(match.id, revision, 1, seat, 1)
            revision += 1
    places = [
        FinalPlace(
            seat,
            None if isinstance(each.who, str) else each.who,
            each.place,
            each.points,
            won=each.place == 1 and not each.left,
            left=each.left,
            side=seat if each.side is None else each.side,
        )
        for seat, each in enumerate(final_seats)
    ]
    moved = MoveCommit([(0, "6-4")], WaitingFor.PERSON, at, places=places)
    await store.commit_moves(match.id, revision, 1, moved)
    return match.id


async def score(store: SqlStore, match_id: MatchId, *args: Any, **kwargs: Any) -> tuple[Score, ...]:
    scores = await scores_of(store, match_id, *args, **kwargs)
    ended = await store.ended(match_id)
    assert ended is not None
    await store.score(match_id, ended.at, scores)
    return scores


async def scores_of(
    store: SqlStore,
    match_id: MatchId,
    gained: Mapping[UserId, int] = NONE,
    weight: float = 1.0,
    earned: Collection[str] = (),
) -> tuple[Score, ...]:
    """Return scores: ratings change as given, and all winners earn the same."""
    ended = await store.ended(match_id)
    assert ended is not None
    users = [each.user_id for each in ended.seats if each.user_id is not None]
    before = await store.ratings(users, (OVERALL, ended.game))
    together = len({each.side for each in ended.seats}) > 1

    def changed(seat: SeatResult, name: str) -> Change | None:
        if seat.user_id is None or not together:
            return None
        old = before.get((seat.user_id, name), FRESH)
        more = gained.get(seat.user_id, 0) / 40
        return Change(old, Rating(old.mu + more, old.sigma, old.matches + 1))

    return tuple(
        Score(
            each.seat,
            each.user_id,
            (each.points,),
            weight,
            changed(each, OVERALL),
            changed(each, ended.game),
            tuple(earned) if each.won and each.user_id else (),
        )
        for each in ended.seats
    )


def listed(*, yes: bool) -> Preferences:
    return replace(Preferences(), listed=yes)
