"""A match step by step, and a finished one as an animation."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.engine.contract import Seat
from bot.engine.record import Record
from bot.engine.rounds import RoundScored
from bot.engine.story import Moment, SoFar, Story
from bot.games.common.events import DrawEvent, RoundEndEvent
from bot.model.deadlines import NOTHING
from bot.present import custom_ids
from bot.present.i18n import Words
from bot.present.narration.events import arithmetic, how_it_ended, news
from bot.present.narration.scoreboard import standing
from bot.present.scenes import (
    end_of_round,
    hand_picture,
    replay_alt,
    replay_scene,
    round_picture,
    table_picture,
)
from bot.present.screen import Animation, Button, Document, Picture, Row, Screen, Tone, in_lines
from bot.present.screens.lookback.buttons import REPLAY, analyse_button, step_id
from bot.present.text.seats import TableInfo, letter
from bot.present.text.shortening import fitting
from bot.present.views import view_of, view_of_game
from renderers.animation import Frame
from renderers.scene.captions import Caption, Glyph, SeatSign, Sign

ANIMATION, RECORD = "film", "record"
LONGEST = 360
"""The most pictures in an animation."""
AT_EASE = 120
"""The most pictures that are shown at the normal speed; longer animations go faster."""
_MOVE, _SWIFT, _DEAL, _END, _LAST = 0.9, 0.6, 1.5, 3.5, 6.0
"""Seconds for which a picture is shown."""


def replay_screen(table_info: TableInfo, story: Story[object], step: int, say: Words) -> Screen:
    """Show what happened in a step, the table after it with all hands, and the scores.

    Raises ``IndexError`` for a step that the match doesn't have.
    """
    now = story.moment(step)
    table_info = table_info.at(now.ply)
    told = _describe_moment(table_info, now, say, drawn=_drawn(table_info, story, now, say))
    head = f"{table_info.title(say)}\n{_where(now, say)}\n{told}"
    picture = Picture(replay_scene(now), replay_alt(now, say), "replay.png")
    return Screen((head, picture, _below(table_info, now, say)), _rows(table_info, story, now, say))


def so_far_screen(table_info: TableInfo, so_far: SoFar, say: Words) -> Screen:
    """Show a step of a running match, and the table after it, as its viewer saw it then."""
    now, seat = so_far.now, so_far.now.seen.seat
    # The clocks of today say nothing about the table of then.
    table_info = replace(table_info.at(now.ply), agenda=NOTHING)
    gone = say("That move was taken back.") if so_far.is_taken_back else ""
    told = _describe_moment(table_info, now, say, seat)
    hidden = say("-# The match is still running, so you see what you could see then.")
    head = in_lines(table_info.title(say), _where(now, say), gone, told, hidden)
    if (over := end_of_round(now.events)) is not None:
        picture = round_picture(over, say, "replay.png")
    elif seat is None or table_info.info.open_play:
        picture = table_picture(now.seen, say, now.events, "replay.png")
    else:
        picture = hand_picture(now.seen, say, "replay.png")
    steps = [f"p{ply}" for ply in so_far.ways]
    row = _steps(table_info.match_id, steps, f"p{now.ply}", say)
    return Screen((head, picture, _below(table_info, now, say)), (row,))


def animation_screen(table_info: TableInfo, story: Story[object], say: Words) -> Screen:
    """Show the match as an animated picture, drawn by :meth:`Animation.paint`.

    Making the screen takes milliseconds, painting it up to a second: do both off the event loop.
    """
    steps, told = _shown(story, say)
    moments = [story.moment(step) for step in steps]
    ends = set(story.ends)
    frames = tuple(
        Frame(replay_scene(now), _seconds(now, len(steps), ends), now.step in ends, caption_of(now))
        for now in moments
    )
    begins = say("An animation of the match, with all hands face up. It ends like this:")
    alt = fitting((begins, replay_alt(moments[-1], say)))
    return Screen((f"{table_info.title(say)}\n{told}", Animation(frames, alt, "replay.gif")))


def caption_of(now: Moment) -> Caption:
    """Return what has happened in a step, in signs: who moved, what, and who won the round."""
    view, _ = view_of(now.seen)
    signs: list[Sign] = [] if now.seat is None else [SeatSign(letter(now.seat))]
    for at, event in enumerate(now.events, 1):
        signs += view.caption(event, now.events[at:])
        if isinstance(event, RoundScored):
            signs += _scored(event)
    return Caption(tuple(signs), now.move, now.moves)


def _scored(event: RoundScored) -> Iterator[Sign]:
    """Yield the winners of a round with their points; if they have none, the others with theirs."""
    points = event.points if event.counted else (0,) * len(event.points)
    told = set(event.winners)
    if not any(points[seat] for seat in told) and told:
        told |= {seat for seat, made in enumerate(points) if made}
    for seat in sorted(told, key=lambda seat: seat not in event.winners):
        if seat in event.winners:
            yield Glyph.WON
        yield SeatSign(letter(seat))
        if points[seat]:
            yield f"+{points[seat]}"


def record_screen(match_id: int, record: Record, say: Words) -> Screen:
    told = say(
        "The whole match as a file, with the secret and salts behind its shuffles. With my source"
        " code, {replay} replays it move by move.",
        replay="`python -m bot replay FILE`",
    )
    return Screen((told, Document(record.dump().encode("ascii"), f"boneyard-{match_id}.json")))


def _where(now: Moment, say: Words) -> str:
    where = say("Move {n} of {moves}", n=say.number(now.move), moves=say.number(now.moves))
    if now.rounds > 1:
        rounds = say("round {n} of {rounds}", n=now.round, rounds=now.rounds)
        where = f"{where} · {rounds}"
    return f"-# {where}"


def _describe_moment(
    table_info: TableInfo,
    now: Moment,
    say: Words,
    me: Seat | None = None,
    *,
    drawn: Iterable[str] = (),
) -> str:
    told = news(now.events, table_info, say, me)
    if not told and now.seat is None:
        told = say("Everything is shuffled and dealt.")
    lines = [told, *drawn]
    for event in now.events:
        if isinstance(event, RoundEndEvent):
            counted = _counts(table_info, now)
            lines.append(how_it_ended(event, table_info, say, counted=counted))
    return in_lines(*lines)


def _drawn(table_info: TableInfo, story: Story[object], now: Moment, say: Words) -> Iterator[str]:
    if now.seat is None:
        return
    called = view_of_game(table_info.info.id).piece_name
    for seat in dict.fromkeys(event.seat for event in now.events if isinstance(event, DrawEvent)):
        before = Counter(story.moment(now.step - 1).held[seat])
        if pieces := Counter(now.held[seat]) - before:
            named = ", ".join(f"**{called(code)}**" for code in pieces.elements())
            yield say("-# Drawn: {pieces}", pieces=named)


def _below(table_info: TableInfo, now: Moment, say: Words) -> str:
    """Return holdings and points; at the end of a round, how the points were made."""
    scored = next((event for event in now.events if isinstance(event, RoundScored)), None)
    ended = end_of_round(now.events)
    if scored is None or ended is None:
        return standing(table_info, now.seen, say)
    sums = [f"-# {text}" for text in arithmetic(ended, table_info, say)]
    if _counts(table_info, now):
        view = view_of_game(table_info.info.id)
        for side in table_info.sides:
            who = " + ".join(table_info.lettered_name(seat, say) for seat in side)
            sums.append(f"{who} · {view.points(scored.totals[side[0]], say)}")
    return "\n".join(sums) or standing(table_info, now.seen, say)


def _counts(table_info: TableInfo, now: Moment) -> bool:
    scored = any(isinstance(event, RoundScored) and event.counted for event in now.events)
    return scored and len(table_info.sitters) > 1


def _rows(table_info: TableInfo, story: Story[object], now: Moment, say: Words) -> tuple[Row, ...]:
    match_id = table_info.match_id
    steps = _steps(match_id, story.ways(now.step), now.step, say)
    files = (
        Button(custom_ids.feature(REPLAY, f"{match_id}:{ANIMATION}"), say("Animation")),
        Button(custom_ids.feature(REPLAY, f"{match_id}:{RECORD}"), say("Match record")),
        analyse_button(match_id, say),
    )
    return steps, files


def _steps(
    match_id: int, ways: Sequence[int | str], now: int | str, say: Words
) -> tuple[Button, ...]:
    labels = say("⏮ Round"), say("◀ Move"), say("Move ▶"), say("Round ⏭")
    return tuple(
        Button(step_id(match_id, to, mark), label, Tone.MAIN, disabled=to == now)
        for to, mark, label in zip(ways, "abcd", labels, strict=True)
    )


def _shown(story: Story[object], say: Words) -> tuple[list[int], str]:
    """Return the steps that an animation shows, and a text about those it leaves out.

    A long match is shown from the first round from which everything fits; of the rounds before,
    only the ends are shown. If even the last round is too long, steps of the whole match are left
    out at even distances.
    """
    everything = range(len(story))
    moves = story.moment(len(story) - 1).moves
    if len(everything) <= LONGEST:
        return [*everything], say.count("{n} move in all.", "{n} moves in all.", moves)
    for number, first in enumerate(story.firsts):
        steps = [end for end in story.ends if end < first] + [*everything[first:]]
        if len(steps) <= LONGEST:
            told = say(
                "Move by move from round {n}; earlier rounds show only how they ended.",
                n=number + 1,
            )
            return steps, told
    kept = {round(at * (len(everything) - 1) / (LONGEST - 1)) for at in range(LONGEST)}
    told = say(
        "The animation shows {shown} of {steps} steps, evenly spaced.",
        steps=say.number(len(everything)),
        shown=say.number(len(kept)),
    )
    return sorted(kept), told


def _seconds(now: Moment, pictures: int, ends: set[int]) -> float:
    if now.step == now.steps - 1:
        return _LAST
    if now.step in ends:
        return _END
    if now.seat is None:
        return _DEAL
    return _MOVE if pictures <= AT_EASE else _SWIFT
