"""The hand, shown only to its owner."""

from collections.abc import Sequence

from bot.engine.analysis import Hint
from bot.engine.choices import chooses_openly
from bot.engine.contract import Event, Observation, Seat
from bot.model.match import Occupant
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words, moment
from bot.present.narration.events import as_seen, news, tells
from bot.present.narration.scoreboard import standing
from bot.present.scenes import hand_picture, table_picture
from bot.present.screen import Part, Screen, in_lines
from bot.present.screens.match.choices import legend, table_button, with_choices
from bot.present.screens.match.hint import describe_hint, hint_buttons
from bot.present.screens.match.plan import plan_buttons, plan_line
from bot.present.screens.match.table import resume_button, take_back_move_buttons, title
from bot.present.text.seats import TableInfo
from bot.present.views import view_of


def hand_screen(
    table_info: TableInfo,
    seen: Observation,
    ply: int,
    say: Words,
    note: str = "",
    hint: Hint | None = None,
) -> Screen:
    """Show the hand of ``seen.seat`` with its choices, or a way back to a seat a computer holds.

    ``ply`` is the length of the log at this table; ``note`` is shown above the picture, and so is a
    ``hint`` for this choice. Raises :class:`TypeError` for a spectator.
    """
    if seen.seat is None:
        raise TypeError("a spectator has no hand")
    sitter, to_act, legal = table_info.sitters[seen.seat], seen.to_act, seen.legal
    own = sitter.seat in to_act and not sitter.is_held
    view, table = view_of(seen)
    received = view.received(table, say)
    head = in_lines(
        title(table_info, seen, say),
        note,
        "" if tells(note, received, say) else received,
        _whose_turn(table_info, seen, sitter, say),
        _until(table_info, seen.seat, say) if own else "",
        plan_line(table_info, seen, say),
        legend(table_info, say) if own and legal else "",
        describe_hint(table_info, seen, hint, say) if hint else "",
        view.sum_of_ends(table, say) if own else "",
    )
    back = take_back_move_buttons(table_info, say) if to_act else ()
    is_waiting = bool(to_act) and (sitter.is_held or not legal)
    plan, more = plan_buttons(table_info, seen, say), table_button(table_info, TableVerb.MORE, "⋯")
    if not is_waiting:
        row = (*(() if hint else hint_buttons(table_info, seen, ply, say)), *plan, *back)
    elif sitter.is_held:
        row = (resume_button(table_info, say),)
    else:  # somebody else is to move
        row = (*plan, table_button(table_info, TableVerb.HAND, say("Refresh")), *back, more)
    screen = Screen((head, *_shown(table_info, seen, say)), (row,) if row else ())
    if is_waiting:
        return screen
    return with_choices(screen, table_info, seen, ply, say, hint.code if hint else None)


def _shown(table_info: TableInfo, seen: Observation, say: Words) -> tuple[Part, ...]:
    """Return the hand; where choices are open, the table and its seats, or the seats alone."""
    if not chooses_openly(table_info.info, seen):
        return (hand_picture(seen, say),)
    view, _ = view_of(seen)
    if not view.has_private_copy:
        return (standing(table_info, seen, say),)
    return table_picture(seen, say, name="hand.png"), standing(table_info, seen, say)


def moved_note(
    table_info: TableInfo, events: Sequence[Event], seen: Observation, say: Words
) -> str:
    """Tell a person about their own move and what it led to, or what led up to their turn.

    ``events`` are as everybody saw them; the person is told what they saw themselves.
    Nothing is told where it would be a record that others don't have.
    """
    view, _ = view_of(seen)
    if not view.has_private_copy:
        return ""
    return news(as_seen(events, seen), table_info, say, me=seen.seat)


def _whose_turn(table_info: TableInfo, seen: Observation, sitter: Occupant, say: Words) -> str:
    view, table = view_of(seen)
    to_act = seen.to_act
    if not to_act:
        return say("The match is over. See the table for the result.")
    if sitter.is_held:
        return say("A computer is playing for you until you take your seat back.")
    openly = chooses_openly(table_info.info, seen)
    if sitter.seat in to_act and openly and not view.has_private_copy:
        shown = say("Only the table shows what is face up.")
        return say.in_a_row((say("**Your turn.**"), shown))
    if sitter.seat in to_act:
        return say.in_a_row((say("**Your turn.**"), view.question(table, say)))
    names = say.listed(table_info.name(seat, say) for seat in sorted(to_act))
    text = say("Waiting for {who}.", who=names)
    if sitter.seat not in table.setup.seats:
        text = say("You're out of this match. You can keep watching. {text}", text=text)
    return text


def _until(table_info: TableInfo, seat: Seat, say: Words) -> str:
    """Say until when the player to move has time, in one short line; empty if no clock runs."""
    if (until := table_info.away_until(seat)) is not None:
        away = moment(until, "f")
        return say("You're on holiday until {when}. Your clock is paused until then.", when=away)
    if (due_at := table_info.due_at(seat)) is None:
        return ""
    if table_info.pace.counts_days:  # a date says more than a time of day
        # Translators: {when} is a date with a time of day.
        return say("⏳ Move by {when}.", when=moment(due_at, "f"))
    when, left = moment(due_at, "t"), moment(due_at, "R")
    # Translators: {when} is a time of day, {left} is like “in 5 minutes”.
    return say("⏳ Move by {when} ({left}).", when=when, left=left)
