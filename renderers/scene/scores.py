"""The scenes of scores: numbers, names, labels and signs, but no game and no pixels.

If the font can't draw a name or a label, the picture is as it would be without it.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankRow:
    """A line of a ranking.

    `place` counts from 1; equals share one. `value` is the number at the end of the line, as
    readers write it, and `share` the length of its bar, from 0 to 1 (all of the room). `gained`
    marks a number that was gained, as opposed to a total. `name` is the player's.
    """

    place: int
    value: str
    share: float
    gained: bool = False
    name: str = ""


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
    """Matches of one kind: their number, and the number won.

    `name` is drawn beside the bar, or else the letter if the font can't draw the name; a text
    explains it.
    """

    letter: str
    matches: int
    wins: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """An achievement: its sign, an emoji, and whether the player has it."""

    sign: str
    earned: bool


@dataclass(frozen=True, slots=True)
class ProfileLabels:
    rating: str = ""
    games: str = ""
    streak: str = ""
    longest: str = ""
    badges: str = ""


@dataclass(frozen=True, slots=True)
class ProfileScene:
    """A player's profile.

    `curve` holds the rating after each match, in order; `games` up to eight kinds of matches;
    `streak` and `longest` are numbers of matches won in a row; `badges` holds all achievements.
    """

    curve: tuple[CurvePoint, ...] = ()
    games: tuple[GameBar, ...] = ()
    streak: int = 0
    longest: int = 0
    badges: tuple[Badge, ...] = ()
    labels: ProfileLabels = ProfileLabels()


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """A player on a podium: place (1 to 3, the same for equals), a number they earned, and name."""

    place: int
    value: str
    name: str = ""


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


@dataclass(frozen=True, slots=True)
class DistributionColumn:
    """The results from `label` on, up to the next column's: the share of all players, of 0 to 1.

    `strong` is the same share of strong computers.
    """

    label: int
    players: float
    strong: float = 0.0


@dataclass(frozen=True, slots=True)
class DistributionScene:
    """How many reached which result, the lowest first."""

    columns: tuple[DistributionColumn, ...]
    own: int | None = None
    """The number of the column with one's own result."""
    result: int = 0
    """That result."""
