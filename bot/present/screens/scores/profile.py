"""A person's profile, as a picture and in words, and the pages of all achievements."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from math import ceil

from bot.present import custom_ids
from bot.present.i18n import Words, moment
from bot.present.screen import Button, Part, Picture, Screen, Tone, in_lines
from bot.present.screens.daily.deal import days_in_a_row
from bot.present.screens.match.ratings import rating_to_come
from bot.present.screens.scores.profile_picture import (
    LETTERS,
    Profile,
    achievement_count,
    game_name,
    profile_alt,
    profile_scene,
)
from bot.scores.achievements.catalogue import ACHIEVEMENTS, known
from bot.scores.achievements.conditions import Achievement
from bot.scores.rating import ESTABLISHED, FRESH
from renderers.scores.names import drawable

NAME = "profile"
"""The feature's name in the ids of everything below a profile."""
SHOW = "show"
LATELY = 10
"""The number of matches that the recent change of rating covers."""
MONTH = timedelta(days=30)
NEWEST = 8
"""The number of achievements named on the profile itself."""


def profile_screen(
    profile: Profile,
    say: Words,
    *,
    is_own: bool = False,
    can_show: bool = False,
    is_shown: bool = False,
) -> Screen:
    """Show a profile; ``is_own`` says “your profile”, for when only its owner sees it.

    ``can_show`` adds a button that shows it to everybody; ``is_shown`` says that it was pressed.
    """
    who = f"<@{profile.user_id}>"
    whose = say("Your profile") if is_own else say("Profile of {who}", who=who)
    picture = Picture(profile_scene(profile, say), profile_alt(profile, say), "profile.png")
    if not profile.career.matches:
        text = say("{who} hasn't finished a match yet.", who=who)
        if is_own:
            text = say(
                "You haven't finished a match yet, so all of this is still ahead of you. Open a"
                " table with /play to play with friends, against computers or alone."
            )
        return Screen((f"### {whose}", picture, in_lines(text, *_deals_and_puzzles(profile, say))))
    parts: tuple[Part, ...] = (
        f"### {whose}\n" + "\n".join(_summary(profile, say)),
        picture,
        "\n".join(_games(profile, say)),
        "\n".join(_opponents(profile, say)),
        "\n".join(_newest(profile, say)),
    )
    buttons = [Button(_achievements_id(profile, 0), say("All achievements"))]
    if can_show:
        label = say("Shown to everybody") if is_shown else say("Show to everybody")
        id_ = custom_ids.feature(NAME, SHOW)
        buttons.append(Button(id_, label, Tone.GOOD, disabled=is_shown))
    return Screen(tuple(filter(None, parts)), (tuple(buttons),))


def _summary(profile: Profile, say: Words) -> Iterator[str]:
    if profile.curve:
        rating = say("Rating **{rating}**", rating=say.number(profile.curve[-1].rating))
        yield " · ".join((rating, *_changes(profile, say)))
    elif profile.rated:
        yield say.labelled(say("Rating"), rating_to_come(profile.rated, say))
    missing = ESTABLISHED - profile.rated
    if profile.curve and missing > 0:
        provisional = say.count(
            "Provisional: {n} more match until it's ranked.",
            "Provisional: {n} more matches until it's ranked.",
            missing,
        )
        yield f"-# {provisional}"
    matches = say.count(
        "**{number}** match, {wins} won",
        "**{number}** matches, {wins} won",
        profile.career.matches,
        number=say.number(profile.career.matches),
        wins=say.number(profile.career.wins),
    )
    streak = say(
        "winning streak: {streak} now, longest {longest}",
        streak=say.number(profile.career.streak),
        longest=say.number(profile.career.longest),
    )
    yield f"{matches} · {streak}" if profile.career.longest else matches
    yield from _deals_and_puzzles(profile, say)


def _deals_and_puzzles(profile: Profile, say: Words) -> Iterator[str]:
    """Tell of what somebody plays alone."""
    if profile.days:
        yield say.labelled(say("Deals of the day"), days_in_a_row(profile.days, say))
    if profile.puzzles.is_known:
        rating = say.number(profile.puzzles.shown)
        yield say("Puzzle rating **{rating}**", rating=rating)


