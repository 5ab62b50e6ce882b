"""What a person's profile shows: its picture, and the description of that in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.engine.translatable import N_
from bot.games import CATALOGUE
from bot.model.match import UserId
from bot.model.scores import OVERALL, EarnedAchievement, Opponent, RatingPoint
from bot.present.i18n import Words
from bot.present.screens.match.ratings import rating_to_come
from bot.present.text.shortening import fitting
from bot.scores.achievements.catalogue import ACHIEVEMENTS, known
from bot.scores.career import Career
from bot.scores.rating import FRESH, Rating
from renderers.scene.scores import Badge, CurvePoint, GameBar, ProfileLabels, ProfileScene
from renderers.scores.names import drawable

LETTERS = "ABCDEFGH"
"""The letters for the games in the picture; any further games are only summed up."""

CURVE = 200
"""The number of most recent rated matches that the rating curve covers."""
_GAMES = {rules.info.id: rules.info.name for rules in CATALOGUE}


@dataclass(frozen=True, slots=True)
class Profile:
    user_id: UserId
    now: datetime
    career: Career = field(default_factory=Career)
    ratings: Mapping[str, Rating] = field(default_factory=dict)
    """By game, and over all games."""
    curve: tuple[RatingPoint, ...] = ()
    """The rating over all games after each of the last :data:`CURVE` rated matches, from the first
    one on that people see."""
    opponents: tuple[Opponent, ...] = ()
    """The most often met first."""
    earned: tuple[EarnedAchievement, ...] = ()
    """In the order they were earned."""
    puzzles: Rating = FRESH
    """In puzzles."""
    days: int = 0
    """The days on which they have played the deal of the day without a break."""

    @property
    def rated(self) -> int:
        """The number of matches behind the rating over all games."""
        return self.ratings.get(OVERALL, FRESH).matches

    @property
    def games(self) -> list[str]:
        """The ids of the games that they have played, the most played first."""
        tallies = self.career.games
        return sorted(tallies, key=lambda each: (-tallies[each].matches, each))


def game_name(game_id: str) -> str:
    """Return the name of a game; its id if it is one of another version."""
    return _GAMES.get(game_id, game_id)


def profile_scene(profile: Profile, say: Words) -> ProfileScene:
    has, tallies = {each.id for each in profile.earned}, profile.career.games
    return ProfileScene(
        tuple(CurvePoint(each.rating, _day(each.at, say)) for each in profile.curve),
        tuple(
            GameBar(letter, tallies[each].matches, tallies[each].wins, say(game_name(each)))
            for letter, each in zip(LETTERS, profile.games, strict=False)
        ),
        profile.career.streak,
        profile.career.longest,
        tuple(Badge(each.symbol, each.id in has) for each in ACHIEVEMENTS),
        ProfileLabels(
            rating=say("Rating"),
            games=say("won/played"),
            streak=say("Winning streak"),
            longest=say("Longest streak"),
            badges=achievement_count(len(known(has)), say),
        ),
    )


def profile_alt(profile: Profile, say: Words) -> str:
    earned = known(each.id for each in profile.earned)
    return fitting(
        (
            *_describe_curve(profile, say),
            *_describe_bars(profile, say),
            say(
                "Winning streak: {streak} now, longest {longest}.",
                streak=say.number(profile.career.streak),
                longest=say.number(profile.career.longest),
            ),
            say("Achievements: {n} of {all}.", n=len(earned), all=len(ACHIEVEMENTS)),
            say.listed(say(each.name) for each in earned),
        )
    )


def achievement_count(count: int, say: Words) -> str:
    return say("{n} of {all} achievements", n=count, all=len(ACHIEVEMENTS))


def _day(at: datetime, say: Words) -> str:
    """Format a date with characters that every font has."""
    told = "".join(each for each in say.date(at, "Md") if each.isascii()).strip()
    return told or f"{at.month}/{at.day}"


def _describe_curve(profile: Profile, say: Words) -> Iterator[str]:
    if not profile.curve:
        yield say.labelled(say("Rating"), rating_to_come(profile.rated, say))
        return
    ratings = [each.rating for each in profile.curve]
    first, last = profile.curve[0], profile.curve[-1]
    if len(ratings) == 1:
        yield say("Rating: {end} on {last}.", end=say.number(last.rating), last=_day(last.at, say))
        return
    yield say("Rating after each of the last {n} matches:", n=len(ratings))
    yield say(
        "{begin} on {first}, {end} on {last}, ranging from {low} to {high}.",
        begin=say.number(first.rating),
        first=_day(first.at, say),
        end=say.number(last.rating),
        last=_day(last.at, say),
        low=say.number(min(ratings)),
        high=say.number(max(ratings)),
    )


def _describe_bars(profile: Profile, say: Words) -> Iterator[str]:
    for letter, each in zip(LETTERS, profile.games, strict=False):
        text = N_("{game}: {wins} of {matches} won.")
        name, tally = game_name(each), profile.career.games[each]
        if not drawable(say(name)):
            text = N_("{letter}, {game}: {wins} of {matches} won.")
        yield say(
            text,
            letter=letter,
            game=name,
            wins=say.number(tally.wins),
            matches=say.number(tally.matches),
        )
