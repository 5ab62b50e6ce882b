"""Rankings: who is first, in which game, over how long, and by what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.engine.words import N_
from bot.present import ids
from bot.present.alt import fitting
from bot.present.screen import Button, Entry, Menu, Picture, Row, Screen, Tone
from bot.present.words import Words, moment
from bot.scores.rating import ESTABLISHED
from bot.scores.span import Span, month_after, week_after
from renderers import RankingScene, RankRow

NAME = "board"
"""Stands in the ids of everything below a ranking."""
ALL_GAMES = "all"
"""Stands in the menu of games for all of them."""
MEASURES = {"rating": N_("Rating"), "wins": N_("Wins"), "points": N_("Points")}
"""What a ranking may go by."""
SPANS = {Span.WEEK: N_("Week"), Span.MONTH: N_("Month"), Span.ALL: N_("All time")}
"""How far back a ranking may go."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which ranking somebody looks at."""

    here: bool
    """Whether it is the server's, and not everybody's."""
    span: Span
    game: str
    """Empty: all games together."""
    by: str
    """One of :data:`MEASURES`."""

    @property
    def rest(self) -> str:
        """How ids spell it."""
        return f"{'here' if self.here else 'all'}:{self.span.value}:{self.game}:{self.by}"

    @property
    def is_gain(self) -> bool:
        """Whether its numbers were won in its span."""
        return self.by == "rating" and self.span is not Span.ALL


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a ranking."""

    place: int
    """From 1; those who are equal share one."""
    user_id: int
    value: float
    """What the ranking goes by."""
    matches: int


@dataclass(frozen=True, slots=True)
class Own:
    """How the one who looks stands there."""

    line: Line | None = None
    """``None``: not on it."""
    is_listed: bool = True
    matches: int = 0
    """How many their rating in that game, or over all, rests on."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A ranking as it is shown."""

    wanted: Wanted
    game: str
    """The game's name; empty for all."""
    games: Sequence[tuple[str, str]]
    """Ids and names of all games."""
    lines: tuple[Line, ...]
    now: datetime
    in_server: bool
    """Whether there is a server whose ranking can be asked for."""
    own: Own | None = None
    """Told to nobody else: ``None`` where everybody reads it."""


def ranking_screen(ranking: Ranking, say: Words) -> Screen:
    """A ranking, with everything that can be asked for instead of it."""
    parts: tuple[str | Picture, ...] = (
        f"### {_title(ranking, say)}\n-# {_about(ranking, say)}",
        Picture(ranking_scene(ranking, say), _alt(ranking, say), "ranking.png"),
        "\n".join(_lines(ranking, say)) if ranking.lines else _nobody(ranking, say),
        _own(ranking, say),
    )
    return Screen(tuple(filter(None, parts)), _rows(ranking, say))


def ranking_scene(ranking: Ranking, say: Words) -> RankingScene:
    """The picture: places, bars and numbers."""
    top = max((each.value for each in ranking.lines), default=0.0)
    rows = (
        RankRow(
            each.place,
            _number(each, ranking, say),
            each.value / top if top > 0 else 0.0,
            gained=ranking.wanted.is_gain,
        )
        for each in ranking.lines
    )
    return RankingScene(tuple(rows))


# What it is, in words.


def _title(ranking: Ranking, say: Words) -> str:
    wanted = ranking.wanted
    return " · ".join(
        (
            _span(wanted.span, ranking.now, say),
            ranking.game or say("all games"),
            say(_MEASURED[wanted.by]),
        )
    )


_MEASURED = {"rating": N_("rating"), "wins": N_("wins"), "points": N_("points")}


def _span(span: Span, now: datetime, say: Words) -> str:
    match span:
        case Span.WEEK:
            return say("Week {number}", number=now.isocalendar().week)
        case Span.MONTH:
            return say.date(now, "yMMMM")
        case Span.ALL:
            return say("All time")


def _about(ranking: Ranking, say: Words) -> str:
    """Where it is, what is counted, and until when."""
    wanted = ranking.wanted
    where = say("This server") if wanted.here else say("Everywhere")
    sentences = [where, _counted(wanted, say)]
    match wanted.span:
        case Span.WEEK:
            end = moment(week_after(ranking.now), "R")
            sentences.append(say("The week ends {when}.", when=end))
        case Span.MONTH:
            end = moment(month_after(ranking.now), "R")
            sentences.append(say("The month ends {when}.", when=end))
        case Span.ALL:
            pass
    return f"{sentences[0]} · {' '.join(sentences[1:])}"


def _counted(wanted: Wanted, say: Words) -> str:
    match wanted.by:
        case "rating" if wanted.span is Span.ALL:
            return say("Ratings that rest on {n} matches or more.", n=ESTABLISHED)
        case "rating":
            return say("What ratings have gained.")
        case "wins":
            return say("Matches won; against the same few people a day they count less and less.")
        case _:
            return say("Points made; against the same few people a day they count less and less.")


