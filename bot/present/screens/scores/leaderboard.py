"""Rankings by rating, wins or points, per game, period and server."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.engine.translatable import N_
from bot.model.daily import LeagueRow, opens_at
from bot.model.match import UserId
from bot.model.scores import Measure, RankingRow
from bot.present import custom_ids
from bot.present.i18n import Words, moment
from bot.present.screen import Button, Entry, Picture, Row, Screen, Tone, in_menus
from bot.present.screens.match.ratings import rating_to_come
from bot.present.screens.scores.league import (
    LEAGUE_NAME,
    league_rules,
    league_title,
    who_is_in_league,
)
from bot.present.text.shortening import fitting
from bot.scores.league import league_days
from bot.scores.rating import ESTABLISHED, SHOWN_FROM
from bot.scores.span import WEEK, Span, month_after, week_after
from renderers.scene.scores import RankingScene, RankRow

MEASURES = {Measure.RATING: N_("Rating"), Measure.WINS: N_("Wins"), Measure.POINTS: N_("Points")}
SPANS = {Span.WEEK: N_("Week"), Span.MONTH: N_("Month"), Span.ALL: N_("All time")}


@dataclass(frozen=True, slots=True)
class RankingChoice:
    here: bool
    """True for the server's ranking, false for everybody's."""
    span: Span
    game: str
    """The game's id; empty for all games together."""
    by: Measure
    is_league: bool = False
    """True for the daily league instead, from which all the rest leads back."""

    @property
    def rest(self) -> str:
        return f"{'here' if self.here else 'all'}:{self.span.value}:{self.game}:{self.by.value}"

    def value(self, row: RankingRow | LeagueRow) -> float:
        if isinstance(row, LeagueRow):
            return row.points
        values = {Measure.RATING: row.rating, Measure.WINS: row.wins, Measure.POINTS: row.points}
        return values[self.by]

    @property
    def is_gain(self) -> bool:
        """Return whether its values are rating gained during its span."""
        return not self.is_league and self.by is Measure.RATING and self.span is not Span.ALL


@dataclass(frozen=True, slots=True)
class OwnStanding:
    row: RankingRow | LeagueRow | None = None
    """The viewer's row; ``None`` if they are not ranked."""
    is_listed: bool = True
    matches: int = 0
    """The number of matches behind their rating in that game, or over all games."""


@dataclass(frozen=True, slots=True)
class Ranking:
    wanted: RankingChoice
    game: str
    """The game's name; empty for all games."""
    games: Sequence[tuple[str, str]]
    """Ids and names of all games."""
    rows: tuple[RankingRow | LeagueRow, ...]
    now: datetime
    in_server: bool
    """True if it is shown in a server, whose own ranking can then be chosen."""
    names: Mapping[UserId, str] = field(default_factory=dict)
    """People's names for the picture, by id, as far as they are known."""
    own: OwnStanding | None = None
    """Shown to the viewer alone: ``None`` where everybody can read the message."""


NAME = "board"
"""The feature's name in the ids of everything below a ranking."""
ALL_GAMES = "all"
LEAGUE = "league"
"""What asks for the daily league instead of a measure."""


def ranking_screen(ranking: Ranking, say: Words) -> Screen:
    parts: tuple[str | Picture, ...] = (
        f"### {_title(ranking, say)}\n-# {_about(ranking, say)}",
        Picture(ranking_scene(ranking, say), _alt(ranking, say), "ranking.png"),
        "\n".join(_lines(ranking, say)),
        _own(ranking, say),
    )
    return Screen(tuple(filter(None, parts)), _rows(ranking, say))


def ranking_scene(ranking: Ranking, say: Words) -> RankingScene:
    top = max(map(ranking.wanted.value, ranking.rows), default=0.0)
    rows = (
        RankRow(
            each.place,
            _number(each, ranking, say),
            ranking.wanted.value(each) / top if top > 0 else 0.0,
            gained=ranking.wanted.is_gain,
            name=ranking.names.get(each.user_id, ""),
        )
        for each in ranking.rows
    )
    return RankingScene(tuple(rows))


