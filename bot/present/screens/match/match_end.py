"""The end of a round and of a match: places and points, or the result of a person alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.engine.contract import Event, Seat
from bot.engine.rounds import MatchSeen, RoundScored
from bot.engine.translatable import N_
from bot.games.common.events import RoundEndEvent
from bot.model.scores import ScoredSeat, SoloResult
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words
from bot.present.narration.events import arithmetic, how_it_ended, news
from bot.present.scenes import end_of_round, round_picture, table_picture
from bot.present.screen import Part, Row, Screen, Tone, in_lines
from bot.present.screens.lookback.buttons import look_back_row, share_button
from bot.present.screens.match.choices import table_button
from bot.present.screens.match.hint import describe_hints_taken
from bot.present.screens.match.ratings import describe_achievements, describe_ratings
from bot.present.text.seats import TableInfo
from bot.present.text.unbroken import heading
from bot.present.views import round_seen, view_of_game
from bot.present.views.view import AnyView

_SHUFFLE_OPENED = N_("-# 🔓 Shuffle opened: Verify shows how the bones were dealt.")
LAST_NEWS = 3
"""The number of phrases about what led to the end of a match."""


def round_screen(
    table_info: TableInfo, events: Sequence[Event], say: Words, said: str = ""
) -> Screen:
    """Show a round after which others follow: what led to its end, all hands, the arithmetic.

    ``events`` are those up to the end, ``said`` the phrases that were said meanwhile.
    """
    ended = next(event for event in events if isinstance(event, RoundEndEvent))
    scored = next(event for event in events if isinstance(event, RoundScored))
    game, number = say(table_info.info.name), scored.number
    title = say("{game} · end of round {number}", game=game, number=number)
    counted = scored.counted and len(table_info.sitters) > 1
    head = in_lines(
        heading(title),
        news(events, table_info, say),
        said,
        how_it_ended(ended, table_info, say, counted=counted),
        *(
            say("{who} is out of the match.", who=table_info.name(seat, say))
            for seat in scored.eliminated
        ),
    )
    sums = "\n".join(f"-# {text}" for text in arithmetic(ended, table_info, say))
    scores = ""
    if counted:  # the best first: by rounds survived, then points
        sides = sorted(table_info.sides, key=lambda s: _rank(table_info, s, scored))
        scores = "\n".join(_line(table_info, side, scored.totals, say) for side in sides)
    return Screen(tuple(filter(None, (head, round_picture(ended, say), sums, scores))))


def match_screen(
    table_info: TableInfo,
    seen: MatchSeen[Any],
    say: Words,
    scores: Sequence[ScoredSeat] = (),
    said: str = "",
    events: Sequence[Event] = (),
) -> Screen:
    """Show a finished match: the end, places, ratings, achievements, and what to do next.

    ``said`` are the phrases that were said at the last table, and ``events`` what led to the end,
    if somebody left meanwhile.
    """
    winners = seen.outcome.winners if seen.outcome else ()
    won = f"## {say(table_info.info.name)} · {who_won(table_info, winners, say)}"
    places = _places(table_info, seen, winners, say) if seen.counted else ""
    won = in_lines(won, _who_is_worst(table_info, seen, winners, say))
    parts = (
        *final_parts(table_info, seen, won, say, counted=seen.counted, events=events),
        places,
        describe_hints_taken(table_info, scores, say),
        describe_ratings(table_info, scores, say),
        describe_achievements(scores, say),
        said,
        say(_SHUFFLE_OPENED),
    )
    return Screen(tuple(part for part in parts if part), (rematch_row(table_info, say),))


def _who_is_worst(
    table_info: TableInfo, seen: MatchSeen[Any], winners: Sequence[Seat], say: Words
) -> str:
    """Name those with the most penalties if the game has a word for them (KOZEL-11)."""
    most = max(seen.totals)
    seats = [seat for seat, n in enumerate(seen.totals) if n == most and seat not in winners]
    if not table_info.info.worst or not seats:
        return ""
    return say(table_info.info.worst, who=say.listed(table_info.name(seat, say) for seat in seats))


def final_parts(
    table_info: TableInfo,
    seen: MatchSeen[Any],
    head: str,
    say: Words,
    *,
    counted: bool,
    events: Sequence[Event] = (),
) -> tuple[Part, ...]:
    """Return the head with the reason, the final table, and how the last points were made."""
    history = round_seen(seen).history
    ended = end_of_round(history[::-1])
    if ended is None:
        return (head, table_picture(seen, say))
    why = how_it_ended(ended, table_info, say, counted=counted and len(table_info.sitters) > 1)
    sums = "\n".join(f"-# {text}" for text in arithmetic(ended, table_info, say))
    told = news(events or history, table_info, say, most=LAST_NEWS)
    return (in_lines(head, told, why), round_picture(ended, say), sums)


def who_won(table_info: TableInfo, winners: Sequence[Seat], say: Words) -> str:
    if not winners:
        return say("Nobody wins the match.")
    who = say.listed(table_info.name(seat, say) for seat in winners)
    if len(winners) == 1:
        return say("🏆 {who} wins the match!", who=who)
    if tuple(winners) in table_info.sides:
        return say("🏆 {who} win the match!", who=who)
    return say("🏆 {who} share the win!", who=who)


_MEDALS = ("🥇", "🥈", "🥉")


def place_sign(place: int) -> str:
    """Return a medal for the first three places, and the number of any other in bold."""
    return _MEDALS[place - 1] if place <= len(_MEDALS) else f"**{place}**"


def _places(
    table_info: TableInfo, seen: MatchSeen[Any], winners: Sequence[Seat], say: Words
) -> str:
    """List every side with its place and points; winners are first, and equals share a place."""

    def rank(side: tuple[Seat, ...]) -> tuple[bool, int, int]:
        return (side[0] not in winners, *_rank(table_info, side, seen))

    ranks = sorted(map(rank, table_info.sides))
    lines = []
    for side in sorted(table_info.sides, key=rank):
        place = ranks.index(rank(side)) + 1
        lines.append(f"{place_sign(place)} {_line(table_info, side, seen.totals, say)}")
    return "\n".join(lines)


def _rank(
    table_info: TableInfo, side: tuple[Seat, ...], after: RoundScored | MatchSeen[Any]
) -> tuple[int, int]:
    seat = side[0]
    points = after.totals[seat] if table_info.info.penalties else -after.totals[seat]
    return -after.lasted[seat] if after.lasted else 0, points


def _line(
    table_info: TableInfo, side: tuple[Seat, ...], totals: tuple[int, ...], say: Words
) -> str:
    total = totals[side[0]]
    points = f"**{say.number(total)}**"
    if table_info.info.penalties:
        points = say.count("**{n}** penalty point", "**{n}** penalty points", total)
    return f"{' + '.join(table_info.lettered_name(seat, say) for seat in side)} · {points}"


def rematch_row(table_info: TableInfo, say: Words) -> Row:
    """Return the lasting buttons below a match's result: rematch, and ways to look back."""
    match_id = table_info.match_id
    return (
        table_button(table_info, TableVerb.REMATCH, say("Rematch"), Tone.MAIN),
        *look_back_row(match_id, say),
        share_button(match_id, say),
    )


# A match played alone.


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
    told = view.tally_at_end(result.tally or 0, say)
    head = say("{game} · {result}", game=say(table_info.info.name), result=told)
    time = say.lasting(result.seconds)
    told_above = in_lines(
        f"## {head}",
        say("{who} · {time}", who=table_info.name(0, say), time=time),
        _compared(view, record, say),
    )
    counted = [say.count("{n} played", "{n} played", record.played)]
    if record.won != record.played:
        counted.append(say.count("{n} won", "{n} won", record.won))
    tries = say("-# With these options: {counts}", counts=", ".join(counted))
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
        say(_SHUFFLE_OPENED),
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
