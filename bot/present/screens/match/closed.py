"""Lobbies and matches that were closed, and why."""

from collections.abc import Sequence

from bot.engine.contract import Observation
from bot.engine.translatable import N_
from bot.model.match import CloseReason
from bot.model.scores import ScoredSeat
from bot.present.i18n import Words
from bot.present.scenes import table_picture
from bot.present.screen import Screen, in_lines
from bot.present.screens.lookback.buttons import look_back_row
from bot.present.screens.match.hint import describe_hints_taken
from bot.present.screens.match.ratings import describe_ratings
from bot.present.screens.match.table import title
from bot.present.text.seats import TableInfo

_LOBBIES = {
    CloseReason.LEFT: N_("Everybody left."),
    CloseReason.LAPSED: N_("Nobody started the match, and nothing happened here for a day."),
    CloseReason.CHANNEL_DELETED: N_("Its channel was deleted."),
}
_MATCHES = {
    CloseReason.LEFT: N_("This match was cancelled because everybody left."),
    CloseReason.LAPSED: N_("This match was cancelled because nothing happened for a month."),
    CloseReason.ABSENT: N_("This match was cancelled because nobody came back to play."),
    CloseReason.CHANNEL_DELETED: N_("This match was cancelled because its channel was deleted."),
}
_ALONE = {
    CloseReason.LEFT: N_("{who} left this match. It counts as a loss."),
    CloseReason.ABSENT: N_("{who} didn't come back to play this match. It counts as a loss."),
}
"""The same if the match counts, and one person played it with computers."""
_USUAL = CloseReason.LEFT
"""The reason assumed for matches closed before reasons were stored."""


def closed_screen(table_info: TableInfo, say: Words) -> Screen:
    head = say("{game} · this table was closed", game=say(table_info.info.name))
    why = say(_LOBBIES.get(table_info.close_reason or _USUAL, _LOBBIES[_USUAL]))
    next_step = say("Open a new table with /play.")
    return Screen((f"### {head}\n{why} {next_step}",))


def retired_screen(
    table_info: TableInfo, seen: Observation, say: Words, scores: Sequence[ScoredSeat] = ()
) -> Screen:
    """Show a match that can't be played any more, and its ``scores`` if it counts.

    Only then can it be looked back on, like a match that was played to its end.
    """
    next_step = say("Open a new table with /play.")
    picture = table_picture(seen, say, ended=True)
    ratings = describe_ratings(table_info, scores, say)
    why, counts = _why(table_info, say, counts=table_info.rated and bool(ratings))
    told = in_lines(counts, ratings, describe_hints_taken(table_info, scores, say))
    parts = (f"{title(table_info, seen, say)}\n{why} {next_step}", picture, told)
    row = look_back_row(table_info.match_id, say)
    return Screen(
        tuple(part for part in parts if part),
        (row,) if any(each.user_id for each in scores) else (),
    )


def _why(table_info: TableInfo, say: Words, *, counts: bool) -> tuple[str, str]:
    """Say why a match was closed; if that ``counts``, say for whom."""
    reason = table_info.close_reason or _USUAL
    people = [user for each in table_info.sitters if (user := each.user_id or each.left_by)]
    if counts and len(people) == 1 and reason in _ALONE:
        return say(_ALONE[reason], who=f"<@{people[0]}>"), ""
    why = say(_MATCHES.get(reason, _MATCHES[_USUAL]))
    if not counts:
        return why, ""
    rest = say("This match still counts: nobody wins, and whoever left first takes last place.")
    return why, rest
