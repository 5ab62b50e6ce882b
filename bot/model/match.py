"""Plain values that describe matches, as the service stores them and passes them on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum
from typing import Self

from bot.engine.contract import Seat
from bot.engine.options import OptionValue
from bot.engine.record import Entry
from bot.engine.seating import COMPUTER_NAMES, usual_name
from bot.model.deadlines import NOTHING, Agenda
from bot.model.plans import PlanChanges
from bot.model.terms import HintRule, Pace, Said

UserId = int
MatchId = int


class Stage(Enum):
    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    """Played to its end."""
    CLOSED = "closed"
    """Closed early; :class:`CloseReason` says why."""


OPEN_STAGES = frozenset({Stage.LOBBY, Stage.RUNNING})


class CloseReason(Enum):
    LEFT = "left"
    LAPSED = "lapsed"
    """Nobody came, or nobody did anything, for too long."""
    ABSENT = "absent"
    """Everybody still at the table ran out of time twice in a row."""
    CHANNEL_DELETED = "gone"


class WaitingFor(Enum):
    NOBODY = "nobody"
    PERSON = "person"
    COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Occupant:
    """A seat and its player: a person, a computer, or a computer in a person's place."""

    seat: Seat
    user_id: UserId | None = None
    level: str | None = None
    """The level of the computer that plays it, for itself or for the person."""
    salt: str | None = None
    """The person's contribution to the shuffle: the interaction's id, assigned by Discord."""
    left_by: UserId | None = None
    """The person who left it for good."""
    left_ply: int | None = None
    """The length of the log when they left: later moves are the computer's."""
    missed: int = 0
    """The number of times in a row that the person ran out of time."""
    said: Said | None = None
    name: str | None = None
    """The computer's name; ``None`` for the one that its seat has by itself."""
    took_hint: bool = False
    muted: bool = False
    """True if the person wants no DMs about the match, and no pings."""

    @property
    def is_person_playing(self) -> bool:
        return self.user_id is not None and self.level is None

    @property
    def is_held(self) -> bool:
        return self.user_id is not None and self.level is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyTerms:
    """The terms that a lobby has agreed on; they stay those of its match."""

    host_id: UserId
    options: Mapping[str, OptionValue]
    preset: str = ""
    """The preset that the host chose, though options may have been changed since
    (:func:`~bot.games.names.info_under`); empty for the game itself."""
    seats: tuple[Occupant, ...] = ()
    pace: Pace = Pace.NONE
    agenda: Agenda = NOTHING
    hints: HintRule = HintRule.OFF
    phrases: bool = True
    rated: bool = True
    """True if it changes ratings, and counts for rankings."""
    rated_chosen: bool = False
    """True if the host has chosen that; else it depends on who joins."""
    length_chosen: bool = False
    """True if the host has chosen how long it is; else that depends on who joins, and the pace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch(LobbyTerms):
    game: str
    rules: int
    """Version of the rules it is played under."""
    guild_id: int | None
    """``None`` in a direct message."""
    channel_id: int
    secret: bytes = field(repr=False)
    """The source of the shuffles, with the salts; shown to nobody before the end."""
    rematch_of: MatchId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match(NewMatch):
    """A match as it is stored, without its log."""

    id: MatchId
    stage: Stage
    ply: int
    shown_ply: int
    version: int
    """Goes up with every committed change: joins, options, moves, seats taken over."""
    shown_version: int
    awaits: WaitingFor
    start_salt: str | None
    """The id of the interaction that started it; ``None`` in a lobby."""
    created_at: datetime
    close_reason: CloseReason | None = None
    revision: int = 1
    """Goes up by one with every write; a copy in memory is current if it has the stored one."""

    def after_write(self, *, shown: bool = True) -> Self:
        """Return the match after a write; ``shown`` if the table shows the change."""
        return replace(self, version=self.version + shown, revision=self.revision + 1)

    def with_occupant(self, occupant: Occupant) -> Self:
        seats = tuple(occupant if each.seat == occupant.seat else each for each in self.seats)
        return replace(self, seats=seats)

    @property
    def allows_hints(self) -> bool:
        """Return whether people may take hints: by the table's rule, or if only one has ever sat.

        Whoever has left counts, too: a hint keeps their ratings from going up.
        """
        people = sum(each.salt is not None for each in self.seats)  # computers have no salt
        return self.hints is HintRule.ON or people == 1

    @property
    def allows_take_back(self) -> bool:
        """Return whether moves may be taken back: if one person plays with computers, unrated."""
        people = [each for each in self.seats if each.user_id or each.left_by]
        return not self.rated and len(people) == 1 < len(self.seats)

    @property
    def chooser(self) -> Seat | None:
        """The seat whose moves may be taken back; ``None`` if nobody's may."""
        if not self.allows_take_back:
            return None
        return next(each.seat for each in self.seats if each.user_id or each.left_by)

    @property
    def salts(self) -> tuple[str, ...]:
        """The public part of the match's randomness, in order (docs/notation.md)."""
        salts = [occupant.salt for occupant in self.seats] + [self.start_salt]
        return tuple(salt for salt in salts if salt is not None)

    def computer_name(self, seat: Seat) -> str:
        """Return what the computer is called that plays, or would play, in that seat."""
        return self.seats[seat].name or usual_name(self.id, seat)

    def free_name(self, seat: Seat) -> str:
        """Return a name for a computer that takes that seat; no other computer here has it."""
        taken = {self.computer_name(each.seat) for each in self.seats if each.user_id is None}
        names = (usual_name(self.id, seat + more) for more in range(len(COMPUTER_NAMES)))
        return next(name for name in names if name not in taken)

    def seat_of(self, user_id: UserId) -> Seat | None:
        return next((each.seat for each in self.seats if each.user_id == user_id), None)

    def involves(self, user_id: UserId) -> bool:
        """Return whether the person is its host, has a seat, or has left one."""
        seats = (user_id in {each.user_id, each.left_by} for each in self.seats)
        return user_id == self.host_id or any(seats)

    @property
    def is_abandoned(self) -> bool:
        """Return whether it is running and nobody plays: it ends unless somebody comes back."""
        return self.stage is Stage.RUNNING and not self.players

    @property
    def last_to_leave(self) -> Seat | None:
        """Return the seat whose owner left last, if that has left nobody who plays."""
        kept = [(each.kept_until, each.seat) for each in self.agenda.kept if each.kept_until]
        return max(kept)[1] if kept and self.is_abandoned else None

    def is_played_by_computer(self, seat: Seat) -> bool:
        """Return whether a computer makes the moves of that seat now.

        False while the seat is kept for somebody who has just left, or while nobody plays.
        """
        held = self.seats[seat].level is not None and self.agenda.kept_clock(seat) is None
        return held and bool(self.players)

    @property
    def waits_for_computer(self) -> bool:
        """Return whether a computer is to move: nothing is shown until it has."""
        return self.stage is Stage.RUNNING and self.awaits is WaitingFor.COMPUTER

    @property
    def is_quiet(self) -> bool:
        """Return whether nobody is called yet: what has happened is shown once this is over."""
        return self.agenda.calls_at is not None

    @property
    def is_open(self) -> bool:
        return self.stage in OPEN_STAGES

    @property
    def people(self) -> tuple[UserId, ...]:
        return tuple(each.user_id for each in self.seats if each.user_id is not None)

    @property
    def muted(self) -> frozenset[UserId]:
        return frozenset(each.user_id for each in self.seats if each.user_id and each.muted)

    @property
    def players(self) -> tuple[UserId, ...]:
        """The people who make their moves themselves, in order of seats."""
        return tuple(each.user_id for each in self.seats if each.user_id and each.is_person_playing)


