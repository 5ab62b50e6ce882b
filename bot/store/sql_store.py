"""The service's store, in SQL: all its queries in one class."""

from bot.store.queries.calls import CallQueries
from bot.store.queries.clocks import ClockQueries
from bot.store.queries.guilds import GuildQueries
from bot.store.queries.hints import HintQueries
from bot.store.queries.history import HistoryQueries
from bot.store.queries.lessons import LessonQueries
from bot.store.queries.matches import MatchQueries
from bot.store.queries.messages import MessageQueries
from bot.store.queries.people import PeopleQueries
from bot.store.queries.phrases import PhraseQueries
from bot.store.queries.privacy import PrivacyQueries
from bot.store.queries.ranking import RankQueries
from bot.store.queries.rematches import RematchQueries
from bot.store.queries.scores import ScoreQueries
from bot.store.queries.solo import SoloQueries


class SqlStore(
    MatchQueries,
    ClockQueries,
    PeopleQueries,
    RematchQueries,
    HintQueries,
    LessonQueries,
    PhraseQueries,
    MessageQueries,
    ScoreQueries,
    RankQueries,
    HistoryQueries,
    SoloQueries,
    GuildQueries,
    CallQueries,
    PrivacyQueries,
):
    """Matches in a database: the :class:`~bot.service.ports.store.Store` of the service."""
