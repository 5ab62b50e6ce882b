"""The interface to store results, ratings and rankings."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from bot.model.match import MatchId, UserId
from bot.model.scores import (
    Earned,
    Ended,
    Meetings,
    Opponent,
    Past,
    RankingQuery,
    RankingRow,
    RatingPoint,
    Score,
    ScoredSeat,
    Server,
)
from bot.model.shards import Shards
from bot.model.themes import ThemeChoice
from bot.scores.career import Career
from bot.scores.rating import Rating


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

        ``at`` is when the match ended. Raises :class:`~bot.service.ports.faults.Conflict` if that
        was done already, or if a rating is not what it was when the change was computed; then
        nothing is written.
        """

    async def scored(self, match_id: MatchId) -> tuple[ScoredSeat, ...]:
        """Return the scores of a match, by seat; empty before it is scored."""

    # Rankings.

    async def ranking_rows(
        self, board: RankingQuery, at: datetime, limit: int
    ) -> tuple[RankingRow, ...]:
        """Return the first ``limit`` lines of a ranking, for the span that ``at`` is in.

        Left out are people who do not want to be listed, provisional ratings in the ranking of all
        time by rating, and in all other rankings people with nothing above 0.
        """

    async def ranking_row(
        self, board: RankingQuery, at: datetime, user_id: UserId
    ) -> RankingRow | None:
        """Return a person's own line; ``None`` if they are not in the ranking."""

    async def forget_spans(self, at: datetime) -> None:
        """Delete rankings of weeks and months that nobody can ask for any more.

        Those of the span that ``at`` is in and of the one before it stay.
        """

    # Profiles and history.

    async def ratings_of(self, user_id: UserId) -> Mapping[str, Rating]:
        """Return a person's ratings, by game."""

    async def rating_points(self, user_id: UserId, limit: int) -> tuple[RatingPoint, ...]:
        """Return the overall rating after each of a person's last ``limit`` matches, in order.

        It begins with the first rating that people see.
        """

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

    async def save_podium_channel(self, guild_id: int, channel_id: int | None, last: str) -> None:
        """Save where podiums are posted; those up to the week ``last`` are no longer posted."""

    async def save_server_language(self, guild_id: int, language: str | None) -> None:
        """Save the language of a server; ``None`` for the one in its Discord settings."""

    async def save_server_theme(self, guild_id: int, theme: ThemeChoice) -> None:
        """Save the parts of a server's theme that ``theme`` has; a part that is ``None`` stays."""

    async def podiums_due(
        self, week: str, shards: Shards, guild_id: int | None = None
    ) -> Mapping[int, int]:
        """Return the channel, by server, for each podium of that week not yet posted.

        With ``guild_id`` return only that server, if it is one of them.
        """

    async def podium_posted(self, guild_id: int, week: str) -> None:
        """Record that a server's podium of a week was posted, or that there was none to post."""
