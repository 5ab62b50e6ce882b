"""Stored results, ratings and rankings of ended matches, and the interface to store them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol

from bot.engine.contract import Seat
from bot.scores.career import Career
from bot.scores.rating import Rating
from bot.scores.span import Span
from bot.service.values import MatchId, UserId

OVERALL = ""
"""Stands for all games together, in place of a game's id."""
Rival = UserId | str
"""An opponent: a person's id, or a computer's level."""
NAMELESS: Rival = ""
"""Stands for all opponents together whose data was deleted."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The result of a seat, as it was stored when the match ended."""

    seat: Seat
    user_id: UserId | None
    """The person whose result it is, even if they left; ``None`` for a computer's seat and for a
    person whose data was deleted."""
    level: str | None
    """The computer's level, in a seat that no person ever had."""
    place: int
    points: int
    won: bool
    left: bool
    """True if the person left, or was away at the end."""
    side: int
    """The lowest seat of the partnership: the same for all partners."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A match that has ended with results."""

    match_id: MatchId
    game: str
    guild_id: int | None
    at: datetime
    seats: tuple[SeatResult, ...]
    is_scored: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A rating before and after a match."""

    before: Rating
    after: Rating

    @property
    def gained(self) -> int:
        """The change as people see it; negative for a loss."""
        return self.after.shown - self.before.shown


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome of a match for one seat, beyond its place."""

    seat: Seat
    user_id: UserId | None = None
    rounds: tuple[int, ...] = ()
    """The points of each round, if the game counts points."""
    weight: float = 1.0
    """The weight of the match, from 0 to 1 (:mod:`bot.scores.repeats`)."""
    overall: Change | None = None
    """``None`` for computers, and in a match played alone."""
    in_game: Change | None = None
    earned: tuple[str, ...] = ()
    """Ids of achievements; those that the person already has are not stored again."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A seat's score as people see it."""

    seat: Seat
    user_id: UserId | None
    place: int
    rounds: tuple[int, ...]
    """The points of each round, if the game counts points."""
    weight: float
    """The weight of the match for this seat, from 0 to 1."""
    rating: int | None = None
    """The rating over all games after the match; ``None`` if nothing was rated."""
    gained: int | None = None
    game_rating: int | None = None
    """The rating in the match's game after the match."""
    game_gained: int | None = None
    earned: tuple[str, ...] = ()
    """Ids of the achievements that the person first earned in this match."""
    is_provisional: bool = False
    """True if the overall rating was then based on too few matches to be ranked."""


class Measure(Enum):
    """The value that a ranking is sorted by."""

    RATING = "rating"
    """For all time: the rating, if it is established. For a week or a month: the rating gained in
    it."""
    WINS = "wins"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Board:
    """The choice of a ranking: server, span, game and measure."""

    guild_id: int | None = None
    """``None`` means everywhere."""
    span: Span = Span.WEEK
    game: str = OVERALL
    measure: Measure = Measure.RATING


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of a ranking."""

    place: int
    """From 1; people with equal values share a place."""
    user_id: UserId
    matches: int
    wins: float
    """Wins, each with the weight of its match."""
    points: float
    rating: int
    """The rating as people see it; for a week or a month, the rating gained in it."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a match."""

    at: datetime
    rating: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent in past matches, and how those ended; partners are not opponents."""

    user_id: UserId
    matches: int
    wins: int
    """Matches in which the person who asks was placed better."""
    losses: int


@dataclass(frozen=True, slots=True)
class Earned:
    """An achievement that somebody has."""

    id: str
    at: datetime
    match_id: MatchId | None = None


@dataclass(frozen=True, slots=True)
class Past:
    """A finished match in somebody's history."""

    match_id: MatchId
    game: str
    at: datetime
    place: int
    seats: int
    won: bool
    points: int
    gained: int | None
    """The change of the overall rating."""
    guild_id: int | None
    channel_id: int
    tally: int | None = None
    """The count in a match played alone, such as attempts."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server's settings, made by its managers."""

    podium_channel_id: int | None = None
    """The channel for the podium of each week; ``None`` posts none."""


