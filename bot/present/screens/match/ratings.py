"""The effects of a match on its players: ratings, their changes, and achievements earned."""

from collections.abc import Iterable, Sequence

from bot.model.match import UserId
from bot.model.scores import ScoredSeat
from bot.present.i18n import Words
from bot.present.text.seats import TableInfo
from bot.scores.achievements.catalogue import known
from bot.scores.achievements.conditions import Achievement
from bot.scores.rating import ESTABLISHED, SHOWN_FROM

NAMED = 8
"""The most achievements that are named and explained below one result."""
ROOM = 1500
"""The most characters for them: a message has 4,000, and as many as eight people earn the same."""


def describe_ratings(table_info: TableInfo, scores: Sequence[ScoredSeat], say: Words) -> str:
    """List everybody's new rating with its change: “1,138? (+138)”; empty if nothing was rated.

    For those who have none yet, it says after how many matches they will. Of an unrated match it
    says that it was one.
    """
    if not table_info.rated:
        return say("-# This match was unrated.")
    rated = [each for each in scores if each.user_id is not None and each.rating is not None]
    if not rated:
        return ""
    shown = [each for each in rated if each.rated_matches >= SHOWN_FROM]
    ratings = " · ".join(_rating(table_info, each, say) for each in shown)
    lines = [say("Ratings: {ratings}", ratings=ratings)] if shown else []
    if any(each.rated_matches < ESTABLISHED for each in shown):
        lines.append(say("-# **?** means provisional: based on fewer than ten matches."))
    lines += [
        f"-# {say.labelled(f'<@{each.user_id}>', rating_to_come(each.rated_matches, say))}"
        for each in rated
        if each.rated_matches < SHOWN_FROM
    ]
    if any(_has_change(each) and each.weight < 1 and each.gained for each in shown):
        why = say(
            "-# This match counted less: from the fourth match a day on against the same people, or"
            " computers of the same level, each counts half as much as the one before."
        )
        if all(each.user_id or each.left_by for each in table_info.sitters):
            why = say(
                "-# This match counted less: the same people have played each other a lot today."
            )
        lines.append(why)
    return "\n".join(lines)


def rating_to_come(matches: int, say: Words) -> str:
    return say("{n} of {needed} matches until there's a rating", n=matches, needed=SHOWN_FROM)


def describe_achievements(scores: Sequence[ScoredSeat], say: Words) -> str:
    earners: dict[Achievement, list[UserId]] = {}
    for each in scores:
        for achievement in known(each.earned):
            if each.user_id is not None:
                earners.setdefault(achievement, []).append(each.user_id)
    named: list[str] = []
    for achievement, users in list(earners.items())[:NAMED]:
        earned = say.count(
            "{who} has earned {names}.",
            "{who} have earned {names}.",
            len(users),
            who=say.listed(f"<@{user}>" for user in users),
            names=f"{achievement.symbol} **{say(achievement.name)}**",
        )
        text = f"{earned}\n-# {say(achievement.text)}"
        if sum(map(len, named)) + len(text) > ROOM:
            break
        named.append(text)
    if (more := len(earners) - len(named)) > 0:
        named.append(say.count("And {n} more achievement.", "And {n} more achievements.", more))
    return "\n".join(named)


def describe_earned(ids: Iterable[str], say: Words) -> str:
    """Tell a player what they have earned beside matches; empty if nothing."""
    return "\n".join(
        say("You have earned {name}.", name=f"{each.symbol} **{say(each.name)}**")
        + f"\n-# {say(each.text)}"
        for each in known(ids)
    )


def _has_change(score: ScoredSeat) -> bool:
    """Return whether people saw the rating before the match, too."""
    return score.rated_matches > SHOWN_FROM


def _rating(table_info: TableInfo, score: ScoredSeat, say: Words) -> str:
    """Format a rating: “<@1> **1,138?** (+138)”, and say so if the person left."""
    mark = "?" if score.rated_matches < ESTABLISHED else ""
    number = f"{say.number(score.rating or 0)}{mark}"
    rating = f"<@{score.user_id}> **{number}**"
    if _has_change(score):
        rating = say(
            "<@{user}> **{rating}** ({change})",
            user=score.user_id,
            rating=number,
            change=say.signed(score.gained or 0),
        )
    sitters = (each for each in table_info.sitters if score.user_id in {each.user_id, each.left_by})
    stayed = any(each.is_person_playing for each in sitters)
    return rating if stayed else say("{rating}, left", rating=rating)
