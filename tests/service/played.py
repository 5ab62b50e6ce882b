"""Ended matches with given results, stored without being played, and scores computed again."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from bot.games import game
from bot.model.match import (
    CloseReason,
    FinalPlace,
    Match,
    MatchId,
    MoveCommit,
    NewMatch,
    Occupant,
    Stage,
    WaitingFor,
)
from bot.model.scores import OVERALL, EndedMatch
from bot.scores.rating import Rating
from bot.service.scores.match_share import share_of
from bot.service.scores.rating_changes import changes
from tests.service.harness import NOON

Who = int | str
"""A person, or a computer's level."""


def place(
    seat: int, who: Who, number: int, *, left: bool = False, side: int | None = None
) -> FinalPlace:
    """Return a place: the first wins with 60 points, all others have 20."""
    user, points = who if isinstance(who, int) else None, 60 if number == 1 else 20
    won, side = number == 1 and not left, seat if side is None else side
    return FinalPlace(seat, user, number, points, won=won, left=left, side=side)


async def played(
    store: Any,
    *order: Who | tuple[Who, ...],
    at: datetime | None = None,
    game_id: str = "block",
    guild: int | None = 1,
    left: Sequence[Who] = (),
    closed_early: bool = False,
) -> MatchId:
    """Store a match of one round with people in this ``order``; ties are tuples; return its id."""
    at = at or NOON
    tied = [each if isinstance(each, tuple) else (each,) for each in order]
    people = [who for group in tied for who in group]
    numbers = [1 + sum(map(len, tied[:nth])) for nth, group in enumerate(tied) for _ in group]
    places = [
        place(seat, who, number, left=who in left)
        for seat, (who, number) in enumerate(zip(people, numbers, strict=True))
    ]
    return await with_places(store, people, places, at, game_id, guild, closed_early=closed_early)


async def with_places(
    store: Any,
    people: Sequence[Who],
    places: Sequence[FinalPlace],
    at: datetime,
    game_id: str = "block",
    guild: int | None = 1,
    *,
    closed_early: bool = False,
) -> MatchId:
    """Store a match with these results, already shown in its channel; return its id."""
    seats = tuple(
        Occupant(seat, who, salt=f"salt {who}")
        if isinstance(who, int)
        else Occupant(seat, None, who)
        for seat, who in enumerate(people)
    )
    begun = at - timedelta(minutes=10)
    host = next(who for who in people if isinstance(who, int))
    new = NewMatch(
        game=game_id,
        rules=game(game_id).info.rules,
        options={},
        guild_id=guild,
        channel_id=999,
        host_id=host,
        secret=bytes(32),
        seats=seats,
    )
    match = await store.open_match(new, begun)
    start = MoveCommit([], WaitingFor.PERSON, begun)
    await store.start(match.id, match.version, start_salt="start", moved=start)
    if closed_early:
        await store.close(match.id, 2, CloseReason.LEFT, at, places=places)
    else:
        await store.commit_moves(
            match.id, 2, 0, MoveCommit([], WaitingFor.NOBODY, at, places=places)
        )
    await store.mark_shown(match.id, 3, 99, 0)
    return int(match.id)


def counts(match: Match, *, was_played: bool) -> bool:
    """Return whether a match should have results; ``was_played``: somebody has made a move."""
    walked_away = match.close_reason in {CloseReason.LEFT, CloseReason.ABSENT}
    return match.stage is Stage.OVER or (walked_away and was_played and len(match.seats) > 1)


def ratings_after(
    ended: Sequence[EndedMatch], shares: Mapping[MatchId, float] = MappingProxyType({})
) -> dict[tuple[int, str], Rating]:
    """Return everybody's ratings after matches that were scored in this order.

    ``shares``: how long those that are not full are, as parts of full ones.
    """
    now: dict[tuple[int, str], Rating] = {}
    for each in ended:
        weights = weights_among(each, ended)
        for name in (OVERALL, each.game):
            share = shares.get(each.match_id, 1.0)
            for seat, change in changes(each, name, now, weights, share).items():
                user = each.seats[seat].user_id
                assert user is not None
                now[user, name] = change.after
    return now


async def check_ratings(store: Any, ended: Sequence[EndedMatch]) -> None:
    ids = [each.match_id for each in ended]
    expected = ratings_after(ended, {each: share_of(await store.match(each)) for each in ids})
    users, games = {user for user, _ in expected}, {name for _, name in expected}
    assert await store.ratings(users, games) == expected


def weights_among(match: EndedMatch, all_matches: Collection[EndedMatch]) -> dict[int, float]:
    """Return each seat's weight: halved for each meeting of the day after the third."""
    day, at = match.at.date(), (match.at, match.match_id)
    earlier = [
        each
        for each in all_matches
        if each.at.date() == day and (each.at, each.match_id) < at
        if each.rated and not each.is_hinted
    ]
    weights = {}
    for own in match.seats:
        shares = []
        for other in match.seats:
            if own.side != other.side and (other.user_id or other.level):
                met = sum(_met(each, own.user_id, other.user_id or other.level) for each in earlier)
                shares.append(1.0 if met < 3 else 0.5 ** (met - 2))
        is_counted = own.user_id is not None and shares
        weights[own.seat] = sum(shares) / len(shares) if is_counted else 1.0
    return weights


def _met(match: EndedMatch, user: int | None, rival: Any) -> bool:
    return any(
        own.user_id == user and (other.user_id or other.level) == rival and own.side != other.side
        for own in match.seats
        for other in match.seats
    )
