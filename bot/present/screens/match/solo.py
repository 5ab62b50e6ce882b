"""The end of a match played alone: the result, the time, and the personal best."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.rounds import MatchSeen
from bot.model.scores import ScoredSeat, SoloResult
from bot.present.i18n import Words
from bot.present.screen import Part, Screen
from bot.present.screens.lookback.verify import shuffle_opened
from bot.present.screens.match.hint import describe_hints_taken
from bot.present.screens.match.match_end import final_parts, rematch_row
from bot.present.screens.match.ratings import describe_achievements, describe_ratings
from bot.present.text.seats import TableInfo
from bot.present.views import view_of_game
from bot.present.views.view import AnyView


@dataclass(frozen=True, slots=True)
class SoloSummary:
    """A person's result, and their record in this game with these options."""

    result: SoloResult
    best: SoloResult | None
    """The best result before this one; ``None`` if there is none."""
    played: int
    """The number of matches, including this one."""
    won: int
    seen: MatchSeen[Any] | None = None
    """The last moment of the match, to be shown with the result."""

    @property
    def is_best(self) -> bool:
        return self.best is not None and self.result.is_better_than(self.best)


def alone_screen(
    table_info: TableInfo, record: SoloSummary, say: Words, scores: Sequence[ScoredSeat] = ()
) -> Screen:
    result, view = record.result, view_of_game(table_info.info.id)
    told = view.tally_news(result.tally or 0, say)
    head = say("{game} · {result}", game=say(table_info.info.name), result=told)
    time = say.lasting(result.seconds)
    lines = [
        f"## {head}",
        say("{who} · {time}", who=table_info.name(0, say), time=time),
        *filter(None, [_compared(view, record, say)]),
    ]
    counted = [say.count("{n} played", "{n} played", record.played)]
    if record.won != record.played:
        counted.append(say.count("{n} won", "{n} won", record.won))
    tries = say("-# With these options: {counts}", counts=", ".join(counted))
    told_above = "\n".join(lines)
    shown: tuple[Part, ...] = (
        (told_above,)
        if record.seen is None
        else final_parts(table_info, record.seen, told_above, say, counted=False)
    )
    parts = (
        *shown,
        tries,
        describe_ratings(table_info, (), say),
        describe_hints_taken(table_info, scores, say),
        describe_achievements(scores, say),
        shuffle_opened(say),
    )
    return Screen(tuple(filter(None, parts)), (rematch_row(table_info, say),))


def _compared(view: AnyView, record: SoloSummary, say: Words) -> str:
    if record.best is None:
        return (
            say("That's your first result: the one to beat.") if record.result.may_be_best else ""
        )
    tally, seconds = record.best.tally, record.best.seconds
    places = {"result": view.tally(tally or 0, say), "time": say.lasting(seconds)}
    if record.is_best:
        return say("🏅 New personal best! Previous best: {result} in {time}.", **places)
    return say("Personal best: {result} in {time}.", **places)
