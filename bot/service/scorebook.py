"""What is kept of matches that have ended, and who asks for it: results, ratings, rankings."""

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
"""Stands for all games together, where a game's id may stand."""
Rival = UserId | str
"""Whom somebody met: a person, or a computer's level."""
NAMELESS: Rival = ""
"""Stands for all those together whose data was deleted."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a seat came to, as it was stored when the match ended."""

    seat: Seat
    user_id: UserId | None
    """The person whose result it is, also if they left; ``None`` for a computer's seat and for
    somebody whose data was deleted."""
    level: str | None
    """The computer's level, where no person has ever sat."""
    place: int
    points: int
    won: bool
    left: bool
    """Whether the person left, or was away at the end."""
    side: int
    """The same for partners: the lowest of their seats."""


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
        """What is shown as won or lost."""
        return self.after.shown - self.before.shown


@dataclass(frozen=True, slots=True)
class Score:
    """What came of a match for one seat, beyond its place."""

    seat: Seat
    user_id: UserId | None = None
    rounds: tuple[int, ...] = ()
    """The points of each round, where the game counts points."""
    weight: float = 1.0
    """How much it counted, from 0 to 1 (:mod:`bot.scores.repeats`)."""
    overall: Change | None = None
    """``None`` for computers, and where a match was played alone."""
    in_game: Change | None = None
    earned: tuple[str, ...] = ()
    """Ids of achievements; those that the person has already are not stored again."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What people are shown of a seat's score."""

    seat: Seat
    user_id: UserId | None
    place: int
    rounds: tuple[int, ...]
    """The points of each round, where the game counts points."""
    weight: float
    """How much the match counted for it, from 0 to 1."""
    rating: int | None = None
    """Over all games, after the match; ``None`` where nothing was rated."""
    gained: int | None = None
    game_rating: int | None = None
    """In the match's game, after it."""
    game_gained: int | None = None
    earned: tuple[str, ...] = ()
    """Ids of the achievements that it was the first to bring."""
    is_provisional: bool = False
    """Whether the rating over all games rested on too few matches then to be ranked by."""


class Measure(Enum):
    """What a ranking goes by."""

    RATING = "rating"
    """Of all time: the rating of those who have an established one. Of a week or a month: what was
    gained in it."""
    WINS = "wins"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Board:
    """Which ranking is meant."""

    guild_id: int | None = None
    """``None``: everywhere."""
    span: Span = Span.WEEK
    game: str = OVERALL
    measure: Measure = Measure.RATING


@dataclass(frozen=True, slots=True)
class Leader:
    """A line of a ranking."""

    place: int
    """From 1; those with equal values share a place."""
    user_id: UserId
    matches: int
    wins: float
    """Each counted as much as its match did."""
    points: float
    rating: int
    """As people see it; of a week or a month what was gained in it."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating as it stood after a match."""

    at: datetime
    rating: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody met in matches, and how those ended: partners are no opponents."""

    user_id: UserId
    matches: int
    wins: int
    """Matches that the one who asks came out of better placed."""
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
    """By how much the overall rating changed."""
    guild_id: int | None
    channel_id: int


@dataclass(frozen=True, slots=True)
class Server:
    """What a server's managers have set."""

    podium_channel_id: int | None = None
    """Where the podium of each week is posted; ``None``: nowhere."""


