"""The league of the deals of the days in words; it is one of the rankings."""

from collections.abc import Sequence
from datetime import date, datetime

from bot.engine.translatable import N_
from bot.model.daily import LeagueRow, LeagueTable, opens_at
from bot.present.i18n import Words
from bot.present.screen import in_lines
from bot.present.screens.match.match_end import place_sign
from bot.scores.league import ACCOUNT_AGE, COUNTED, DAYS, MATCHES

LEAGUE_NAME = N_("Daily league")
POSTED = 5
"""The most people in a table that is posted."""


def week_dates(first: datetime, last: datetime, say: Words) -> str:
    return say("{first} – {last}", first=say.date(first, "MMMd"), last=say.date(last, "MMMd"))


def league_title(days: Sequence[date], say: Words) -> str:
    return f"{say(LEAGUE_NAME)} · {week_dates(opens_at(days[0]), opens_at(days[-1]), say)}"


def league_part(table: LeagueTable, say: Words) -> str:
    """Return the best of a week, as a part of what is posted; empty if nobody played."""
    if not table.rows:
        return ""
    lines = (_posted(row, say) for row in table.rows[:POSTED])
    return in_lines(f"### {league_title(table.days, say)}", f"-# {league_rules(say)}", *lines)


def _posted(row: LeagueRow, say: Words) -> str:
    points = say.count("**{n}** point", "**{n}** points", row.points)
    days = say.count("{n} day", "{n} days", row.days)
    return f"{place_sign(row.place)} <@{row.user_id}> · {points} · {days}"


def league_rules(say: Words) -> str:
    return say(
        "Each deal of the day gives up to 100 points: the percentage of players beaten. The best"
        " {best} of {days} days count, Sunday to Saturday.",
        best=COUNTED,
        days=DAYS,
    )


def who_is_in_league(say: Words) -> str:
    """Say who can be in the league of everybody."""
    return say(
        "For accounts older than {days} days that have finished {n} matches.",
        days=ACCOUNT_AGE.days,
        n=MATCHES,
    )
