"""The effects of a match on its players: ratings, their changes, and achievements earned."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.present.i18n import Words
from bot.present.text.seats import TableInfo
from bot.scores.achievements.catalogue import Achievement, known
from bot.scores.rating import ESTABLISHED, SHOWN_FROM

NAMED = 8
"""The most achievements that are named and explained below one result."""
ROOM = 1500
"""The most characters for them: a message has 4,000, and as many as six people earn the same."""


@dataclass(frozen=True, slots=True)
class ScoreNews:
    """The effects of a match on one player."""

    user_id: int
    rating: int | None = None
    """The rating over all games after the match; ``None`` if nothing was rated."""
    gained: int = 0
    matches: int = ESTABLISHED
    """The number of rated matches so far, up to :data:`ESTABLISHED`."""
    weight: float = 1.0
    """The weight of the match, from 0 to 1."""
    earned: tuple[str, ...] = ()
    """Ids of the achievements that the person first earned in this match."""

    @property
    def has_number(self) -> bool:
        """Return whether people see the rating."""
        return self.rating is not None and self.matches >= SHOWN_FROM

    @property
    def has_change(self) -> bool:
        """Return whether people saw the rating before the match, too."""
        return self.rating is not None and self.matches > SHOWN_FROM

    @property
    def counted_less(self) -> bool:
        """Return whether the weight changed a number that people see."""
        return self.has_change and self.weight < 1 and self.gained != 0


def describe_ratings(table_info: TableInfo, score_news: Sequence[ScoreNews], say: Words) -> str:
    """List everybody's new rating with its change: “1,138? (+138)”; empty if nothing was rated.

    For those who have none yet, it says after how many matches they will. Of an unrated match it
    says that it was one.
    """
    if not table_info.rated:
        return say("-# This match was unrated.")
    rated = [each for each in score_news if each.rating is not None]
    if not rated:
        return ""
    shown = [each for each in rated if each.has_number]
    ratings = " · ".join(_rating(table_info, each, say) for each in shown)
    lines = [say("Ratings: {ratings}", ratings=ratings)] if shown else []
    if any(each.matches < ESTABLISHED for each in shown):
        lines.append(say("-# **?** means provisional: based on fewer than ten matches."))
    lines += [
        f"-# {say.labelled(f'<@{each.user_id}>', rating_to_come(each.matches, say))}"
        for each in rated
        if not each.has_number
    ]
    if any(each.counted_less for each in shown):
        lines.append(_why_less(table_info, say))
    return "\n".join(lines)


def rating_to_come(matches: int, say: Words) -> str:
    """Say after how many of the matches somebody is that they need for a rating."""
    return say("{n} of {needed} matches until there's a rating", n=matches, needed=SHOWN_FROM)


def _why_less(table_info: TableInfo, say: Words) -> str:
    """Say why a match counted less: whoever played it has done so often on that day."""
    if all(each.user_id or each.left_by for each in table_info.sitters):
        return say(
            "-# This match counted less: the same people have played each other a lot today."
        )
    return say(
        "-# This match counted less: from the fourth match a day on against the same people, or"
        " computers of the same level, each counts half as much as the one before."
    )


def describe_achievements(score_news: Sequence[ScoreNews], say: Words) -> str:
    """List the achievements that were earned, each with its sentence; empty if there are none."""
    earners: dict[Achievement, list[int]] = {}
    for each in score_news:
        for achievement in known(each.earned):
            earners.setdefault(achievement, []).append(each.user_id)
    named: list[str] = []
    for achievement, users in list(earners.items())[:NAMED]:
        text = f"{_earned(users, achievement, say)}\n-# {say(achievement.text)}"
        if sum(map(len, named)) + len(text) > ROOM:
            break
        named.append(text)
    if (more := len(earners) - len(named)) > 0:
        named.append(say.count("And {n} more achievement.", "And {n} more achievements.", more))
    return "\n".join(named)


def _rating(table_info: TableInfo, score_news: ScoreNews, say: Words) -> str:
    """Format a rating: “<@1> **1,138?** (+138)”, and say so if the person left."""
    mark = "?" if score_news.matches < ESTABLISHED else ""
    number = f"{say.number(score_news.rating or 0)}{mark}"
    rating = f"<@{score_news.user_id}> **{number}**"
    if score_news.has_change:
        rating = say(
            "<@{user}> **{rating}** ({change})",
            user=score_news.user_id,
            rating=number,
            change=say.signed(score_news.gained),
        )
    sitters = (
        each for each in table_info.sitters if score_news.user_id in {each.user_id, each.left_by}
    )
    stayed = any(each.is_person_playing for each in sitters)
    return rating if stayed else say("{rating}, left", rating=rating)


def _earned(users: Sequence[int], found: Achievement, say: Words) -> str:
    return say.count(
        "{who} has earned {names}.",
        "{who} have earned {names}.",
        len(users),
        who=say.listed(f"<@{user}>" for user in users),
        names=f"{found.symbol} **{say(found.name)}**",
    )
