"""The service's store, in SQL: all its queries in one class."""

from bot.store.queries.calls import CallQueries
from bot.store.queries.clocks import ClockQueries
from bot.store.queries.daily import DailyQueries
from bot.store.queries.guilds import GuildQueries
from bot.store.queries.history import HistoryQueries
from bot.store.queries.matches import MatchQueries
from bot.store.queries.people import PeopleQueries
from bot.store.queries.privacy import PrivacyQueries
from bot.store.queries.puzzles import PuzzleQueries
from bot.store.queries.ranking import RankQueries
from bot.store.queries.scores import ScoreQueries
from bot.store.queries.seats import SeatQueries
from bot.store.queries.waiting import WaitingQueries


class SqlStore(
    MatchQueries,
    ClockQueries,
    PeopleQueries,
    SeatQueries,
    ScoreQueries,
    RankQueries,
    HistoryQueries,
    GuildQueries,
    CallQueries,
    WaitingQueries,
    DailyQueries,
    PuzzleQueries,
    PrivacyQueries,
):
    """Matches in a database: the :class:`~bot.service.ports.store.Store` of the service."""
