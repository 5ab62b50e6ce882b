"""What the service keeps of matches, and tells of them: plain values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from bot.engine.contract import Seat
from bot.engine.options import OptionValue

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
