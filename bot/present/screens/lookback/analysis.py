"""The analysis of a finished match: accuracy, the moves that mattered, and each decision."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.engine.analysis import Analysis, JudgedDecision
from bot.engine.contract import Observation, Seat
from bot.engine.match_formats import tally_of
from bot.engine.story import Story
from bot.present.i18n import Words
from bot.present.input.move_input import named_move
from bot.present.scenes import hand_picture
from bot.present.screen import Button, Part, Row, Screen, Tone
from bot.present.screens.lookback.analysis_curve import curve_picture
from bot.present.screens.lookback.buttons import EVERYBODY, OWN, part_id, replay_button, step_id
from bot.present.text.seats import TableInfo
from bot.present.views import view_of_game


@dataclass(frozen=True, slots=True)
class Analysed:
    table_info: TableInfo
    story: Story[object]
    analysis: Analysis
    reader: Seat | None = None
    """``None`` if the reader was not analysed."""

    def seats(self, whose: str) -> tuple[Seat, ...]:
        own = self.reader is not None and whose == OWN
        return (self.reader,) if own and self.reader is not None else self.analysis.seats


def progress_screen(table_info: TableInfo, done: int, of: int, say: Words) -> Screen:
    """Show how far an analysis has come; the button still works after a restart."""
    told = say("Analysing… The result will appear in this message.")
    if of:
        told = say("Analysing: {n} of {all} choices", n=say.number(done), all=say.number(of))
    return _unfinished(table_info, told, say)


def interrupted_screen(table_info: TableInfo, say: Words) -> Screen:
    """Say that an analysis is not ready, though nothing fills the message, and offer to go on."""
    told = say("The analysis isn't ready yet. Press Analyse to try again.")
    return _unfinished(table_info, told, say)


def _unfinished(table_info: TableInfo, told: str, say: Words) -> Screen:
    """Return a screen with a button that fills the same message with the analysis."""
    begin = Button(part_id(table_info.match_id, OWN), say("Analyse"))
    return Screen((f"{table_info.title(say)}\n{told}",), ((begin,),))


def analysis_screen(analysed: Analysed, say: Words, whose: str = OWN) -> Screen:
    analysis, table_info = analysed.analysis, analysed.table_info
    keys = analysis.key_decisions(analysed.seats(whose))
    head = "\n".join((table_info.title(say), *_accuracies(analysed, say)))
    parts: list[Part] = [head]
    if analysis.decisions and not analysis.alone:
        caption = say("-# The chance to win over the match.")
        if keys:
            caption = say("-# The chance to win over the match; the numbers mark the moves below.")
        parts[0] = f"{head}\n{caption}"
        parts.append(curve_picture(analysis, analysed.story, keys, say))
    fairness = say("Every move is judged by what its player could know at that moment.")
    parts += ["\n".join(_keys(analysed, keys, say)), f"-# {fairness}"]
    return Screen(tuple(parts), _overview_rows(analysed, keys, whose, say))


def decision_screen(analysed: Analysed, index: int, say: Words) -> Screen:
    """Show one decision: the table and the hand as the player saw them, and the better move.

    Raises ``KeyError`` if there was no decision at that index of the log.
    """
    decision = analysed.analysis.at(index)
    table_info, seen = analysed.table_info, analysed.story.before(index)
    head = "\n".join(
        (
            table_info.title(say),
            f"-# {_when(analysed, decision, say)}",
            describe_decision(analysed, decision, seen, say),
        )
    )
    return Screen((head, hand_picture(seen, say)), _decision_rows(analysed, decision, say))


def describe_decision(
    analysed: Analysed, decision: JudgedDecision, seen: Observation, say: Words
) -> str:
    """Say in two lines what was played, and what would have been better by how much."""
    names = {move.code: named_move(move, seen, say) for move in seen.legal}
    played = f"**{names[decision.played]}**"
    if decision.seat == analysed.reader:
        told = say("You chose {move}.", move=played)
    else:
        who = analysed.table_info.at(decision.index).name(decision.seat, say)
        told = say("{who} chose {move}.", who=who, move=played)
    verdict = say("No move was better.")
    if decision.cost:
        best, why = f"**{names[decision.best]}**", _why(analysed, decision, say)
        verdict = say("{move} was better: {why}.", move=best, why=why)
    return f"{told}\n{verdict}"


def _why(analysed: Analysed, decision: JudgedDecision, say: Words) -> str:
    if analysed.analysis.alone:
        view = view_of_game(analysed.table_info.info.id)
        best, worse = (
            view.tally(tally_of(chance), say)
            for chance in (decision.chance_best, decision.chance_played)
        )
        return say("it usually leads to {best} instead of {worse}", best=best, worse=worse)
    more, points = _more_wins(decision, say), round(decision.points_cost)
    if points < 1:
        return more
    gained = say.count(
        "and brings {n} point more on average", "and brings {n} points more on average", points
    )
    if analysed.table_info.info.penalties:
        gained = say.count(
            "and brings {n} penalty point less on average",
            "and brings {n} penalty points less on average",
            points,
        )
    # Translators: “it wins …” and “and brings …”, as translated elsewhere.
    return say("{wins} {points}", wins=more, points=gained)


def _more_wins(decision: JudgedDecision, say: Words) -> str:
    best, played = round(decision.chance_best, 2), round(decision.chance_played, 2)
    if best <= played:
        return say("it wins slightly more often")
    return say(
        "it wins in {best} of cases instead of {worse}",
        best=say.percent(best),
        worse=say.percent(played),
    )


def _accuracies(analysed: Analysed, say: Words) -> Iterator[str]:
    analysis = analysed.analysis
    for seat in analysis.seats:
        who = analysed.table_info.at(0).lettered_name(seat, say)
        accuracy, own = analysis.accuracy(seat), analysis.of((seat,))
        if accuracy is None:
            yield say("{who} · never had a choice", who=who)
            continue
        yield say(
            "{who} · accuracy **{accuracy}** · best move in {n} of {all} choices",
            who=who,
            accuracy=say.percent(accuracy / 100),
            n=say.number(sum(not each.cost for each in own)),
            all=say.number(len(own)),
        )


def _keys(analysed: Analysed, keys: Sequence[JudgedDecision], say: Words) -> Iterator[str]:
    if not keys:
        yield say("No single move cost much.")
    for number, each in enumerate(keys, 1):
        told = describe_decision(analysed, each, analysed.story.before(each.index), say)
        first, second = told.split("\n")
        named = say.labelled(_when(analysed, each, say), first)
        yield f"{number}. {named}\n   {second}"


def _when(analysed: Analysed, decision: JudgedDecision, say: Words) -> str:
    if len(analysed.story.ends) < 2:
        return say("Move {n}", n=say.number(decision.number))
    return say(
        "Round {round}, move {n}", round=say.number(decision.round), n=say.number(decision.number)
    )


def _overview_rows(
    analysed: Analysed, keys: Sequence[JudgedDecision], whose: str, say: Words
) -> tuple[Row, ...]:
    match_id = analysed.table_info.match_id
    marked = tuple(
        Button(
            part_id(match_id, str(each.index), "k"),
            say("{n}. Move {move}", n=number, move=each.number),
            Tone.MAIN,
        )
        for number, each in enumerate(keys, 1)
    )
    more: list[Button] = []
    if decisions := analysed.analysis.of(analysed.seats(whose)):
        first = str(decisions[0].index)
        more.append(Button(part_id(match_id, first, "f"), say("Choice by choice")))
    if analysed.reader is not None and len(analysed.analysis.seats) > 1:
        other, label = (
            (EVERYBODY, say("Everybody's moves")) if whose == OWN else (OWN, say("My moves"))
        )
        more.append(Button(part_id(match_id, other), label))
    more.append(replay_button(match_id, say))
    return (marked, tuple(more)) if marked else (tuple(more),)


def _decision_rows(analysed: Analysed, decision: JudgedDecision, say: Words) -> tuple[Row, ...]:
    match_id, own = analysed.table_info.match_id, analysed.analysis.of((decision.seat,))
    at = own.index(decision)
    before, after = own[max(at - 1, 0)], own[min(at + 1, len(own) - 1)]
    step = analysed.story.step_of(decision.index)
    ways = (("b", before, say("◀ Choice")), ("c", after, say("Choice ▶")))
    steps = tuple(
        Button(part_id(match_id, str(to.index), mark), label, Tone.MAIN, disabled=to is decision)
        for mark, to, label in ways
    )
    return (
        steps,
        (
            Button(part_id(match_id, OWN), say("Back to the analysis")),
            Button(step_id(match_id, step), say("See it in the replay")),
        ),
    )
