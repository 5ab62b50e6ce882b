"""The interface of the store: matches, and what it keeps about people and servers."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from types import MappingProxyType
from typing import Protocol

from bot.engine.options import OptionValue
from bot.model.calls import Digest
from bot.model.match import MatchId, UserId
from bot.model.messages import MessageRecord
from bot.model.preferences import Holiday, PlayerSettings, Preferences, ThemeChoice
from bot.model.privacy import Erasure, Holdings, OwnMatch, Row
from bot.model.scores import (
    EarnedAchievement,
    EndedMatch,
    Meetings,
    Opponent,
    PastMatch,
    Post,
    RankingQuery,
    RankingRow,
    RatingPoint,
    Score,
    ScoredSeat,
    Server,
    SoloResult,
)
from bot.model.shards import Shards
from bot.scores.career import Career
from bot.scores.rating import Rating
from bot.service.ports.changes import ChangeFeed
from bot.service.ports.daily import DailyStore
from bot.service.ports.matches import MatchStore
from bot.service.ports.puzzles import PuzzleStore


class Store(MatchStore, DailyStore, PuzzleStore, Protocol):
    """Keeps everything. Every method is one transaction; times are UTC and aware.

    With ``shards`` only matches and servers on those shards are returned. Any method may raise
    :class:`StoreFault`.
    """

    changes: ChangeFeed
    """Tells other processes what has changed."""
    is_exclusive: bool
    """True if no other process writes to this store, so that copies in memory stay current."""

    async def dispose(self) -> None:
        """Disconnect; all operations must have finished."""

    # What waits for people, and how they are told of it.

    async def waiting_for(self, user_id: UserId) -> tuple[MatchId, ...]:
        """Return the running matches that wait for a person's move, the most urgent first."""

    async def others_expected_by(self, user_id: UserId) -> datetime | None:
        """Return the first moment at which time runs out in a person's running matches, if any."""

    async def last_moves(self, match_ids: Collection[MatchId]) -> Mapping[MatchId, datetime]:
        """Return when the last entry of each match's log was committed; none for lobbies."""

    async def digests_due(self, until: datetime) -> tuple[Digest, ...]:
        """Return the digests that were due by a moment and were not settled."""

    async def next_digest(self, after: datetime) -> datetime | None:
        """Return when the first digest after a moment is due."""

    async def claim_digest(self, digest: Digest, at: datetime | None) -> bool:
        """Claim a digest at a moment, or with ``None`` let go of it.

        Return whether that was done: not if it was claimed, settled or changed since it was read.
        """

    async def settle_digest(self, digest: Digest, due_at: datetime) -> None:
        """Note that this digest needs no more work; the next one is due at ``due_at``."""

    # People.

    async def player_settings(
        self, users: Collection[UserId], since: datetime
    ) -> Mapping[UserId, PlayerSettings]:
        """Return people's settings, with the holidays that ended after ``since``.

        People who have set nothing are left out.
        """

    async def save_preferences(
        self,
        user_id: UserId,
        preferences: Preferences,
        replacing: Preferences | None = None,
        digest_at: datetime | None = None,
    ) -> None:
        """Save a person's preferences; with ``digest_at``, their next digest is due then.

        Raises :class:`Conflict` if ``replacing`` is given and differs from what is stored.
        """

    async def save_locale(self, user_id: UserId, locale: str) -> None:
        """Save the locale of a person's Discord, if they sit in an open match."""

    async def save_holiday(self, user_id: UserId, holiday: Holiday) -> None:
        """Save a holiday, in place of one that began at the same moment."""

    async def offer_lesson(self, user_id: UserId, game: str, at: datetime) -> bool:
        """Record that the lesson of a game is offered to a person; return whether it should be.

        It is not if it was offered before, or if they have finished a match of the game.
        """

    # Scoring.

    async def unscored(self, limit: int) -> tuple[MatchId, ...]:
        """Return up to ``limit`` unscored matches with results, in the order they ended."""

    async def ended(self, match_id: MatchId) -> EndedMatch | None:
        """Return the results of a match, by seat; ``None`` if it has none."""

    async def meetings(
        self, users: Collection[UserId], since: datetime, before: tuple[datetime, MatchId]
    ) -> Meetings:
        """Count how often these people met their opponents in matches ended from ``since`` on.

        Only matches that ended before ``before`` are counted: before its time, or at the same time
        with a smaller id. Unrated matches are not, nor those in which anybody took a hint.
        """

    async def ratings(
        self, users: Collection[UserId], games: Collection[str]
    ) -> Mapping[tuple[UserId, str], Rating]:
        """Return the existing ratings, by person and game (:data:`OVERALL` for all together)."""

    async def career(
        self, user_id: UserId, until: tuple[datetime, MatchId] | None = None
    ) -> Career:
        """Return a person's record in matches up to and including that one, or in all.

        One that is not won ends a streak, but of those with hints only one's own. An unrated match
        that they left ends it, too, and does not count as played.
        """

    async def score(self, match_id: MatchId, at: datetime, scores: Sequence[Score]) -> None:
        """Save the scores of a match: ratings, rankings, achievements, all at once.

        ``at`` is when the match ended. Raises :class:`Conflict` if that was done already, or if a
        rating is not what it was when the change was computed; then nothing is written.
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

    async def ratings_of(self, user_id: UserId) -> Mapping[str, Rating]: ...

    async def rating_points(self, user_id: UserId, limit: int) -> tuple[RatingPoint, ...]:
        """Return the overall rating after each of a person's last ``limit`` matches, in order.

        It begins with the first rating that people see.
        """

    async def opponents(self, user_id: UserId, limit: int) -> tuple[Opponent, ...]:
        """Return the opponents met most often, except those who do not want to be listed.

        Unrated matches are left out, and those in which anybody took a hint.
        """

    async def achievements(self, user_id: UserId) -> tuple[EarnedAchievement, ...]: ...

    async def earn(self, user_id: UserId, ids: Collection[str], at: datetime) -> tuple[str, ...]:
        """Give a person achievements; return those that they did not have."""

    async def history(self, user_id: UserId, limit: int, skip: int = 0) -> tuple[PastMatch, ...]:
        """Return a person's finished matches, newest first."""

    async def solo_results(
        self,
        user_id: UserId,
        game: str,
        options: Mapping[str, OptionValue],
        usual: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> tuple[SoloResult, ...]:
        """Return a person's finished solo matches with exactly these options, in order of ending.

        ``usual`` has the values of options that a match lacks, being older than they are.
        """

    # Servers.

    async def server(self, guild_id: int) -> Server: ...

    async def save_post_channel(
        self, guild_id: int, post: Post, channel_id: int | None, last: str
    ) -> None:
        """Save where something is posted.

        If it was posted nowhere before, it begins with the period after ``last``.
        """

    async def save_server_language(self, guild_id: int, language: str | None) -> None:
        """Save the language of a server; ``None`` for the one in its Discord settings."""

    async def save_server_theme(self, guild_id: int, theme: ThemeChoice) -> None:
        """Save the parts of a server's theme that ``theme`` has; a part that is ``None`` stays."""

    async def posts_due(
        self, post: Post, period: str, shards: Shards, guild_id: int | None = None
    ) -> Mapping[int, int]:
        """Return the channel, by server, where something is not yet posted for a period.

        Later periods have keys that sort later.

        With ``guild_id`` return only that server, if it is one of them.
        """

    async def post_done(self, post: Post, guild_id: int, period: str) -> None:
        """Record that something was posted for a period, or that there was nothing to post."""

    # Privacy.

    async def holdings(self, user_id: UserId) -> Holdings: ...

    async def own_rows(self, user_id: UserId) -> Mapping[str, Sequence[Row]]:
        """Return the rows about a person by their names in an export, without ids of others."""

    async def own_matches(self, user_id: UserId) -> Sequence[MatchId]:
        """Return all matches that name a person, newest first."""

    async def played(
        self, user_id: UserId, ids: Sequence[MatchId], *, moves: bool = True
    ) -> Sequence[OwnMatch]:
        """Return those of these matches that still exist, in order, as they concern that person.

        Without ``moves`` their moves are left out. Of others only their number is included, and
        nothing that is secret as long as a match is open.
        """

    async def direct_messages_to(self, user_id: UserId) -> Sequence[MessageRecord]:
        """Return the known direct messages to a person, tables played there included."""

    async def erase(self, user_id: UserId, open_deals: Collection[date] = ()) -> Erasure:
        """Delete everything that names a person, in one transaction; a repeated call does nothing.

        Matches in which nobody else sat are deleted with their logs; others keep a seat without a
        name. Of attempts at the deals of ``open_deals``, it keeps that there was one, in a way that
        doesn't tell whose. Raises :class:`Conflict` while the person sits at an open table.
        """
