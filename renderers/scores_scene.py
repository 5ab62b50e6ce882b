"""What a picture of scores shows: numbers, letters and signs; no game, no pixels, no names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankRow:
    """A line of a ranking.

    `place` counts from 1; those who are equal share one. `value` is the number that stands at the
    end of the line, as readers write it, and `share` how long its bar is, from 0 to 1 (all of the
    room). `gained` marks a number that was won, and not one that is had.
    """

    place: int
    value: str
    share: float
    gained: bool = False


@dataclass(frozen=True, slots=True)
class RankingScene:
    """A ranking, the best first. One of nobody shows the three places that can be had."""

    rows: tuple[RankRow, ...] = ()


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A rating as it stood after a match, and the day, as readers write it."""

    rating: int
    day: str


@dataclass(frozen=True, slots=True)
class GameBar:
    """Matches of one kind: a letter that a text explains, how many, and how many were won."""

    letter: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class ProfileScene:
    """What somebody has done.

    `curve` holds the rating after each match, in order; `games` up to eight kinds of matches;
    `streak` and `longest` are rows of matches won; `earned` tells of each achievement there is
    whether they have it.
    """

    curve: tuple[CurvePoint, ...] = ()
    games: tuple[GameBar, ...] = ()
    streak: int = 0
    longest: int = 0
    earned: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class PodiumStep:
    """Somebody on a podium: their place (1 to 3, the same for equals), and a number they earned."""

    place: int
    value: str


@dataclass(frozen=True, slots=True)
class PodiumScene:
    """Up to three steps, the best first. Places that nobody has are shown empty."""

    steps: tuple[PodiumStep, ...] = ()


AnyScores = RankingScene | ProfileScene | PodiumScene
"""Every scene of scores."""
