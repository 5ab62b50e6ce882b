"""What the service asks of the outside: a store, a publisher, a clock, and entropy."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Protocol

from bot.engine.options import OptionValue
from bot.engine.record import Entry
from bot.scores.career import Career, Tally
from bot.scores.rating import Rating
from bot.scores.span import Span
from bot.service.agenda import NOTHING, Agenda, SeatClock
from bot.service.habits import Habits, Holiday, Letters, Preferences, QuietHours
from bot.service.meter import Census
from bot.service.mine import Erasure, Holdings, Played, PrivacyStore, Row
from bot.service.pace import Pace
from bot.service.publishing import (
    Barred,
    ChannelGone,
    News,
    NotShown,
    PersonGone,
    Publisher,
    ServerLeft,
    Update,
)
from bot.service.scorebook import (
    NAMELESS,
    OVERALL,
    Board,
    Change,
    Earned,
    Ended,
    Leader,
    Measure,
    Meetings,
    Opponent,
    Past,
    Podium,
    RatingPoint,
    Rival,
    Score,
    Scored,
    ScoreStore,
    SeatResult,
    Server,
)
from bot.service.values import (
    OPEN_STAGES,
    Awaits,
    GivenUp,
    Match,
    MatchId,
    Moved,
    NewMatch,
    Occupant,
    Place,
    Posted,
    Stage,
    Stay,
    Terms,
    Try,
    UserId,
)

__all__ = [
    "NAMELESS",
    "NOTHING",
    "OPEN_STAGES",
    "OVERALL",
    "Agenda",
    "Awaits",
    "Barred",
    "Board",
    "Career",
    "Census",
    "Change",
    "ChannelGone",
    "ChannelTaken",
    "Clock",
    "Conflict",
    "Earned",
    "Ended",
    "Entropy",
    "Erasure",
    "GivenUp",
    "Habits",
    "Holdings",
    "Holiday",
    "Leader",
    "Letters",
    "Match",
    "MatchId",
    "Measure",
    "Meetings",
    "Moved",
    "NewMatch",
    "News",
    "NotShown",
    "Occupant",
    "Opponent",
    "Pace",
    "Past",
    "PersonGone",
    "Place",
    "Played",
    "Podium",
    "Posted",
    "Preferences",
    "Publisher",
    "QuietHours",
    "Rating",
    "RatingPoint",
    "Rival",
    "Row",
    "Score",
    "Scored",
    "SeatClock",
    "SeatResult",
    "Server",
    "ServerLeft",
    "Span",
    "Stage",
    "Stay",
    "Store",
    "StoreBusy",
    "StoreFault",
    "StoreReadOnly",
    "StoreTooNew",
    "Tally",
    "Terms",
    "Try",
    "Update",
    "UserId",
]


class StoreFault(Exception):
    """The store could not do it, or could not say whether it did."""


class StoreBusy(StoreFault):
    """Somebody else held the database for too long; nothing was written, try in a moment."""


class StoreReadOnly(StoreFault):
    """The database cannot be written; nothing was."""


class StoreTooNew(StoreFault):
    """The database was made by a newer Boneyard."""


class ChannelTaken(Exception):
    """The channel already has an open match."""


class Conflict(Exception):
    """The match has changed since it was read; nothing was written."""


class Store(ScoreStore, PrivacyStore, Protocol):
    """Where matches live. Every method is one transaction; times are UTC and aware.

    Any method may raise :class:`StoreFault`.
    """

    async def open_match(self, new: NewMatch, at: datetime) -> Match:
        """Store a lobby (version 1, nothing shown); raises :class:`ChannelTaken`.

        So it does for a rematch that is open already, wherever that is.
        """

    async def match(self, match_id: MatchId) -> Match | None:
        """The match, with its seats in order and its agenda."""

    async def open_in(self, channel_id: int) -> Match | None:
        """The lobby or running match of a channel."""

    async def open_of(self, user_id: UserId) -> tuple[Match, ...]:
        """The lobbies and running matches a person sits in, oldest first."""

    async def log(self, match_id: MatchId) -> tuple[Entry, ...]:
        """Every move from the start."""

    async def late(self, match_id: MatchId, since: int) -> frozenset[int]:
        """The plies from ``since`` on that the clock made for somebody."""

    async def save_lobby(self, match_id: MatchId, version: int, terms: Terms) -> None:
        """Replace what a lobby agreed on, if it is still a lobby of ``version``.

        The version goes up by one. Raises :class:`Conflict`.
        """

    async def start(
        self, match_id: MatchId, version: int, *, start_salt: str, moved: Moved
    ) -> None:
        """Make a lobby of ``version`` a running match with its first moves.

        Raises :class:`Conflict`.
        """

    async def append(self, match_id: MatchId, ply: int, moved: Moved) -> None:
        """Add moves to a running match whose log has ``ply`` entries.

        With ``places`` the match is over, and they are stored as its results. The version goes up
        by one. Raises :class:`Conflict`.
        """

    async def take_seat(
        self, match_id: MatchId, occupant: Occupant, awaits: Awaits, agenda: Agenda
    ) -> None:
        """Replace who sits in one seat of a running match; the version goes up by one.

        Raises :class:`Conflict`.
        """

    async def close(
        self,
        match_id: MatchId,
        why: GivenUp,
        at: datetime,
        occupant: Occupant | None = None,
        version: int | None = None,
        places: Sequence[Place] = (),
    ) -> None:
        """Give up a lobby or a running match, of ``version`` if that is told.

        With ``places`` its results count. ``occupant`` sits in their seat from then on. The version
        goes up by one. Raises :class:`Conflict`.
        """

    # The clock.

    async def plan(
        self, match_id: MatchId, version: int, agenda: Agenda, *, shown: bool = False
    ) -> None:
        """Replace the agenda of an open match of ``version``; raises :class:`Conflict`.

        With ``shown`` the version goes up by one, so that the table tells of it.
        """

    async def alarms(self, until: datetime, limit: int) -> tuple[MatchId, ...]:
        """Open matches for which something was to be done by ``until``, in order."""

    async def next_alarm(self) -> datetime | None:
        """When something is to be done for any match."""

    async def postpone(self, match_id: MatchId, until: datetime) -> None:
        """See to a match later: it could not be seen to now.

        Unless it was changed meanwhile so that it rings later than that, or never any more.
        """

    async def stays(self) -> tuple[Stay, ...]:
        """All running matches in servers."""

    # People.

    async def habits(self, users: Collection[UserId], since: datetime) -> Mapping[UserId, Habits]:
        """What people have set, with the holidays that ended after ``since``.

        Those who have set nothing are left out.
        """

    async def save_preferences(self, user_id: UserId, preferences: Preferences) -> None:
        """Keep what a person has set."""

    async def save_holiday(self, user_id: UserId, holiday: Holiday) -> None:
        """Keep a holiday, in place of one that began at the same moment."""

    # Rematches.

    async def rematch(self, match_id: MatchId) -> Match | None:
        """The lobby or running match that repeats a match."""

    async def last_ended_in(self, channel_id: int) -> MatchId | None:
        """The match that ended last in a channel, among those with results."""

    async def last_over(self, channel_id: int, user_id: UserId) -> Match | None:
        """The match that ended last in a channel among those in which a person sat."""

    # What is shown.

    async def mark_shown(self, match_id: MatchId, version: int, ply: int) -> None:
        """The channel has seen that version and ply (never goes back)."""

    async def owed(self) -> tuple[MatchId, ...]:
        """Matches whose newest version was not shown, or whose table waits for a computer."""

    async def census(self) -> Census:
        """How many matches there are now."""

    async def remember(self, match_id: MatchId, posted: Posted) -> None:
        """A message that shows the match, or what it shows now."""

    async def posted(self, match_id: MatchId) -> tuple[Posted, ...]:
        """The messages that show the match, the oldest first."""

    async def forget(self, match_id: MatchId, message_id: int) -> None:
        """That message is gone or has lost its buttons."""

    async def dispose(self) -> None:
        """Hang up; what was under way must be finished."""

    async def tries(
        self,
        user_id: UserId,
        game: str,
        options: Mapping[str, OptionValue],
        usual: Mapping[str, OptionValue] = MappingProxyType({}),
    ) -> tuple[Try, ...]:
        """What a person finished alone of a game with just these options, in order of ending.

        ``usual`` are the values of options that a match does not tell, being older than they are.
        """


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present, aware, in UTC."""


class Entropy(Protocol):
    """Fresh chance that nobody can foresee."""

    def secret(self) -> bytes:
        """32 random bytes."""