@dataclass(frozen=True, slots=True)
class Podium:
    """The best players of a week in a server."""

    guild_id: int
    channel_id: int
    """The channel that it is posted in."""
    week: datetime
    """The beginning of the week."""
    leaders: tuple[Leader, ...]
    """Up to three people, by the rating they have gained."""
    earned: Mapping[UserId, tuple[str, ...]] = field(default_factory=dict)
    """Ids of the achievements that are new to each person."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """The number of times that people met on one day, before some match ended."""

    met: Mapping[tuple[UserId, Rival], int] = field(default_factory=dict)

    def between(self, user: UserId, rival: Rival) -> int:
        """Return how often ``user`` has had ``rival`` as an opponent.

        Nameless opponents may have been any person, so they count for each: otherwise people could
        delete their data to be met for the first time again and again.
        """
        met = self.met.get((user, rival), 0)
        return met if isinstance(rival, str) else met + self.met.get((user, NAMELESS), 0)


class ScoreStore(Protocol):
    """The part of the store that keeps scores. Every method is one transaction."""

    # Scoring.

    async def unscored(self, limit: int) -> tuple[MatchId, ...]:
        """Return up to ``limit`` unscored matches with results, in the order they ended."""

    async def ended(self, match_id: MatchId) -> Ended | None:
        """Return the results of a match, by seat; ``None`` if it has none."""

    async def meetings(
        self, users: Collection[UserId], since: datetime, before: tuple[datetime, MatchId]
    ) -> Meetings:
        """Count how often these people met their opponents in matches ended from ``since`` on.

        Only matches that ended before ``before`` are counted: before its time, or at the same time
        with a smaller id.
        """

    async def ratings(
        self, users: Collection[UserId], games: Collection[str]
    ) -> Mapping[tuple[UserId, str], Rating]:
        """Return the existing ratings, by person and game (:data:`OVERALL` for all together)."""

    async def career(
        self, user_id: UserId, until: tuple[datetime, MatchId] | None = None
    ) -> Career:
        """Return a person's record in matches up to and including that one, or in all."""

    async def score(self, match_id: MatchId, at: datetime, scores: Sequence[Score]) -> None:
        """Save the scores of a match: ratings, rankings, achievements, all at once.

        ``at`` is when the match ended. Raises :class:`~bot.service.ports.Conflict` if that was done
        already, or if a rating is not what it was when the change was computed; then nothing is
        written.
        """

    async def scored(self, match_id: MatchId) -> tuple[Scored, ...]:
        """Return the scores of a match, by seat; empty before it is scored."""

    # Rankings.

    async def leaders(self, board: Board, at: datetime, limit: int) -> tuple[Leader, ...]:
        """Return the first ``limit`` lines of a ranking, for the span that ``at`` is in.

        Left out are people who do not want to be listed, provisional ratings in the ranking of all
        time by rating, and in all other rankings people with nothing above 0.
        """

    async def standing(self, board: Board, at: datetime, user_id: UserId) -> Leader | None:
        """Return a person's own line; ``None`` if they are not in the ranking."""

    async def forget_spans(self, at: datetime) -> None:
        """Delete rankings of weeks and months that nobody can ask for any more.

        Those of the span that ``at`` is in and of the one before it stay.
        """

    # Profiles and history.

    async def ratings_of(self, user_id: UserId) -> Mapping[str, Rating]:
        """Return a person's ratings, by game."""

    async def rating_points(self, user_id: UserId, limit: int) -> tuple[RatingPoint, ...]:
        """Return the overall rating after each of a person's last ``limit`` matches, in order."""

    async def opponents(self, user_id: UserId, limit: int) -> tuple[Opponent, ...]:
        """Return the opponents met most often, except those who do not want to be listed."""

    async def achievements(self, user_id: UserId) -> tuple[Earned, ...]:
        """Return the achievements a person has earned, in order."""

    async def earn(self, user_id: UserId, ids: Collection[str], at: datetime) -> tuple[str, ...]:
        """Give a person achievements; return those that they did not have."""

    async def history(self, user_id: UserId, limit: int, skip: int = 0) -> tuple[Past, ...]:
        """Return a person's finished matches, newest first."""

    # Servers.

    async def server(self, guild_id: int) -> Server:
        """Return the settings of a server, or the defaults."""

    async def save_server(self, guild_id: int, server: Server, last: str) -> None:
        """Save a server's settings; podiums up to the week ``last`` are no longer posted."""

    async def podiums_due(self, week: str, guild_id: int | None = None) -> Mapping[int, int]:
        """Return the channel, by server, for each podium of that week not yet posted.

        With ``guild_id`` return only that server, if it is one of them.
        """

    async def podium_posted(self, guild_id: int, week: str) -> None:
        """Record that a server's podium of a week was posted, or that there was none to post."""
