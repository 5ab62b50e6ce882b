"""What the service asks of the outside: a store, a publisher, a clock, and entropy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from types import MappingProxyType
from typing import Protocol

from bot.engine.contract import Event, Observation, Seat
from bot.engine.options import OptionValue
from bot.engine.record import Entry

UserId = int
MatchId = int


class Stage(Enum):
    """Where a match stands."""

    LOBBY = "lobby"
    """People are joining."""
    RUNNING = "running"
    OVER = "over"
    """Played to its end."""
    CLOSED = "closed"
    """Given up: a lobby nobody started, or a match that everybody left."""


OPEN_STAGES = frozenset({Stage.LOBBY, Stage.RUNNING})


class Awaits(Enum):
    """Who the table waits for."""

    NOBODY = "nobody"
    PERSON = "person"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits in a seat."""

    seat: Seat
    user_id: UserId | None = None
    """The person whose seat it is."""
    level: str | None = None
    """The computer that plays it, for itself or for the person."""
    salt: str | None = None
    """What the person's join added to the shuffle: the interaction's id, which Discord assigned."""
    left_by: UserId | None = None
    """The person who left it for good."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it is stored, without its log."""

    id: MatchId
    game: str
    rules: int
    """Version of the rules it is played under."""
    options: Mapping[str, OptionValue]
    guild_id: int | None
    """``None`` in a direct message."""
    channel_id: int
    host_id: UserId
    stage: Stage
    ply: int
    """Length of the log."""
    shown_ply: int
    """Length of the log when the table was last shown."""
    version: int
    """Counts every committed change: joins, options, moves, seats taken over."""
    shown_version: int
    """The version that was last shown in the channel."""
    awaits: Awaits
    secret: bytes = field(repr=False)
    """What the shuffles follow from, with the salts; shown to nobody before the end."""
    start_salt: str | None
    """The id of the interaction that started it."""
    created_at: datetime
    seats: tuple[Occupant, ...]

    @property
    def salts(self) -> tuple[str, ...]:
        """The public part of the match's chance, in order (docs/notation.md)."""
        salts = [occupant.salt for occupant in self.seats] + [self.start_salt]
        return tuple(salt for salt in salts if salt is not None)

    def seat_of(self, user_id: UserId) -> Seat | None:
        """Where the person sits, if at all."""
        return next((each.seat for each in self.seats if each.user_id == user_id), None)

    @property
    def is_open(self) -> bool:
        """Whether it is a lobby or running."""
        return self.stage in OPEN_STAGES

    @property
    def people(self) -> tuple[UserId, ...]:
        """Those who sit here, by seat."""
        return tuple(each.user_id for each in self.seats if each.user_id is not None)


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A table to be opened."""

    game: str
    rules: int
    options: Mapping[str, OptionValue]
    guild_id: int | None
    channel_id: int
    host_id: UserId
    secret: bytes = field(repr=False)
    seats: tuple[Occupant, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """What a seat came to when a match ended."""

    seat: Seat
    user_id: UserId | None
    place: int
    """From 1; ties share a place, and who left comes after who stayed."""
    points: int
    """Worth having, so that a leaderboard may add them up: none where points are penalties."""
    won: bool
    tally: int | None = None
    """Of a match played alone: what is held against other tries, the fewest best."""


@dataclass(frozen=True, slots=True)
class Try:
    """A finished match that was played alone."""

    match_id: MatchId
    won: bool
    tally: int | None
    """What is held against other tries, the fewest best."""
    seconds: int
    """From the start to the end."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of a leaderboard."""

    user_id: UserId
    matches: int
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Posted:
    """A message of ours that shows a match: in its channel, or to one person."""

    channel_id: int
    message_id: int
    user_id: UserId | None = None
    """Whose direct message it is; ``None`` for the channel's."""
    version: int = 0
    """The match's version that it shows."""
    ply: int = 0
    """The length of the log that it shows; 0 for a lobby."""


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


