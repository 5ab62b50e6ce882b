"""Hints in a hand, and how many were taken when a match is over."""

from collections.abc import Sequence

from bot.engine.analysis import (
    BestOnAverage,
    BetterPoints,
    Certainty,
    Hint,
    KeepsPlaying,
    LeavesStuck,
    LittleBetween,
    OnlyMove,
    Scores,
    WinsAtOnce,
    WinsRound,
    can_be_advised,
)
from bot.engine.contract import Observation
from bot.engine.translatable import N_
from bot.model.scores import ScoredSeat
from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words
from bot.present.screen import Button, Screen, Tone, note
from bot.present.screens.match.choices import table_button
from bot.present.text.seats import Reader, TableInfo
from bot.present.views import view_of

_BEST = {
    Certainty.CLEAR: N_("💡 Best: **{move}**"),
    Certainty.LIKELY: N_("💡 Probably best: **{move}**"),
    Certainty.CLOSE: N_("💡 A close call: **{move}**"),
}
_SHARES = {
    LeavesStuck: N_(
        "{who} can't play at their next turn in {share} of cases (second-best move: {otherwise})."
    ),
    KeepsPlaying: N_(
        "You can play at your next turn in {share} of cases (second-best move: {otherwise})."
    ),
    WinsRound: N_("You win the round in {share} of cases (second-best move: {otherwise})."),
}
_REASONS = {
    OnlyMove: N_("It's your only move."),
    WinsAtOnce: N_("It wins the round."),
    BestOnAverage: N_("It ends best for you on average."),
}
LEAST, MOST = 0.01, 0.99
"""Shares beyond these are not shown as numbers: samples never make anything certain."""


def hint_buttons(
    table_info: TableInfo, seen: Observation, ply: int, say: Words
) -> tuple[Button, ...]:
    """Return the button to ask for a hint after ``ply`` entries, if one is allowed and can help."""
    if not table_info.allows_hints or not can_be_advised(seen):
        return ()
    return (Button(custom_ids.hint(table_info.match_id, ply), say("💡 Hint")),)


def hint_question(table_info: TableInfo, ply: int, sure: str, say: Words) -> Screen:
    """Say what a hint costs, before the first one; ``sure`` as in :func:`custom_ids.hint`."""
    if len(table_info.sitters) == 1:
        cost = N_("After a hint, a win in this match doesn't count, nor can it be your best.")
    elif table_info.rated:
        cost = N_("After a hint, a win in this match doesn't count, and nobody's rating goes up.")
    else:
        cost = N_("After a hint, a win in this match doesn't count.")
    take = custom_ids.hint(table_info.match_id, ply, sure)
    buttons = [Button(take, say("Show the hint"), Tone.MAIN)]
    if sure == custom_ids.IN_HAND and not table_info.info.open_play:
        buttons.append(table_button(table_info, TableVerb.HAND, say("Back to your hand")))
    return Screen((f"💡 {say(cost)}",), (tuple(buttons),))


def describe_hint(table_info: TableInfo, seen: Observation, hint: Hint, say: Words) -> str:
    best = say(_BEST[hint.certainty], move=_move(table_info, seen, hint.code, say))
    return f"{best}\n-# {_reason(table_info, seen, hint, say)}"


def hint_note(table_info: TableInfo, seen: Observation, hint: Hint, say: Words) -> Screen:
    """Show a hint alone, to somebody who plays at an open table."""
    return note(describe_hint(table_info, seen, hint, say))


def _move(table_info: TableInfo, seen: Observation, code: str | None, say: Words) -> str:
    view, table = view_of(seen)
    move = next(each for each in seen.legal if each.code == code)
    return view.move_name_with_players(view.offered(move, table), table, Reader(table_info, say))


def _reason(table_info: TableInfo, seen: Observation, hint: Hint, say: Words) -> str:
    match hint.reason:
        case LeavesStuck() | KeepsPlaying() | WinsRound() as reason:
            who = table_info.name(reason.seat, say) if isinstance(reason, LeavesStuck) else ""
            share, otherwise = _percent(reason.share, say), _percent(reason.otherwise, say)
            return say(_SHARES[type(reason)], who=who, share=share, otherwise=otherwise)
        case Scores(points):
            return say.count("It scores {n} point now.", "It scores {n} points now.", points)
        case BetterPoints(points):
            return say.count(
                "It's about {n} point better for you on average.",
                "It's about {n} points better for you on average.",
                max(1, round(points)),
            )
        case LittleBetween():
            second = _move(table_info, seen, hint.second, say)
            if second == _move(table_info, seen, hint.code, say):
                return say(_REASONS[BestOnAverage])
            return say("**{move}** is about as good.", move=second)
        case OnlyMove() | WinsAtOnce() | BestOnAverage() as reason:
            return say(_REASONS[type(reason)])


def _percent(share: float, say: Words) -> str:
    """Return a share of sampled worlds as a rounded percentage, never 0 % or 100 %."""
    if share < LEAST:
        return f"<{say.percent(LEAST)}"
    return f">{say.percent(MOST)}" if share > MOST else say.percent(share)


def describe_hints_taken(table_info: TableInfo, scores: Sequence[ScoredSeat], say: Words) -> str:
    taken = []
    for each in scores:
        if each.hints:
            who = say("a former player") if each.user_id is None else f"<@{each.user_id}>"
            told = say.count("{who} took {n} hint", "{who} took {n} hints", each.hints, who=who)
            taken.append(told)
    if not taken:
        return ""
    who = say.listed(taken)
    if table_info.rated and len(table_info.sitters) > 1:
        return say("{who}, so nobody's rating goes up.", who=who)
    return say("{who}, so a win doesn't count.", who=who)
