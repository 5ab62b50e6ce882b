"""Results, ratings and rankings of ended matches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from bot.engine.contract import Seat
from bot.engine.options import OptionValue
from bot.model.daily import LeagueTable
from bot.model.match import MatchId, UserId
from bot.model.preferences import NO_THEME, ThemeChoice
from bot.scores.rating import Rating
from bot.scores.span import Span

OVERALL = ""
"""Stands for all games together, in place of a game's id."""
Rival = UserId | str
"""An opponent: a person's id, or a computer's level."""
NAMELESS: Rival = ""
"""Stands for all opponents together whose data was deleted."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    seat: Seat
    user_id: UserId | None
    """The person whose result it is, even if they left; ``None`` for a computer's seat and for a
    person whose data was deleted."""
    level: str | None
    """The computer's level, in a seat that no person ever had."""
    place: int
    points: int
    won: bool
    left: bool
    """True if the person left, or was away at the end."""
    side: int
    """The lowest seat of the partnership: the same for all partners."""
    hints: int = 0
    computer: str = ""
    """The name of a computer, if it is not the one that its seat has by itself."""


@dataclass(frozen=True, slots=True)
class SoloResult:
    match_id: MatchId
    won: bool
    tally: int | None
    """The count compared with other tries: the fewest is best."""
    seconds: int
    """From the start to the end."""
    hints: int = 0
    rated: bool = True

    @property
    def may_be_best(self) -> bool:
        """Return whether the result can be a personal best: no hints, and not unrated."""
        return self.rated and not self.hints

    def is_better_than(self, best: "SoloResult") -> bool:
        """Return whether it takes the place of the personal ``best``; of equals the earlier counts.

        Both must have a tally.
        """
        mine, theirs = (self.tally or 0, self.seconds), (best.tally or 0, best.seconds)
        return self.may_be_best and mine < theirs


@dataclass(frozen=True, slots=True)
class PersonalBests:
    played: int
    won: int
    best: SoloResult | None
    """The rated try without hints with the lowest tally, then the shortest time, if any."""


def personal_bests(results: Sequence[SoloResult]) -> PersonalBests:
    tallied = [each for each in results if each.tally is not None and each.may_be_best]
    return PersonalBests(
        len(results),
        sum(each.won for each in results),
        min(tallied, key=lambda each: (each.tally, each.seconds), default=None),
    )


@dataclass(frozen=True, slots=True)
class EndedMatch:
    match_id: MatchId
    game: str
    guild_id: int | None
    at: datetime
    seats: tuple[SeatResult, ...]
    is_scored: bool = False
    rated: bool = True
    taken_back: bool = False

    @property
    def is_aided(self) -> bool:
        """Return whether it counts as played only, because of hints or moves taken back."""
        return self.is_hinted or self.taken_back

    @property
    def is_hinted(self) -> bool:
        return any(each.hints for each in self.seats)


@dataclass(frozen=True, slots=True)
class Change:
    before: Rating
    after: Rating

    @property
    def gained(self) -> int:
        """The change as people see it; negative for a loss."""
        return self.after.shown - self.before.shown

    @property
    def ranked(self) -> int:
        """The change as rankings count it: from the first rating on that people see."""
        return self.gained if self.before.is_known else 0


@dataclass(frozen=True, slots=True)
class Score:
    """The outcome of a match for one seat, beyond its place."""

    seat: Seat
    user_id: UserId | None = None
    rounds: tuple[int, ...] = ()
    weight: float = 1.0
    """The weight of the match, from 0 to 1 (:func:`bot.scores.rating.weight`)."""
    overall: Change | None = None
    """``None`` for computers, and in a match played alone."""
    in_game: Change | None = None
    earned: tuple[str, ...] = ()
    """Ids of achievements, also of those that the person already has."""
    is_hinted: bool = False
    share: float = 1.0
    """How long the match was agreed to be, as a part of a full one."""

    @property
    def ranked_weight(self) -> float:
        """The weight of points in rankings; with hints, they add nothing."""
        return 0.0 if self.is_hinted else self.weight

    @property
    def ranked_win(self) -> float:
        """The weight of a win in rankings; a short match has a part of it, as it has of points."""
        return self.ranked_weight * self.share


