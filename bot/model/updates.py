"""The values that are shown to people."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.engine.contract import Event, Observation, Seat, Value
from bot.engine.seating import SeatLeft
from bot.model.match import Match, UserId
from bot.model.preferences import MessagePreference, PlayerSettings
from bot.model.scores import ScoredSeat


class PublicMove(Value):
    """One move and its events, as spectators saw them."""

    ply: int
    events: tuple[Event, ...]
    seat: Seat | None = None
    """The seat that made it; ``None`` for nature and for what happens by itself."""


def events_told(match: Match, news: Sequence[PublicMove]) -> list[Event]:
    """Return the events of ``news`` in order, and where somebody left, :class:`SeatLeft`."""
    left = [(each.left_ply, each.seat) for each in match.seats if each.left_ply is not None]
    told: list[tuple[int, int, tuple[Event, ...]]] = [(each.ply, 1, each.events) for each in news]
    told += [(ply, 0, (SeatLeft(seat),)) for ply, seat in left if news and ply > news[0].ply]
    told.sort(key=lambda each: each[:2])
    return [event for _, _, events in told for event in events]


@dataclass(frozen=True, slots=True)
class Update:
    """Everything that has to be shown of a match now."""

    match: Match
    seen: Observation | None
    news: tuple[PublicMove, ...]
    """The moves and events since the table was last shown."""
    hands: Mapping[UserId, Observation]
    newly_choosing: frozenset[UserId]
    """People whose turn to choose has come since the table was last shown."""
    choosing: Mapping[UserId, int] = field(default_factory=dict)
    """For each person with a choice, the ply from which on they have had it."""
    player_settings: Mapping[UserId, PlayerSettings] = field(default_factory=dict)
    maybe_shown: bool = False
    """True if something may have been shown since without being recorded: an answer was lost, or
    the process died before it came."""
    is_below_round: bool = False
    """True if the end of a round has been posted below the table that was last shown."""
    away: Mapping[UserId, datetime] = field(default_factory=dict)
    """The end of the holiday of people whose clocks are stopped for it in this match."""
    late: frozenset[Seat] = frozenset()
    """Seats that ran out of time since the table was last shown, also in rounds that have ended."""
    can_take_back: bool = False
    """True if the only person at the table can take back their last choice now."""
    recent: tuple[PublicMove, ...] = ()
    """The newest moves of the running round."""
    called_since: int = 0
    """The first ply that anybody of those who are to act may have missed."""
    told: Mapping[UserId, tuple[PublicMove, ...]] = field(default_factory=dict)
    """What each person has not seen yet, with what only they may know of it."""
    scores: tuple[ScoredSeat, ...] = ()
    """The score of each seat, if the match has ended with results."""

    def dms_wanted_by(self, user: UserId) -> MessagePreference:
        if user in self.match.muted:
            return MessagePreference.OFF
        return self.player_settings[user].preferences.messages

    @property
    def unpinged(self) -> frozenset[UserId]:
        """The people whose turn is told without a ping: a digest tells them, or nothing does."""
        if self.match.pace.is_quick:
            return self.match.muted
        settings = self.player_settings.items()
        return self.match.muted | {user for user, each in settings if each.preferences.digest_time}