# The ranking in words.


def _title(ranking: Ranking, say: Words) -> str:
    if ranking.wanted.is_league:
        return league_title(league_days(ranking.now.date()), say)
    span = _span(ranking.wanted.span, ranking.now, say)
    game = say(ranking.game or N_("all games"))
    return f"{span} · {game} · {say(_MEASURED[ranking.wanted.by])}"


_MEASURED = {Measure.RATING: N_("rating"), Measure.WINS: N_("wins"), Measure.POINTS: N_("points")}


def _span(span: Span, now: datetime, say: Words) -> str:
    if span is Span.WEEK:
        return say("Week {number}", number=now.isocalendar().week)
    return say.date(now, "yMMMM") if span is Span.MONTH else say("All time")


def _about(ranking: Ranking, say: Words) -> str:
    wanted = ranking.wanted
    sentences = [_counted(wanted, say)]
    if wanted.is_league:
        ends = moment(opens_at(league_days(ranking.now.date())[0]) + WEEK, "R")
        sentences = [league_rules(say), say("The next week begins {when}.", when=ends)]
        sentences += () if wanted.here else (who_is_in_league(say),)
    elif wanted.span is Span.WEEK:
        end = moment(week_after(ranking.now), "R")
        sentences.append(say("The week ends {when}.", when=end))
    elif wanted.span is Span.MONTH:
        end = moment(month_after(ranking.now), "R")
        sentences.append(say("The month ends {when}.", when=end))
    return f"{_where(wanted, say)} · {say.in_a_row(sentences)}"


def _counted(wanted: RankingChoice, say: Words) -> str:
    match wanted.by:
        case Measure.RATING if wanted.span is Span.ALL:
            return say("Ratings based on {n} matches or more.", n=ESTABLISHED)
        case Measure.RATING:
            return say("Rating gained.")
        case Measure.WINS:
            return say(
                "Matches won. Repeated matches with the same people on one day count less and less."
            )
        case _:
            return say(
                "Points scored. Repeated matches with the same people on one day count less and"
                " less."
            )


def _lines(ranking: Ranking, say: Words) -> Iterator[str]:
    wanted = ranking.wanted
    if not ranking.rows and wanted.is_league:
        yield say("Nobody who is ranked here has finished a deal this week: see /daily.")
    elif not ranking.rows:
        why = say(_NOBODY[wanted.by, wanted.span], n=ESTABLISHED)
        yield say.in_a_row((why, say("Start a match with /play: the top spot is open.")))
    for each in ranking.rows:
        valued, played = _valued(each, ranking, say), _played(each, say)
        yield f"**{each.place}** · <@{each.user_id}> · {valued} · {played}"


def _played(row: RankingRow | LeagueRow, say: Words) -> str:
    if isinstance(row, LeagueRow):
        return say.count("{n} day", "{n} days", row.days)
    return say.count("{n} match", "{n} matches", row.matches)


def _number(row: RankingRow | LeagueRow, ranking: Ranking, say: Words) -> str:
    """Return the bare number for the picture, with spaces for any non-ASCII characters."""
    sign = "+" if ranking.wanted.is_gain else ""
    number = say.number(ranking.wanted.value(row)).replace("−", "-")
    return "".join(each if each.isascii() else " " for each in sign + number)


def _valued(row: RankingRow | LeagueRow, ranking: Ranking, say: Words) -> str:
    value = ranking.wanted.value(row)
    match Measure.POINTS if ranking.wanted.is_league else ranking.wanted.by:
        case Measure.WINS:
            return say.count("**{n}** win", "**{n}** wins", value)
        case Measure.POINTS:
            return say.count("**{n}** point", "**{n}** points", value)
        case _:
            number = say.signed if ranking.wanted.is_gain else say.number
            return f"**{number(value)}**"