@dataclass(frozen=True, slots=True)
class MoveCommit:
    """A move with everything that follows from it, and the state of the table after it."""

    entries: Sequence[Entry]
    awaits: WaitingFor
    at: datetime
    agenda: Agenda = NOTHING
    places: "Sequence[FinalPlace] | None" = None
    occupant: Occupant | None = None
    """The new occupant of the mover's seat, if anything has changed there."""
    late: bool = False
    """True if the clock made the move, the first of the entries."""
    plans: PlanChanges = ()
    unasked: "MoveMaker | None" = None
    """Who made it for a person; only they may know."""


@dataclass(frozen=True, slots=True)
class FinalPlace:
    seat: Seat
    user_id: UserId | None
    place: int
    """From 1; ties share a place, and people who left come after people who stayed."""
    points: int
    """Points that a leaderboard may add up; 0 where points are penalties."""
    won: bool
    tally: int | None = None
    """In a match played alone, the count compared with other tries: the fewest is best."""
    left: bool = False
    """True if the person left, or was away at the end."""
    side: int = 0
    """The lowest seat of the partnership: the same for all partners."""


class MoveMaker(Enum):
    PERSON = "person"
    COMPUTER = "computer"
    AUTOPLAY = "habit"
    """The bot, for a person who wants their forced moves made."""
    PLAN = "plan"
    """The bot, for a person who has planned it."""
    CLOCK = "clock"
    """The bot, for a person who ran out of time."""