def _lines(ranking: Ranking, say: Words) -> Iterable[str]:
    """Place, person, value and matches."""
    for each in ranking.lines:
        matches = say.count("{n} match", "{n} matches", each.matches)
        yield f"**{each.place}** · <@{each.user_id}> · {_valued(each, ranking, say)} · {matches}"


def _number(line: Line, ranking: Ranking, say: Words) -> str:
    """The number alone, as it stands in the picture, with a space where it has a rare sign."""
    sign = "+" if ranking.wanted.is_gain else ""
    number = say.number(line.value).replace("−", "-")
    return "".join(each if each.isascii() else " " for each in sign + number)


def _valued(line: Line, ranking: Ranking, say: Words) -> str:
    """The number, and what it is of."""
    number, many = say.number(line.value), 1 if line.value == 1 else 2
    match ranking.wanted.by:
        case "wins":
            return say.count("**{number}** win", "**{number}** wins", many, number=number)
        case "points":
            return say.count("**{number}** point", "**{number}** points", many, number=number)
        case _:
            return f"**{say.signed(line.value) if ranking.wanted.is_gain else number}**"


_NOBODY = {
    ("rating", Span.WEEK): N_("Nobody has gained rating this week yet."),
    ("rating", Span.MONTH): N_("Nobody has gained rating this month yet."),
    ("rating", Span.ALL): N_("Nobody has finished {n} matches in company yet."),
    ("wins", Span.WEEK): N_("Nobody has won a match in company this week yet."),
    ("wins", Span.MONTH): N_("Nobody has won a match in company this month yet."),
    ("wins", Span.ALL): N_("Nobody has won a match in company yet."),
    ("points", Span.WEEK): N_("Nobody has made points in company this week yet."),
    ("points", Span.MONTH): N_("Nobody has made points in company this month yet."),
    ("points", Span.ALL): N_("Nobody has made points in company yet."),
}


def _nobody(ranking: Ranking, say: Words) -> str:
    """Why nobody is on it, and what to do."""
    why = say(_NOBODY[ranking.wanted.by, ranking.wanted.span], n=ESTABLISHED)
    return f"{why} {say('Start a match with /play: the first place is free.')}"


def _alt(ranking: Ranking, say: Words) -> str:
    """The picture, for those who hear it; people are in the text below it."""
    title = say("A ranking: {title}.", title=_title(ranking, say))
    if not ranking.lines:
        return fitting((title, say("The first three places are free.")))
    rows = (
        say("Place {place}: {value}.", place=each.place, value=_plain(each, ranking, say))
        for each in ranking.lines
    )
    return fitting((title, *rows))


def _plain(line: Line, ranking: Ranking, say: Words) -> str:
    return _valued(line, ranking, say).replace("*", "")


def _own(ranking: Ranking, say: Words) -> str:
    """How the one who looks stands there, for them alone."""
    own, wanted = ranking.own, ranking.wanted
    if own is None:
        return ""
    if not own.is_listed:
        return say("You are in no ranking, as you have set it with /preferences.")
    if own.line is not None:
        matches = say.count("{n} match", "{n} matches", own.line.matches)
        return say(
            "Your place: **{place}** · {value} · {matches}",
            place=say.number(own.line.place),
            value=_valued(own.line, ranking, say),
            matches=matches,
        )
    missing = ESTABLISHED - own.matches
    if wanted.by == "rating" and wanted.span is Span.ALL and missing > 0:
        return say.count(
            "Your rating is provisional: {n} more match, and it is ranked.",
            "Your rating is provisional: {n} more matches, and it is ranked.",
            missing,
        )
    if wanted.is_gain:
        return say("You have no place here: your rating has not gained yet.")
    return say("You have no place here yet.")


# What can be asked for instead.


def _rows(ranking: Ranking, say: Words) -> tuple[Row, ...]:
    wanted = ranking.wanted
    spans = tuple(
        _button(replace(wanted, span=span), wanted, "span", say(name))
        for span, name in SPANS.items()
    )
    measures = tuple(
        _button(replace(wanted, by=by), wanted, "by", say(name)) for by, name in MEASURES.items()
    )
    other = replace(wanted, here=not wanted.here)
    where = say("This server") if other.here else say("Everywhere")
    elsewhere = (_button(other, wanted, "where", where),) if ranking.in_server else ()
    return ((*spans, *elsewhere), measures, _games(ranking, say))


def _button(leads_to: Wanted, now: Wanted, control: str, label: str) -> Button:
    """A button to a ranking, or the one that says which is shown; ``control`` keeps ids apart."""
    shown = leads_to == now
    id_ = ids.feature(NAME, f"{leads_to.rest}:{control}")
    return Button(id_, label, Tone.MAIN if shown else Tone.PLAIN, disabled=shown)


def _games(ranking: Ranking, say: Words) -> Menu:
    wanted = ranking.wanted
    games = ((ALL_GAMES, say("All games")), *ranking.games)
    entries = (Entry(id_, name, chosen=id_ == (wanted.game or ALL_GAMES)) for id_, name in games)
    rest = replace(wanted, game="").rest
    return Menu(ids.feature(NAME, f"{rest}:game"), say("Which game"), tuple(entries))