class Store(Protocol):
    """Where matches live. Every method is one transaction; times are UTC and aware.

    Any method may raise :class:`StoreFault`.
    """

    async def open_match(self, new: NewMatch, at: datetime) -> Match:
        """Store a lobby (version 1, nothing shown); raises :class:`ChannelTaken`."""

    async def match(self, match_id: MatchId) -> Match | None:
        """The match, with its seats in order."""

    async def open_in(self, channel_id: int) -> Match | None:
        """The lobby or running match of a channel."""

    async def open_of(self, user_id: UserId) -> tuple[Match, ...]:
        """The lobbies and running matches a person sits in, oldest first."""

    async def log(self, match_id: MatchId) -> tuple[Entry, ...]:
        """Every move from the start."""

    async def save_lobby(
        self,
        match_id: MatchId,
        version: int,
        *,
        host_id: UserId,
        options: Mapping[str, OptionValue],
        seats: Sequence[Occupant],
    ) -> None:
        """Replace what a lobby agreed on, if it is still a lobby of ``version``.

        The version goes up by one. Raises :class:`Conflict`.
        """

    async def start(
        self,
        match_id: MatchId,
        version: int,
        *,
        start_salt: str,
        entries: Sequence[Entry],
        awaits: Awaits,
        at: datetime,
    ) -> None:
        """Make a lobby of ``version`` a running match with its first moves.

        Raises :class:`Conflict`.
        """

    async def append(
        self,
        match_id: MatchId,
        ply: int,
        *,
        entries: Sequence[Entry],
        awaits: Awaits,
        at: datetime,
        places: Sequence[Place] | None = None,
    ) -> None:
        """Add moves to a running match whose log has ``ply`` entries.

        With ``places`` the match is over, and they are stored as its results. The version goes up
        by one. Raises :class:`Conflict`.
        """

    async def take_seat(
        self,
        match_id: MatchId,
        occupant: Occupant,
        awaits: Awaits,
        closed_at: datetime | None = None,
    ) -> None:
        """Replace who sits in one seat of a running match; the version goes up by one.

        With ``closed_at`` the match is given up in the same moment. Raises :class:`Conflict`.
        """

    async def close(self, match_id: MatchId, at: datetime) -> None:
        """Give up a lobby or a running match; the version goes up by one."""

    async def mark_shown(self, match_id: MatchId, version: int, ply: int) -> None:
        """The channel has seen that version and ply (never goes back)."""

    async def owed(self) -> tuple[MatchId, ...]:
        """Matches whose newest version was not shown, or whose table waits for a computer."""

    async def remember(self, match_id: MatchId, posted: Posted) -> None:
        """A message that shows the match, or what it shows now."""

    async def posted(self, match_id: MatchId) -> tuple[Posted, ...]:
        """The messages that show the match, the oldest first."""

    async def forget(self, match_id: MatchId, message_id: int) -> None:
        """That message is gone or has lost its buttons."""

    async def dispose(self) -> None:
        """Hang up; what was under way must be finished."""

    async def standings(self, guild_id: int, limit: int) -> tuple[Standing, ...]:
        """A server's people by wins, then points, then fewer matches.

        Matches that were played alone do not count.
        """

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


@dataclass(frozen=True, slots=True)
class News:
    """One move and what came of it, as spectators saw it."""

    ply: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Update:
    """Everything that is to be shown of a match now."""

    match: Match
    seen: Observation | None
    """As a spectator sees it; ``None`` in a lobby."""
    news: tuple[News, ...]
    """What happened since the table was last shown."""
    hands: Mapping[UserId, Observation]
    """For each person at the table what they see."""
    asked: frozenset[UserId]
    """People whose turn to choose has come since the table was last shown."""


class NotShown(Exception):
    """The update could not be shown; it is owed and will be tried again."""


class Publisher(Protocol):
    """Shows matches to people. Raises :class:`NotShown` when the channel could not be reached."""

    async def show_round(self, match: Match, chapter: Sequence[News]) -> None:
        """Show the end of a round; ``chapter`` is what happened up to it, the end included."""

    async def show(self, update: Update) -> None:
        """Show the lobby, the table, or how the match ended."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present, aware, in UTC."""


class Entropy(Protocol):
    """Fresh chance that nobody can foresee."""

    def secret(self) -> bytes:
        """32 random bytes."""
