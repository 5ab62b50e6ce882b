"""The scenes of scores, in numbers, letters and signs: no game, no pixels, no names."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankRow:
    """A line of a ranking.

    `place` counts from 1; equals share one. `value` is the number at the end of the line, as
    readers write it, and `share` the length of its bar, from 0 to 1 (all of the room). `gained`
    marks a number that was gained, as opposed to a total.
    """

    place: int
    value: str
    share: float
    gained: bool = False


@dataclass(frozen=True, slots=True)
class RankingScene:
    """A ranking, the best first. An empty one shows the first three places with nobody in them."""

    rows: tuple[RankRow, ...] = ()


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The rating after a match, and the day, as readers write it."""

    rating: int
    day: str


@dataclass(frozen=True, slots=True)
class GameBar:
    """Matches of one kind: a letter that a text explains, their number, and the number won."""

    letter: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class ProfileScene:
    """A player's profile.

    `curve` holds the rating after each match, in order; `games` up to eight kinds of matches;
    `streak` and `longest` are numbers of matches won in a row; `earned` says for each achievement
    there is whether they have it.
    """

    curve: tuple[CurvePoint, ...] = ()
    games: tuple[GameBar, ...] = ()
    streak: int = 0
    longest: int = 0
    earned: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A player on a podium: their place (1 to 3, the same for equals), and a number they earned."""

    place: int
    value: str


@dataclass(frozen=True, slots=True)
class PodiumScene:
    """Up to three steps, the best first. Places that nobody has are shown empty."""

    steps: tuple[PodiumStep, ...] = ()


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """A seat's chance to win over a match.

    `seat` counts from 0 and decides colour and dashes. `points` are pairs of the share of the match
    that was played and the chance, both from 0 to 1, in order.
    """

    seat: int
    letter: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class ChanceMark:
    """A point of a seat's curve that a text explains, and the number that the text gives it."""

    label: str
    seat: int
    at: float
    chance: float


@dataclass(frozen=True, slots=True)
class ChanceScene:
    """Everybody's chance to win over a match, and the shares of it at which new rounds began."""

    curves: tuple[ChanceCurve, ...] = ()
    marks: tuple[ChanceMark, ...] = ()
    rounds: tuple[float, ...] = ()
