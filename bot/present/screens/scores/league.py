"""The league of the deals of the days: posted after each week, and shown among the rankings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from bot.model.daily import LeagueRow, LeagueTable, opens_at
from bot.model.match import UserId
from bot.present.i18n import Words, moment
from bot.present.screen import Picture, Screen, in_lines
from bot.present.screens.match.match_end import place_sign
from bot.present.screens.scores.leaderboard import RankingChoice, elsewhere, measures, where
from bot.present.text.shortening import fitting
from bot.scores.league import ACCOUNT_AGE, COUNTED, DAYS, MATCHES
from bot.scores.span import WEEK
from renderers.scene.scores import RankingScene, RankRow

POSTED = 5
"""The most people in a table that is posted."""


@dataclass(frozen=True, slots=True)
class LeagueView:
    """The league as somebody asked for it."""

    wanted: RankingChoice
    """Where; the rest is the ranking that its buttons lead back to."""
    table: LeagueTable
    in_server: bool
    names: Mapping[UserId, str] = field(default_factory=dict)
    is_own: bool = False
    """True if one person sees it, whose place it tells."""
    is_listed: bool = True
    """False if that person does not want to be in rankings."""

    @property
    def rows(self) -> tuple[LeagueRow, ...]:
        return self.table.rows


def week_dates(first: datetime, last: datetime, say: Words) -> str:
    return say("{first} – {last}", first=say.date(first, "MMMd"), last=say.date(last, "MMMd"))


def league_part(table: LeagueTable, say: Words) -> str:
    """Return the best of a week, as a part of what is posted; empty if nobody played."""
    if not table.rows:
        return ""
    return in_lines(_head(table, say), f"-# {_rules(say)}", *_lines(table.rows[:POSTED], say))


def league_screen(view: LeagueView, say: Words) -> Screen:
    """Show the league of this week so far, with buttons to the other rankings."""
    table = view.table
    ends = moment(opens_at(table.days[0]) + WEEK, "R")
    about = [_rules(say), say("The next week begins {when}.", when=ends)]
    if not view.wanted.here:
        about.append(_who(say))
    nobody = say("Nobody has finished a deal this week yet: see /daily.")
    parts = (
        f"{_head(table, say)}\n-# {where(view.wanted, say)} · {say.in_a_row(about)}",
        _picture(view, say),
        in_lines(*_lines(table.rows, say)) or nobody,
        _own(view, say),
    )
    buttons = (*measures(view.wanted, say), *elsewhere(view.wanted, say, view.in_server))
    return Screen(tuple(filter(None, parts)), (buttons,))


def _head(table: LeagueTable, say: Words) -> str:
    dates = week_dates(opens_at(table.days[0]), opens_at(table.days[-1]), say)
    name = say("Daily league")
    return f"### {name} · {dates}"


def _rules(say: Words) -> str:
    return say(
        "Each deal of the day gives up to 100 points: the percentage of players beaten. The best"
        " {best} of {days} days count, Sunday to Saturday.",
        best=COUNTED,
        days=DAYS,
    )


def _who(say: Words) -> str:
    return say(
        "For accounts older than {days} days that have finished {n} matches.",
        days=ACCOUNT_AGE.days,
        n=MATCHES,
    )


def _lines(rows: Sequence[LeagueRow], say: Words) -> Iterator[str]:
    for row in rows:
        yield f"{place_sign(row.place)} <@{row.user_id}> · {_valued(row, say)}"


def _valued(row: LeagueRow, say: Words) -> str:
    points = say.count("**{n}** point", "**{n}** points", row.points)
    days = say.count("{n} day", "{n} days", row.days)
    return f"{points} · {days}"


def _picture(view: LeagueView, say: Words) -> Picture:
    rows, most = view.table.rows, COUNTED * 100
    drawn = (
        RankRow(row.place, str(row.points), row.points / most, name=view.names.get(row.user_id, ""))
        for row in rows
    )
    places = (
        say("Place {place}: {value}.", place=row.place, value=_valued(row, say).replace("*", ""))
        for row in rows
    )
    title = say("Ranking: {title}.", title=_head(view.table, say).removeprefix("### "))
    return Picture(RankingScene(tuple(drawn)), fitting((title, *places)), "league.png")


def _own(view: LeagueView, say: Words) -> str:
    own = view.table.own
    if not view.is_own:
        return ""
    if not view.is_listed:
        return say(
            "You're not in any ranking, because your profile isn't public. See /preferences."
        )
    if own is None:
        return say("You're not ranked here yet.")
    return say.labelled(say("Your place"), f"**{say.number(own.place)}** · {_valued(own, say)}")
