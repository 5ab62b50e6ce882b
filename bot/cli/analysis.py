"""The analysis of a record: what every choice cost, as text and as JSON."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import typer

from bot.ai.analysis import judge_choice, tasks
from bot.cli.replay import LoadedRecord
from bot.cli.text import head_text, seats_of
from bot.engine.analysis import LEAST_COST, Analysis, JudgedDecision
from bot.engine.choices import choices
from bot.engine.contract import Seat
from bot.engine.match_formats import shared_win, tally_of
from bot.present.i18n import ENGLISH
from bot.present.views import view_of_game

WIDTH = 60
"""The number of columns of a curve."""
BLOCKS = "▁▂▃▄▅▆▇█"
"""The heights of a curve, from no chance to certainty."""


def analyse(loaded: LoadedRecord, seat: Seat | None) -> Analysis:
    """Judge the choices of all seats, or of one; a terminal shows the progress.

    The record may be unfinished. Raises :class:`~bot.cli.errors.CannotDo` if there is no such seat,
    or an entry is wrong.
    """
    loaded.check_seat(seat)
    rules, setup = loaded.rules, loaded.setup
    seats = tuple(range(loaded.record.seats)) if seat is None else (seat,)
    plies = tuple(loaded.plies(seat))
    own = [each for each in choices(rules, setup, plies) if each.seat in seats]
    outcome = rules.outcome(plies[-1].state) if plies else None
    hidden = not sys.stderr.isatty()
    with typer.progressbar(
        tasks(rules.info, own), label="Analysing", file=sys.stderr, hidden=hidden
    ) as waiting:
        judged = tuple(map(judge_choice, waiting))
    return Analysis(
        seats=seats,
        decisions=judged,
        length=len(loaded.record.log),
        result=None if outcome is None else shared_win(setup, outcome),
        alone=setup.seat_count == 1,
    )


def analysis_text(loaded: LoadedRecord, analysis: Analysis) -> Iterator[str]:
    """Yield the moves that cost something, everybody's accuracy, and the curves."""
    seats = seats_of(loaded)
    yield head_text(loaded)
    yield ""
    costly = [each for each in analysis.decisions if analysis.loss(each) >= LEAST_COST]
    keys = analysis.key_decisions()
    for each in costly:
        who = seats.name(each.seat, ENGLISH)
        where = f"Round {each.round}, move {each.number}: {who} played {each.played}"
        sign = "*" if each in keys else " "
        yield f"{sign} {where}; {each.best} was better: {_why(loaded, analysis, each)}"
    if keys:
        yield "\n* The moves that mattered most."
    elif analysis.decisions:
        yield "No single move cost much."
    yield ""
    for seat in analysis.seats:
        yield _accuracy(analysis, seat, seats.name(seat, ENGLISH))
    for seat in () if analysis.alone else analysis.seats:
        if curve := analysis.curve(seat):
            first, last = (round(100 * curve[at][1]) for at in (0, -1))
            blocks = _blocks(curve, analysis.length)
            yield f"{seats.name(seat, ENGLISH)}  {first:>3}% {blocks} {last}%"


def _why(loaded: LoadedRecord, analysis: Analysis, decision: JudgedDecision) -> str:
    if analysis.alone:
        view = view_of_game(loaded.rules.info.id)
        best, worse = (
            view.tally(tally_of(chance), ENGLISH)
            for chance in (decision.chance_best, decision.chance_played)
        )
        return f"about {best} instead of {worse}"
    told = f"it wins in {decision.chance_best:.0%} of cases instead of {decision.chance_played:.0%}"
    points = round(decision.points_cost)
    if points < 1:
        return told
    kind = "penalty points less" if loaded.rules.info.penalties else "points more"
    return f"{told}, {points} {kind if points > 1 else kind.replace('points', 'point')}"


def _accuracy(analysis: Analysis, seat: Seat, who: str) -> str:
    own, accuracy = analysis.of((seat,)), analysis.accuracy(seat)
    if accuracy is None:
        return f"{who}  never had a choice"
    best = sum(not each.cost for each in own)
    return f"{who}  accuracy {round(accuracy)}%, best move in {best} of {len(own)} choices"


def _blocks(curve: Sequence[tuple[int, float]], length: int) -> str:
    """Return a curve as a line of blocks, each for an equal part of the log."""
    signs = []
    for column in range(WIDTH):
        end = (column + 1) * length / WIDTH
        chance = next((chance for at, chance in reversed(curve) if at <= end), curve[0][1])
        signs.append(BLOCKS[min(int(chance * len(BLOCKS)), len(BLOCKS) - 1)])
    return "".join(signs)


def plain_analysis(analysis: Analysis) -> dict[str, Any]:
    """Return an analysis as JSON-compatible data; seats are the keys, as text."""
    return {
        "decisions": [
            {
                "i": each.index,
                "seat": each.seat,
                "round": each.round,
                "move": each.number,
                "played": each.played,
                "best": each.best,
                "chance_played": round(each.chance_played, 4),
                "chance_best": round(each.chance_best, 4),
                "cost": round(each.cost, 4),
                "points_cost": round(each.points_cost, 2),
                "standard_error": round(each.standard_error, 4),
            }
            for each in analysis.decisions
        ],
        "key": [each.index for each in analysis.key_decisions()],
        "accuracy": {str(seat): _rounded(analysis.accuracy(seat)) for seat in analysis.seats},
        "curve": {
            str(seat): [[at, round(chance, 4)] for at, chance in analysis.curve(seat)]
            for seat in analysis.seats
        },
    }


def _rounded(accuracy: float | None) -> float | None:
    return None if accuracy is None else round(accuracy, 1)
