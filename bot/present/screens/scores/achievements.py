"""All achievements, page by page: those a person has, and how to earn the others."""

from datetime import datetime
from math import ceil

from bot.present import custom_ids
from bot.present.i18n import Words, moment
from bot.present.screen import Button, Row, Screen
from bot.present.screens.scores.profile import NAME, listing, looking
from bot.present.screens.scores.profile_picture import Profile, achievement_count
from bot.scores.achievements.catalogue import ACHIEVEMENTS
from bot.scores.achievements.conditions import Achievement

A_PAGE = 10
"""The number of achievements on a page."""
PAGES = ceil(len(ACHIEVEMENTS) / A_PAGE)
MISSING = "▫️"
"""The mark of achievements not yet earned."""


def achievements_screen(profile: Profile, page: int, say: Words, *, is_own: bool) -> Screen:
    """Show a page, from 0: first the achievements earned, newest at the top, then the others."""
    earned = {each.id: each.at for each in profile.earned}
    has = [each for each in ACHIEVEMENTS if each.id in earned]
    has.sort(key=lambda each: earned[each.id], reverse=True)
    shown = [*has, *(each for each in ACHIEVEMENTS if each.id not in earned)]
    title = achievement_count(len(has), say)
    whose = title if is_own else f"{title} · <@{profile.user_id}>"
    lines = (
        _line(each, earned.get(each.id), say) for each in shown[page * A_PAGE : (page + 1) * A_PAGE]
    )
    return Screen((f"### {whose}", "\n".join(lines)), _rows(profile, page, say))


def _line(each: Achievement, at: datetime | None, say: Words) -> str:
    symbol, name, text = each.symbol, say(each.name), say(each.text)
    if at is None:
        return f"{MISSING} **{name}** · {text}"
    return f"{symbol} **{name}** · {text} · {moment(at, 'd')}"


def _rows(profile: Profile, page: int, say: Words) -> tuple[Row, ...]:
    near = [
        Button(custom_ids.feature(NAME, listing(profile.user_id, at)), label)
        for at, label in ((page - 1, say("◀ Previous")), (page + 1, say("Next ▶")))
        if 0 <= at < PAGES
    ]
    back = Button(custom_ids.feature(NAME, looking(profile.user_id)), say("Back to profile"))
    return ((*near, back),)