def _changes(profile: Profile, say: Words) -> Iterator[str]:
    """Yield the change of rating over the last matches, and over a month, as far as known."""
    ratings = [each.rating for each in profile.curve]
    now = ratings[-1]
    if len(ratings) > LATELY:
        change = say.signed(now - ratings[-LATELY - 1])
        yield say("{change} in the last {n} matches", change=change, n=LATELY)
    since = profile.now - MONTH
    before = [each.rating for each in profile.curve if each.at <= since]
    if len(ratings) > LATELY and before:
        change = say.signed(now - before[-1])
        yield say("{change} in {n} days", change=change, n=MONTH.days)


def _games(profile: Profile, say: Words) -> Iterator[str]:
    """Yield a line for each game in the picture, with its letter if that stands for the name."""
    tallies = profile.career.games
    shown = {each: profile.ratings.get(each, FRESH) for each in profile.games[: len(LETTERS)]}
    for letter, (each, rating) in zip(LETTERS, shown.items(), strict=False):
        name, tally = say(game_name(each)), tallies[each]
        title = f"**{name}**" if drawable(name) else f"`{letter}` **{name}**"
        facts = [title, _played(tally.wins, tally.matches, say)]
        if rating.is_known:
            mark = "?" if rating.is_provisional else ""
            facts.append(say("rating {rating}", rating=f"{say.number(rating.shown)}{mark}"))
        yield " · ".join(facts)
    if others := [tallies[each] for each in profile.games[len(LETTERS) :]]:
        more = say.count("{n} other game", "{n} other games", len(others))
        wins, matches = sum(each.wins for each in others), sum(each.matches for each in others)
        yield f"{more} · {_played(wins, matches, say)}"
    if any(each.is_known and each.is_provisional for each in shown.values()):
        yield say("-# **?** means provisional: based on fewer than ten matches.")


def _played(wins: int, matches: int, say: Words) -> str:
    return say("{wins} of {matches} won", wins=say.number(wins), matches=say.number(matches))


def _opponents(profile: Profile, say: Words) -> Iterator[str]:
    if profile.opponents:
        yield "**" + say("Played with most often") + "**"
    for each in profile.opponents:
        matches = say.count("{n} match", "{n} matches", each.matches)
        result = say(
            "finished ahead in {wins}, behind in {losses}",
            wins=say.number(each.wins),
            losses=say.number(each.losses),
        )
        yield f"<@{each.user_id}> · {matches} · {result}"


def _newest(profile: Profile, say: Words) -> Iterator[str]:
    by_id = {each.id: each for each in known(each.id for each in profile.earned)}
    yield f"**{achievement_count(len(by_id), say)}**"
    newest = [by_id[each.id] for each in reversed(profile.earned) if each.id in by_id]
    if newest:
        yield " · ".join(f"{each.symbol} {say(each.name)}" for each in newest[:NEWEST])


def _achievements_id(profile: Profile, page: int) -> str:
    return custom_ids.feature(NAME, f"list:{profile.user_id}:{page}")


# All achievements, page by page: those that a person has, and how to earn the others.


ACHIEVEMENTS_PER_PAGE = 10
PAGES = ceil(len(ACHIEVEMENTS) / ACHIEVEMENTS_PER_PAGE)
NOT_EARNED = "▫️"


def achievements_screen(profile: Profile, page: int, say: Words, *, is_own: bool) -> Screen:
    """Show a page, from 0: first the achievements earned, newest at the top, then the others."""
    earned = {each.id: each.at for each in profile.earned}
    has = [each for each in ACHIEVEMENTS if each.id in earned]
    has.sort(key=lambda each: earned[each.id], reverse=True)
    shown = [*has, *(each for each in ACHIEVEMENTS if each.id not in earned)]
    title = achievement_count(len(has), say)
    whose = title if is_own else f"{title} · <@{profile.user_id}>"
    lines = (
        _line(each, earned.get(each.id), say)
        for each in shown[page * ACHIEVEMENTS_PER_PAGE : (page + 1) * ACHIEVEMENTS_PER_PAGE]
    )
    buttons = [
        Button(_achievements_id(profile, at), label)
        for at, label in ((page - 1, say("◀ Previous")), (page + 1, say("Next ▶")))
        if 0 <= at < PAGES
    ]
    back = Button(custom_ids.feature(NAME, f"look:{profile.user_id}"), say("Back to profile"))
    return Screen((f"### {whose}", "\n".join(lines)), ((*buttons, back),))


def _line(each: Achievement, at: datetime | None, say: Words) -> str:
    symbol, name, text = each.symbol, say(each.name), say(each.text)
    if at is None:
        return f"{NOT_EARNED} **{name}** · {text}"
    return f"{symbol} **{name}** · {text} · {moment(at, 'd')}"
