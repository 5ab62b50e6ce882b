"""The picture of a person's profile, and its description in words."""

from collections.abc import Iterator
from datetime import datetime

from bot.engine.translatable import N_
from bot.present.i18n import Words
from bot.present.narration.alt_text import fitting
from bot.present.screens.match.ratings import rating_to_come
from bot.present.screens.scores.profile_data import Profile
from bot.scores.achievements.catalogue import ACHIEVEMENTS, known
from renderers.scene.scores import Badge, CurvePoint, GameBar, ProfileLabels, ProfileScene
from renderers.scores.names import drawable

LETTERS = "ABCDEFGH"
"""The letters for the games in the picture; any further games are only summed up."""


def profile_scene(profile: Profile, say: Words) -> ProfileScene:
    has = {each.id for each in profile.earned}
    return ProfileScene(
        tuple(CurvePoint(each.rating, _day(each.at, say)) for each in profile.curve),
        tuple(
            GameBar(letter, each.matches, each.wins, say(each.game))
            for letter, each in zip(LETTERS, profile.games, strict=False)
        ),
        profile.streak,
        profile.longest,
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
                streak=say.number(profile.streak),
                longest=say.number(profile.longest),
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
        if not drawable(say(each.game)):
            text = N_("{letter}, {game}: {wins} of {matches} won.")
        yield say(
            text,
            letter=letter,
            game=each.game,
            wins=say.number(each.wins),
            matches=say.number(each.matches),
        )
