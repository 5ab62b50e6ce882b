"""Everybody's chance to win over a match, as a picture and in words."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from bot.engine.analysis import Analysis, JudgedDecision
from bot.engine.contract import Seat
from bot.engine.story import Story
from bot.present.i18n import Words
from bot.present.screen import Picture
from bot.present.text.seats import letter
from bot.present.text.shortening import fitting
from renderers.scene.scores import ChanceCurve, ChanceMark, ChanceScene

MOST_POINTS = 90
"""The most points of a curve; in longer matches, each is the average of several decisions."""
MOST_TOLD = 24
"""The most chances that the alt text names, for all seats together."""

Point = tuple[int, float]
"""An index of the log, and a chance."""


def curve_picture(
    analysis: Analysis, story: Story[object], keys: Sequence[JudgedDecision], say: Words
) -> Picture:
    begins = (0, *(story.moment(end).ply + 1 for end in story.ends[:-1]))
    alt = fitting(_describe_curves(analysis, begins, keys, say))
    return Picture(_scene(analysis, begins, keys), alt, "analysis.png")


def _scene(
    analysis: Analysis, begins: Sequence[int], keys: Sequence[JudgedDecision]
) -> ChanceScene:
    whole = max(analysis.length, 1)
    curves = tuple(
        ChanceCurve(
            seat,
            letter(seat),
            tuple((index / whole, chance) for index, chance in _thinned(analysis.curve(seat))),
        )
        for seat in analysis.seats
        if analysis.curve(seat)
    )
    marks = tuple(
        ChanceMark(str(number), each.seat, (each.index + 1) / whole, each.chance_played)
        for number, each in enumerate(keys, 1)
    )
    rounds = tuple(index / whole for index in begins) if len(begins) > 1 else ()
    return ChanceScene(curves, marks, rounds)


def _thinned(points: Sequence[Point]) -> Iterator[Point]:
    """Yield the points of a curve, averaged in groups if there are many; both ends stay."""
    if len(points) <= MOST_POINTS:
        yield from points
        return
    inner, size = points[1:-1], -(-len(points) // MOST_POINTS)
    yield points[0]
    for at in range(0, len(inner), size):
        group = inner[at : at + size]
        yield group[-1][0], fmean(chance for _, chance in group)
    yield points[-1]


def _describe_curves(
    analysis: Analysis, begins: Sequence[int], keys: Sequence[JudgedDecision], say: Words
) -> Iterator[str]:
    """Describe each curve by its chances at the start, after some rounds, and at the end."""
    for seat in analysis.seats:
        if points := analysis.curve(seat):
            parts = ", ".join(_parts(analysis, seat, points, begins, say))
            yield say("{letter}'s chance to win: {parts}.", letter=letter(seat), parts=parts)
    for number, each in enumerate(keys, 1):
        yield say(
            "Mark {n}: {letter}'s move {move}.",
            n=number,
            letter=letter(each.seat),
            move=say.number(each.number),
        )


def _parts(
    analysis: Analysis, seat: Seat, points: Sequence[Point], begins: Sequence[int], say: Words
) -> Iterator[str]:
    yield say("{chance} at the start", chance=say.percent(points[0][1]))
    ends = list(enumerate(begins[1:], 1))
    step = -(-len(ends) * len(analysis.seats) // MOST_TOLD) or 1
    for number, index in ends[step - 1 :: step]:
        chance = next(
            chance for at, chance in reversed(points) if at <= index or at == points[0][0]
        )
        yield say("{chance} after round {n}", chance=say.percent(chance), n=number)
    if analysis.result is not None:
        yield say("{chance} at the end", chance=say.percent(analysis.result[seat]))