@dataclass(frozen=True, slots=True)
class ScoredSeat:
    """A seat's score as people see it."""

    seat: Seat
    user_id: UserId | None
    place: int
    rounds: tuple[int, ...]
    weight: float
    rating: int | None = None
    """The rating over all games after the match; ``None`` if nothing was rated."""
    gained: int | None = None
    game_rating: int | None = None
    game_gained: int | None = None
    earned: tuple[str, ...] = ()
    """Ids of the achievements that the person first earned in this match."""
    rated_matches: int = 0
    """The number of matches behind the overall rating then, :data:`ESTABLISHED` at most."""
    hints: int = 0


class Measure(Enum):
    RATING = "rating"
    """For all time: the rating, if it is established. For a week or a month: the rating gained in
    it (:attr:`Change.ranked`)."""
    WINS = "wins"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class RankingQuery:
    guild_id: int | None = None
    """``None`` means everywhere."""
    span: Span = Span.WEEK
    game: str = OVERALL
    measure: Measure = Measure.RATING


@dataclass(frozen=True, slots=True)
class RankingRow:
    place: int
    """From 1; people with equal values share a place."""
    user_id: UserId
    matches: int
    wins: float
    """Wins, each with the weight of its match."""
    points: float
    rating: int
    """The rating as people see it; for a week or a month, the rating gained in it."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    at: datetime
    rating: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent in past matches, and how those ended; partners are not opponents."""

    user_id: UserId
    matches: int
    wins: int
    """Matches in which the person who asks was placed better."""
    losses: int


@dataclass(frozen=True, slots=True)
class EarnedAchievement:
    id: str
    at: datetime
    match_id: MatchId | None = None


@dataclass(frozen=True, slots=True)
class PastMatch:
    match_id: MatchId
    game: str
    at: datetime
    place: int
    seats: int
    won: bool
    points: int
    gained: int | None
    """The change of the overall rating; ``None`` if there was none, or none that people see."""
    guild_id: int | None
    channel_id: int
    tally: int | None = None
    """The count in a match played alone, such as attempts."""
    is_cancelled: bool = False
    """True if it was cancelled before its end, but counts."""
    preset: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)


class Post(Enum):
    """What is posted once in each period, in a channel that a server's managers choose."""

    PODIUM = "podium"
    """Each week."""
    DAILY = "daily"
    """Each day."""


@dataclass(frozen=True, slots=True)
class Server:
    channels: Mapping[Post, int] = field(default_factory=dict)
    """The channel of each post; one that is missing is posted nowhere."""
    language: str | None = None
    """The language of messages in channels, as one of Discord's locales; ``None``: the one in the
    server's own settings."""
    theme: ThemeChoice = NO_THEME


@dataclass(frozen=True, slots=True)
class Podium:
    guild_id: int
    channel_id: int
    week: datetime
    leaders: tuple[RankingRow, ...]
    """Up to three people, by the rating they have gained."""
    league: LeagueTable
    """That of the days whose deals closed in that week."""
    earned: Mapping[UserId, tuple[str, ...]] = field(default_factory=dict)
    """Ids of the achievements that are new to each person."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """The number of times that people met on one day, before some match ended."""

    met: Mapping[tuple[UserId, Rival], int] = field(default_factory=dict)

    def between(self, user: UserId, rival: Rival) -> int:
        """Return how often ``user`` has had ``rival`` as an opponent.

        Nameless opponents may have been any person, so they count for each: otherwise people could
        delete their data to be met for the first time again and again.
        """
        met = self.met.get((user, rival), 0)
        return met if isinstance(rival, str) else met + self.met.get((user, NAMELESS), 0)