_NOBODY = {
    (Measure.RATING, Span.WEEK): N_("No rating gained this week yet."),
    (Measure.RATING, Span.MONTH): N_("No rating gained this month yet."),
    (Measure.RATING, Span.ALL): N_("Nobody has finished {n} multiplayer matches yet."),
    (Measure.WINS, Span.WEEK): N_("No multiplayer wins this week yet."),
    (Measure.WINS, Span.MONTH): N_("No multiplayer wins this month yet."),
    (Measure.WINS, Span.ALL): N_("No multiplayer wins yet."),
    (Measure.POINTS, Span.WEEK): N_("No multiplayer points this week yet."),
    (Measure.POINTS, Span.MONTH): N_("No multiplayer points this month yet."),
    (Measure.POINTS, Span.ALL): N_("No multiplayer points yet."),
}


def _alt(ranking: Ranking, say: Words) -> str:
    title = say("Ranking: {title}.", title=_title(ranking, say))
    if not ranking.rows:
        return fitting((title, say("The top three spots are open.")))
    rows = (
        say(
            "Place {place}: {value}.",
            place=each.place,
            value=_valued(each, ranking, say).replace("*", ""),
        )
        for each in ranking.rows
    )
    return fitting((title, *rows))


def _own(ranking: Ranking, say: Words) -> str:
    own, wanted = ranking.own, ranking.wanted
    if own is None:
        return ""
    if not own.is_listed:
        return say(
            "You're not in any ranking, because your profile isn't public. See /preferences."
        )
    if own.row is not None:
        return say(
            "Your place: **{place}** · {value} · {matches}",
            place=say.number(own.row.place),
            value=_valued(own.row, ranking, say),
            matches=_played(own.row, say),
        )
    missing = ESTABLISHED - own.matches
    is_rating = wanted.by is Measure.RATING and not wanted.is_league
    if is_rating and wanted.span is Span.ALL and missing > 0:
        return say.count(
            "Your rating is provisional: {n} more match until it's ranked.",
            "Your rating is provisional: {n} more matches until it's ranked.",
            missing,
        )
    if wanted.is_gain and own.matches < SHOWN_FROM:
        return say.labelled(say("Rating"), rating_to_come(own.matches, say))
    if wanted.is_gain:
        return say("You're not ranked yet: no rating gained in this period.")
    return say("You're not ranked here yet.")


# Buttons and a menu for other rankings.


def _rows(ranking: Ranking, say: Words) -> tuple[Row, ...]:
    wanted = ranking.wanted
    other = replace(wanted, here=not wanted.here)
    elsewhere = (_button(other, wanted, "where", _where(other, say)),) if ranking.in_server else ()
    measures = {replace(wanted, by=by, is_league=False): name for by, name in MEASURES.items()}
    measures[replace(wanted, is_league=True)] = LEAGUE_NAME
    by = tuple(_button(each, wanted, "by", say(name)) for each, name in measures.items())
    if wanted.is_league:
        return ((*by, *elsewhere),)
    spans = tuple(
        _button(replace(wanted, span=span), wanted, "span", say(name))
        for span, name in SPANS.items()
    )
    games = ((ALL_GAMES, say("All games")), *ranking.games)
    entries = [Entry(e, say(name), chosen=e == (wanted.game or ALL_GAMES)) for e, name in games]
    id_ = custom_ids.feature(NAME, f"{replace(wanted, game='').rest}:game")
    return ((*spans, *elsewhere), by, *in_menus(id_, say("Which game"), entries, say))


def _where(wanted: RankingChoice, say: Words) -> str:
    return say("This server") if wanted.here else say("Everywhere")


def _button(leads_to: RankingChoice, now: RankingChoice, control: str, label: str) -> Button:
    """Return a button to a ranking, disabled if it is shown now; ``control`` keeps ids distinct."""
    shown = leads_to == now
    id_ = custom_ids.feature(NAME, f"{leads_to.rest}:{LEAGUE if leads_to.is_league else control}")
    return Button(id_, label, Tone.MAIN if shown else Tone.PLAIN, disabled=shown)