@dataclass(frozen=True, slots=True)
class Podium:
    """The first of a week in a server."""

    guild_id: int
    channel_id: int
    """Where it is posted."""
    week: datetime
    """When the week began."""
    leaders: tuple[Leader, ...]
    """Up to three, by what they have gained."""
    earned: Mapping[UserId, tuple[str, ...]] = field(default_factory=dict)
    """Ids of the achievements that they did not have before."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """How often people have met on one day, before some match ended."""

    met: Mapping[tuple[UserId, Rival], int] = field(default_factory=dict)

    def between(self, user: UserId, rival: Rival) -> int:
        """How often ``user`` has had ``rival`` for an opponent.

        Whoever has no name any more may have been any person: else somebody could be met for the
        first time again and again, deleting their data in between.
        """
        met = self.met.get((user, rival), 0)
        return met if isinstance(rival, str) else met + self.met.get((user, NAMELESS), 0)


class ScoreStore(Protocol):
    """The part of the store that keeps scores. Every method is one transaction."""

    # Scoring.

    async def unscored(self, limit: int) -> tuple[MatchId, ...]:
        """Matches with results that have not been scored yet, in the order in which they ended."""

    async def ended(self, match_id: MatchId) -> Ended | None:
        """The results of a match, by seat; ``None`` while it has none."""

    async def meetings(
        self, users: Collection[UserId], since: datetime, before: tuple[datetime, MatchId]
    ) -> Meetings:
        """How often these people met their opponents in matches that ended from ``since`` on.

        Only matches that ended before ``before`` are counted: that moment, or the same moment and a
        smaller id.
        """

    async def ratings(
        self, users: Collection[UserId], games: Collection[str]
    ) -> Mapping[tuple[UserId, str], Rating]:
        """The ratings there are, by person and game (:data:`OVERALL` for all together)."""

    async def career(
        self, user_id: UserId, until: tuple[datetime, MatchId] | None = None
    ) -> Career:
        """What somebody has done, in matches up to that one, itself included."""

    async def score(self, match_id: MatchId, at: datetime, scores: Sequence[Score]) -> None:
        """Keep what came of a match: ratings, rankings, achievements, all at once.

        ``at`` is when the match ended. Raises :class:`~bot.service.ports.Conflict` when that was
        done already, or a rating is not what it was when the change was worked out; then nothing is
        written.
        """

    async def scored(self, match_id: MatchId) -> tuple[Scored, ...]:
        """What was kept of a scored match, by seat; empty before it is scored."""

    # Rankings.

    async def leaders(self, board: Board, at: datetime, limit: int) -> tuple[Leader, ...]:
        """The first of a ranking, of the span that ``at`` lies in.

        Who does not want to be listed is left out, and so are provisional ratings, and of a
        week's or a month's rankings those who have not gained.
        """

    async def standing(self, board: Board, at: datetime, user_id: UserId) -> Leader | None:
        """Somebody's own line; ``None`` where they are not in the ranking."""

    async def forget_spans(self, at: datetime) -> None:
        """Drop rankings of weeks and months that nobody can ask for any more.

        Those of the span that ``at`` lies in and of the one before it stay.
        """

    # What people look back on.

    async def ratings_of(self, user_id: UserId) -> Mapping[str, Rating]:
        """Somebody's ratings, by game."""

    async def rating_points(self, user_id: UserId, limit: int) -> tuple[RatingPoint, ...]:
        """The overall rating after each of somebody's last ``limit`` matches, in order."""

    async def opponents(self, user_id: UserId, limit: int) -> tuple[Opponent, ...]:
        """Whom somebody met most often; those who do not want to be listed are left out."""

    async def achievements(self, user_id: UserId) -> tuple[Earned, ...]:
        """What somebody has earned, in order."""

    async def earn(self, user_id: UserId, ids: Collection[str], at: datetime) -> tuple[str, ...]:
        """Give somebody achievements; returns those that they did not have."""

    async def history(self, user_id: UserId, limit: int, skip: int = 0) -> tuple[Past, ...]:
        """Somebody's finished matches, the newest first."""

    # Servers.

    async def server(self, guild_id: int) -> Server:
        """What a server's managers have set, or how it is by itself."""

    async def save_server(self, guild_id: int, server: Server, last: str) -> None:
        """Keep what they set; podiums up to the week ``last`` are not posted any more."""

    async def podiums_due(self, week: str, guild_id: int | None = None) -> Mapping[int, int]:
        """Servers that want the podium of that week and have not had it, with the channel.

        With ``guild_id`` that server alone, if it is one of them.
        """

    async def podium_posted(self, guild_id: int, week: str) -> None:
        """A server has had the podium of a week, or there was none to post."""
