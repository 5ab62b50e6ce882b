"""The values shown to people, and the interface of the publisher that shows them."""

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
    """One move and its events, as spectators saw them."""

    ply: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Update:
    """Everything that has to be shown of a match now."""

    match: Match
    seen: Observation | None
    """The match as a spectator sees it; ``None`` in a lobby."""
    news: tuple[News, ...]
    """The moves and events since the table was last shown."""
    hands: Mapping[UserId, Observation]
    """The match as each person at the table sees it."""
    asked: frozenset[UserId]
    """People whose turn to choose has come since the table was last shown."""
    choosing: Mapping[UserId, int] = field(default_factory=dict)
    """For each person with a choice, the ply from which on they have had it."""
    habits: Mapping[UserId, Habits] = field(default_factory=dict)
    """The settings of the people at the table."""
    doubtful: bool = False
    """True if something may have been shown since without being recorded: an answer was lost, or
    the process died before it came."""
    away: Mapping[UserId, datetime] = field(default_factory=dict)
    """The end of the holiday of people whose clocks are stopped for it in this match."""
    late: frozenset[Seat] = frozenset()
    """Seats that ran out of time since the table was last shown, also in rounds that have ended."""
    scores: tuple[Scored, ...] = ()
    """The score of each seat, if the match has ended with results."""


class NotShown(Exception):
    """The update could not be shown; it stays pending and will be retried."""


class ChannelGone(NotShown):
    """The channel where the match is played does not exist any more."""


class Barred(NotShown):
    """The bot may not post there; a retry helps only once somebody has allowed it."""


class ServerLeft(Barred):
    """The match is played in a server that the bot is not in any more."""


class PersonGone(Exception):
    """The person is not in the server of the match any more."""


class Publisher(Protocol):
    """Shows matches to people.

    Raises :class:`NotShown` when the channel could not be reached, :class:`Barred` while the bot
    may not post there, and :class:`ChannelGone` when the channel does not exist any more.
    """

    async def show_round(self, match: Match, chapter: Sequence[News]) -> None:
        """Show the end of a round; ``chapter`` has the moves up to it, the end included."""

    async def show(self, update: Update) -> None:
        """Show the lobby, the table, or the result of the match."""

    async def remind(self, update: Update, user: UserId) -> None:
        """Remind a person that the table waits for them; raises :class:`PersonGone`."""

    async def show_podium(self, podium: Podium) -> None:
        """Post the podium of a week."""
