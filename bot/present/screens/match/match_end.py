"""The end of a round and of a match."""

from collections.abc import Sequence
from typing import Any

from bot.engine.contract import Event, Seat
from bot.engine.rounds import MatchSeen, RoundScored
from bot.games.common.events import RoundEndEvent
from bot.present.i18n import Words
from bot.present.narration.alt_text import round_alt
from bot.present.narration.events import MAX_NEWS, arithmetic, how_it_ended, is_ending, tell
from bot.present.scenes import round_scene
from bot.present.screen import Picture, Screen
from bot.present.screens.match.hint import HintsTaken, hints_told
from bot.present.screens.match.ratings import ScoreNews, earned_told, ratings_told
from bot.present.screens.match.rematch import rematch_row
from bot.present.screens.verify import shuffle_opened
from bot.present.text.seats import TableInfo, letter


def round_screen(table_info: TableInfo, events: Sequence[Event], say: Words) -> Screen:
    """Show a round that has ended: what led to it, all hands, the arithmetic, the running score.

    ``events`` are those up to the end, with :class:`Closing` and :class:`RoundScored` among them.
    """
    ended = next(event for event in events if isinstance(event, RoundEndEvent))
    scored = next(event for event in events if isinstance(event, RoundScored))
    told = tell((event for event in events if not is_ending(event)), table_info, say)
    game, number = say(table_info.info.name), scored.number
    title = (
        say("{game} · the end", game=game)
        if scored.rounds == 1
        else say("{game} · end of round {number}", game=game, number=number)
    )
    head = [f"### {title}"]
    head += [" · ".join(told[-MAX_NEWS:])] if told else []
    counted = scored.counted and len(table_info.sitters) > 1
    head.append(how_it_ended(ended, table_info, say, counted=counted))
    head += [
        say("{who} is out of the match.", who=table_info.name(seat, say))
        for seat in scored.eliminated
    ]
    picture = Picture(round_scene(ended), round_alt(ended, say), "round.png")
    sums = "\n".join(f"-# {text}" for text in arithmetic(ended, table_info, say))
    scores = _scores(table_info, scored.totals, say, scored.lasted) if counted else ""
    parts = ("\n".join(head), picture, sums, scores)
    return Screen(tuple(part for part in parts if part))


def match_screen(
    table_info: TableInfo,
    seen: MatchSeen[Any],
    say: Words,
    score_news: Sequence[ScoreNews] = (),
    hints: Sequence[HintsTaken] = (),
) -> Screen:
    """Show a finished match: places, ratings, achievements, and what to do next."""
    winners = seen.outcome.winners if seen.outcome else ()
    won = f"## {say(table_info.info.name)} · {who_won(table_info, winners, say)}"
    scores = ""
    if seen.counted:
        scores = _scores(table_info, seen.totals, say, seen.lasted, winners)
    ratings, earned = ratings_told(table_info, score_news, say), earned_told(score_news, say)
    hinted = hints_told(hints, say)
    parts = (won, scores, hinted, ratings, earned, shuffle_opened(say))
    return Screen(tuple(part for part in parts if part), (rematch_row(table_info, say),))


def who_won(table_info: TableInfo, winners: Sequence[Seat], say: Words) -> str:
    """Name the winners of a match."""
    if not winners:
        return say("Nobody wins the match.")
    who = say.listed(table_info.name(seat, say) for seat in winners)
    if len(winners) == 1:
        return say("🏆 {who} wins the match!", who=who)
    if tuple(winners) in table_info.sides:
        return say("🏆 {who} win the match!", who=who)
    return say("🏆 {who} share the win!", who=who)


def _scores(
    table_info: TableInfo,
    totals: tuple[int, ...],
    say: Words,
    lasted: tuple[int, ...] = (),
    winners: Sequence[Seat] = (),
) -> str:
    """List every side with its points, the best first: by win, rounds survived, then points."""

    def rank(side: tuple[Seat, ...]) -> tuple[bool, int, int]:
        seat = side[0]
        points = totals[seat] if table_info.info.penalties else -totals[seat]
        return seat not in winners, -lasted[seat] if lasted else 0, points

    return "\n".join(
        " + ".join(f"`{letter(seat)}` {table_info.name(seat, say)}" for seat in side)
        + f" · {_total(table_info, totals[side[0]], say)}"
        for side in sorted(table_info.sides, key=rank)
    )


def _total(table_info: TableInfo, number: int, say: Words) -> str:
    if table_info.info.penalties:
        return say.count("**{n}** penalty point", "**{n}** penalty points", number)
    return f"**{say.number(number)}**"
