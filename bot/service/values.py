"""What the service keeps of matches, and tells of them: plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from bot.engine.contract import Seat
from bot.engine.options import OptionValue
from bot.engine.record import Entry
from bot.service.agenda import NOTHING, Agenda
from bot.service.pace import Pace

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
    """Given up; :class:`GivenUp` says why."""


OPEN_STAGES = frozenset({Stage.LOBBY, Stage.RUNNING})


class GivenUp(Enum):
    """Why a table was closed before its match came to an end."""

    LEFT = "left"
    """Everybody left."""
    LAPSED = "lapsed"
    """Nobody came, or did anything, for too long."""
    ABSENT = "absent"
    """The time of everybody who still played was up twice in a row."""
    GONE = "gone"
    """The place where it was played is not there any more."""


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
    missed: int = 0
    """How many times in a row the person's time was up."""

    @property
    def plays(self) -> bool:
        """Whether a person makes the moves of this seat."""
        return self.user_id is not None and self.level is None

    @property
    def is_held(self) -> bool:
        """Whether a computer plays until the person takes the seat back."""
        return self.user_id is not None and self.level is not None


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
    pace: Pace = Pace.NONE
    agenda: Agenda = NOTHING
    given_up: GivenUp | None = None
    """Why it was closed, if it was."""
    rematch_of: MatchId | None = None
    """The match that it repeats."""

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

    @property
    def players(self) -> tuple[UserId, ...]:
        """Those who make their moves themselves, by seat."""
        return tuple(each.user_id for each in self.seats if each.user_id and each.plays)


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
    pace: Pace = Pace.NONE
    agenda: Agenda = NOTHING
    rematch_of: MatchId | None = None


@dataclass(frozen=True, slots=True)
class Terms:
    """What a lobby has agreed on."""

    host_id: UserId
    options: Mapping[str, OptionValue]
    seats: tuple[Occupant, ...]
    pace: Pace = Pace.NONE
    agenda: Agenda = NOTHING


@dataclass(frozen=True, slots=True)
class Moved:
    """A move with what followed from it, and what it leaves the table with."""

    entries: Sequence[Entry]
    """What is added to the log."""
    awaits: Awaits
    at: datetime
    agenda: Agenda = NOTHING
    places: Sequence[Place] | None = None
    """The results, when the match is over with it."""
    occupant: Occupant | None = None
    """Who sits in the mover's seat from now on, if anything has changed there."""
    late: bool = False
    """Whether the clock made the move, the first of the entries."""


@dataclass(frozen=True, slots=True)
class Stay:
    """A running match in a server."""

    match_id: MatchId
    guild_id: int
    ticks: bool
    """Whether anybody's clock runs."""


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
    left: bool = False
    """Whether the person left, or was away at the end."""
    side: int = 0
    """The same for partners: the lowest of their seats."""


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
    since: int = 0
    """From which ply on it tells what happened."""
    called: tuple[Seat, ...] = ()
    """Those who are to move at it and know so, having been called by it or one before."""
