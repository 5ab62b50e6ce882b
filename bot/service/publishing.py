"""What is shown to people, and who shows it: the publisher that the service asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from bot.engine.contract import Event, Observation, Seat
from bot.service.habits import Habits
from bot.service.scorebook import Podium, Scored
from bot.service.values import Match, UserId


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
    habits: Mapping[UserId, Habits] = field(default_factory=dict)
    """What the people at the table have set for themselves, where they have."""
    doubtful: bool = False
    """Whether something may have been shown since that nobody noted: an answer was lost, or the
    process died before it came."""
    away: Mapping[UserId, datetime] = field(default_factory=dict)
    """The end of the holiday of people whose time stands still for it in this match."""
    late: frozenset[Seat] = frozenset()
    """Seats whose time was up since the table was last shown, ends of rounds included."""
    scores: tuple[Scored, ...] = ()
    """What came of the match for each seat, when it has ended with results."""


class NotShown(Exception):
    """The update could not be shown; it is owed and will be tried again."""


class ChannelGone(NotShown):
    """The place where the match is played is not there any more."""


class Barred(NotShown):
    """It may not be shown there; to try again is of use when somebody has let us."""


class ServerLeft(Barred):
    """The match is played in a server that we are not in any more."""


class PersonGone(Exception):
    """The person is not in the server any more where the match is played."""


class Publisher(Protocol):
    """Shows matches to people.

    Raises :class:`NotShown` when the channel could not be reached, :class:`Barred` while it may not
    be, and :class:`ChannelGone` when it never will be.
    """

    async def show_round(self, match: Match, chapter: Sequence[News]) -> None:
        """Show the end of a round; ``chapter`` is what happened up to it, the end included."""

    async def show(self, update: Update) -> None:
        """Show the lobby, the table, or how the match ended."""

    async def remind(self, update: Update, user: UserId) -> None:
        """Remind somebody that the table waits for them; raises :class:`PersonGone`."""

    async def show_podium(self, podium: Podium) -> None:
        """Post the first of a week."""
