"""The scores' part of the store in memory: what was kept of each match, and sums over that.

What is known of a person as a whole is told and erased by the database alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.scores.rating import FRESH
from bot.service.habits import USUAL_HABITS, Habits
from bot.service.ports import (
    NAMELESS,
    OVERALL,
    Board,
    Career,
    Change,
    Conflict,
    Earned,
    Ended,
    Leader,
    Match,
    Measure,
    Meetings,
    Opponent,
    Past,
    Place,
    Rating,
    RatingPoint,
    Score,
    Scored,
    SeatResult,
    Server,
    Span,
    Tally,
)

Until = tuple[datetime, int]
"""When a match ended, and which."""


@dataclass
class Scorebook:
    """Mixed into the store: `matches`, `results` and `times` are the store's own."""

    matches: dict[int, Match] = field(default_factory=dict)
    results: dict[int, Sequence[Place]] = field(default_factory=dict)
    times: dict[int, list[datetime]] = field(default_factory=dict)
    """When each match began, and when it ended."""
    set_by: dict[int, Habits] = field(default_factory=dict)
    kept: dict[int, Sequence[Score]] = field(default_factory=dict)
    """What came of each match, in the order of scoring."""
    given: dict[tuple[int, str], Earned] = field(default_factory=dict)
    servers: dict[int, tuple[Server, str]] = field(default_factory=dict)

    async def _call(self, name: str, do: Callable[[], Any]) -> Any:
        raise NotImplementedError

    # Scoring.

    async def unscored(self, limit: int) -> tuple[int, ...]:
        def do() -> tuple[int, ...]:
            left = sorted(each for each in self._in_order() if each[1] not in self.kept)
            return tuple(match_id for _, match_id in left[:limit])

        return await self._call("unscored", do)

    async def ended(self, match_id: int) -> Ended | None:
        found = lambda: self._ended(match_id) if match_id in self.results else None  # noqa: E731
        return await self._call("ended", found)

    async def meetings(self, users: Collection[int], since: datetime, before: Until) -> Meetings:
        def do() -> Meetings:
            met: Counter[tuple[int, Any]] = Counter()
            for at, match_id in self._in_order():
                if since <= at and (at, match_id) < before:
                    met.update(
                        {
                            (one.user_id, rival)
                            for one, other in self._opposed(match_id)
                            for rival in (other.user_id or other.level or NAMELESS,)
                            if one.user_id is not None and one.user_id in users
                        }
                    )
            return Meetings(met)

        return await self._call("meetings", do)

    async def ratings(
        self, users: Collection[int], games: Collection[str]
    ) -> Mapping[tuple[int, str], Rating]:
        def do() -> Mapping[tuple[int, str], Rating]:
            return {
                key: rating
                for key, rating in self._ratings().items()
                if key[0] in users and key[1] in games
            }

        return await self._call("ratings", do)

    async def career(self, user_id: int, until: Until | None = None) -> Career:
        def do() -> Career:
            games: dict[str, Tally] = {}
            streak = longest = 0
            for at, match_id in self._in_order():
                for each in self.results[match_id]:
                    if each.user_id == user_id and (until is None or (at, match_id) <= until):
                        name = self.matches[match_id].game
                        old = games.get(name, Tally())
                        games[name] = Tally(old.matches + 1, old.wins + each.won)
                        if len(self.results[match_id]) > 1:
                            streak = streak + 1 if each.won else 0
                            longest = max(longest, streak)
            return Career(games, streak, longest)

        return await self._call("career", do)

    async def score(self, match_id: int, at: datetime, scores: Sequence[Score]) -> None:
        def do() -> None:
            if match_id in self.kept:
                raise Conflict
            now = self._ratings()
            for each in scores:
                for key, change in self._changes(match_id, each):
                    if change.before != now.get(key, FRESH):
                        raise Conflict
            self.kept[match_id] = scores
            for each in scores:
                if each.user_id is not None:
                    self._give(each.user_id, each.earned, at, match_id)

        await self._call("score", do)

    async def scored(self, match_id: int) -> tuple[Scored, ...]:
        def do() -> tuple[Scored, ...]:
            places = {each.seat: each for each in self.results.get(match_id, ())}
            return tuple(
                self._scored(match_id, places[each.seat], each)
                for each in self.kept.get(match_id, ())
            )

        return await self._call("scored", do)

    # Rankings.

    async def leaders(self, board: Board, at: datetime, limit: int) -> tuple[Leader, ...]:
        return await self._call("leaders", lambda: tuple(self._ranked(board, at)[:limit]))

    async def standing(self, board: Board, at: datetime, user_id: int) -> Leader | None:
        own = lambda: next(  # noqa: E731
            (each for each in self._ranked(board, at) if each.user_id == user_id), None
        )
        return await self._call("standing", own)

    async def forget_spans(self, at: datetime) -> None:
        await self._call("forget_spans", lambda: None)  # sums are made when they are asked for

    # What people look back on.

    async def ratings_of(self, user_id: int) -> Mapping[str, Rating]:
        def do() -> Mapping[str, Rating]:
            return {
                name: rating for (user, name), rating in self._ratings().items() if user == user_id
            }

        return await self._call("ratings_of", do)

    async def rating_points(self, user_id: int, limit: int) -> tuple[RatingPoint, ...]:
        def do() -> tuple[RatingPoint, ...]:
            points = [
                RatingPoint(at, each.overall.after.shown)
                for at, match_id in self._in_order()
                for each in self.kept.get(match_id, ())
                if each.user_id == user_id and each.overall is not None
            ]
            return tuple(points[-limit:])

        return await self._call("rating_points", do)

    async def opponents(self, user_id: int, limit: int) -> tuple[Opponent, ...]:
        def do() -> tuple[Opponent, ...]:
            met: dict[int, Opponent] = {}
            for match_id in self.results:
                for own, other in self._opposed(match_id):
                    if own.user_id == user_id and other.user_id and self._listed(other.user_id):
                        old = met.get(other.user_id, Opponent(other.user_id, 0, 0, 0))
                        met[other.user_id] = Opponent(
                            other.user_id,
                            old.matches + 1,
                            old.wins + (own.place < other.place),
                            old.losses + (own.place > other.place),
                        )
            return tuple(sorted(met.values(), key=lambda each: (-each.matches, each.user_id)))

        return (await self._call("opponents", do))[:limit]

    async def achievements(self, user_id: int) -> tuple[Earned, ...]:
        def do() -> tuple[Earned, ...]:
            own = (each for (user, _), each in self.given.items() if user == user_id)
            return tuple(sorted(own, key=lambda each: (each.at, each.id)))

        return await self._call("achievements", do)

    async def earn(self, user_id: int, ids: Collection[str], at: datetime) -> tuple[str, ...]:
        return await self._call("earn", lambda: self._give(user_id, ids, at, None))

    async def history(self, user_id: int, limit: int, skip: int = 0) -> tuple[Past, ...]:
        def do() -> tuple[Past, ...]:
            past = [
                self._past(at, self.matches[match_id], each)
                for at, match_id in reversed(self._in_order())
                for each in self.results[match_id]
                if each.user_id == user_id
            ]
            return tuple(past[skip : skip + limit])

        return await self._call("history", do)

    # Servers.

    async def server(self, guild_id: int) -> Server:
        found = lambda: self.servers.get(guild_id, (Server(), ""))[0]  # noqa: E731
        return await self._call("server", found)

    async def save_server(self, guild_id: int, server: Server, last: str) -> None:
        def do() -> None:
            _, week = self.servers.get(guild_id, (server, last))
            self.servers[guild_id] = (server, max(week, last))

        await self._call("save_server", do)

    async def podiums_due(self, week: str, guild_id: int | None = None) -> Mapping[int, int]:
        def do() -> Mapping[int, int]:
            return {
                guild: server.podium_channel_id
                for guild, (server, last) in self.servers.items()
                if server.podium_channel_id is not None and last < week
                if guild_id in {None, guild}
            }

        return await self._call("podiums_due", do)

    async def podium_posted(self, guild_id: int, week: str) -> None:
        def do() -> None:
            if guild_id in self.servers:
                server, last = self.servers[guild_id]
                self.servers[guild_id] = (server, max(week, last))

        await self._call("podium_posted", do)

    # Sums.

    def _in_order(self) -> list[Until]:
        """Matches with results, in the order in which they ended."""
        return sorted((self.times[match_id][-1], match_id) for match_id in self.results)

    def _ended(self, match_id: int) -> Ended:
        match, places = self.matches[match_id], self.results[match_id]
        return Ended(
            match_id,
            match.game,
            match.guild_id,
            self.times[match_id][-1],
            tuple(
                SeatResult(
                    each.seat,
                    each.user_id,
                    seat.level if each.user_id is None and seat.salt is None else None,
                    each.place,
                    each.points,
                    each.won,
                    each.left,
                    each.side,
                )
                for each in places
                for seat in (match.seats[each.seat],)
            ),
            match_id in self.kept,
        )

    def _opposed(self, match_id: int) -> Iterator[tuple[SeatResult, SeatResult]]:
        seats = self._ended(match_id).seats
        return ((one, other) for one in seats for other in seats if one.side != other.side)

    def _changes(self, match_id: int, score: Score) -> list[tuple[tuple[int, str], Change]]:
        user, game = score.user_id, self.matches[match_id].game
        changes = ((OVERALL, score.overall), (game, score.in_game))
        return [((user, name), change) for name, change in changes if change and user is not None]

    def _ratings(self) -> dict[tuple[int, str], Rating]:
        return {
            key: change.after
            for match_id, scores in self.kept.items()
            for each in scores
            for key, change in self._changes(match_id, each)
        }

    def _give(
        self, user: int, ids: Collection[str], at: datetime, match_id: int | None
    ) -> tuple[str, ...]:
        new = tuple(id_ for id_ in ids if (user, id_) not in self.given)
        self.given |= {(user, id_): Earned(id_, at, match_id) for id_ in new}
        return new

    def _scored(self, match_id: int, place: Place, score: Score) -> Scored:
        overall, in_game = score.overall, score.in_game
        return Scored(
            place.seat,
            place.user_id,
            place.place,
            score.rounds,
            score.weight,
            overall.after.shown if overall else None,
            overall.gained if overall else None,
            in_game.after.shown if in_game else None,
            in_game.gained if in_game else None,
            tuple(
                earned.id
                for (user, _), earned in self.given.items()
                if user == place.user_id and earned.match_id == match_id
            ),
            overall is not None and overall.after.is_provisional,
        )

    def _listed(self, user_id: int) -> bool:
        return self.set_by.get(user_id, USUAL_HABITS).preferences.listed

    def _lines(self, board: Board, at: datetime) -> dict[int, Leader]:
        """Everybody's line, without its place; the rating of all time is the present one."""
        lines: dict[int, Leader] = {}
        for match_id, scores in self.kept.items():
            match, when = self.matches[match_id], self.times[match_id][-1]
            there = board.guild_id in {None, match.guild_id}
            if not there or board.span.key(when) != board.span.key(at):
                continue
            places = {each.seat: each for each in self.results[match_id]}
            for each in scores:
                if each.user_id is None:
                    continue
                change = dict(self._changes(match_id, each)).get((each.user_id, board.game))
                if change is not None:
                    old = lines.get(each.user_id, Leader(0, each.user_id, 0, 0, 0, 0))
                    lines[each.user_id] = replace(
                        old,
                        matches=old.matches + 1,
                        wins=old.wins + each.weight * places[each.seat].won,
                        points=old.points + each.weight * places[each.seat].points,
                        rating=old.rating + change.gained,
                    )
        return lines

    def _ranked(self, board: Board, at: datetime) -> list[Leader]:
        lines, now = self._lines(board, at), self._ratings()
        if board.span is Span.ALL:
            lines = {
                user: replace(each, rating=now[user, board.game].shown)
                for user, each in lines.items()
            }
        by = board.measure.value
        rated = board.measure is Measure.RATING and board.span is Span.ALL

        def belongs(line: Leader) -> bool:
            if rated:
                return not now[line.user_id, board.game].is_provisional
            return getattr(line, by) > 0

        listed = [each for each in lines.values() if self._listed(each.user_id) and belongs(each)]
        listed.sort(
            key=lambda each: (
                -getattr(each, by),
                -each.wins,
                -each.points,
                each.matches,
                each.user_id,
            )
        )
        values = [getattr(each, by) for each in listed]
        return [replace(each, place=values.index(getattr(each, by)) + 1) for each in listed]

    def _past(self, at: datetime, match: Match, place: Place) -> Past:
        scores = {each.seat: each for each in self.kept.get(match.id, ())}
        overall = scores[place.seat].overall if place.seat in scores else None
        return Past(
            match.id,
            match.game,
            at,
            place.place,
            len(match.seats),
            place.won,
            place.points,
            overall.gained if overall else None,
            match.guild_id,
            match.channel_id,
        )
