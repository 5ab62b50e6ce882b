"""Calls by DM or with a ping: invitations, and reminders for players and for those who watch."""

from collections.abc import Collection
from dataclasses import replace

from bot.engine.choices import chooses_openly
from bot.engine.contract import Observation, Seat
from bot.engine.translatable import N_
from bot.model.calls import Call, Occasion, WatchReminders
from bot.present import custom_ids
from bot.present.custom_ids import LobbyVerb, TableVerb
from bot.present.i18n import Words, moment
from bot.present.screen import Button, PeopleMenu, Screen, Tone, in_lines, note
from bot.present.screens.match.choices import table_button
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.table import resume_button, title
from bot.present.text.seats import TableInfo

_REMINDERS = {
    (True, True): N_(
        "🔔 I'll remind you when the match goes on after an hour or more without a move, and when"
        " it ends."
    ),
    (True, False): N_(
        "🔔 I'll remind you when the match goes on after an hour or more without a move."
    ),
    (False, True): N_("🔔 I'll remind you when the match ends."),
    (False, False): N_(
        "🔔 I can remind you when the match goes on after an hour or more without a move, or when"
        " it ends."
    ),
}
"""What is said of the reminders chosen: those when a match goes on, and those when it ends."""


def invite_screen(match_id: int, most: int, say: Words) -> Screen:
    text = say("Who should join you? I'll notify everybody once, in this channel or by DM.")
    menu = PeopleMenu(custom_ids.invitation(match_id), say("Choose people"), most=most)
    return Screen((text,), (menu,))


def invited_screen(new: Collection[int], again: Collection[int], say: Words) -> Screen:
    """Say who was invited; people who want no calls are not told apart from the others."""
    told = []
    if new:
        who = say.listed(f"<@{user}>" for user in new)
        text = say("You've invited {who}. I'll notify everybody who accepts invitations.", who=who)
        told.append(text)
    if again:
        who = say.listed(f"<@{user}>" for user in again)
        told.append(say("Already invited to this table, and not notified again: {who}.", who=who))
    return Screen(("\n".join(told),))


def call_screen(
    call: Call, table_info: TableInfo, say: Words, url: str, users: Collection[int] = ()
) -> Screen:
    """Call one person by DM, or ``users`` with a ping in the match's channel."""
    name, match_id = say(table_info.info.name), table_info.match_id
    linked = f"[{name}]({url})"
    row: tuple[Button, ...] = ()
    match call.occasion:
        case Occasion.INVITED:
            text = say("📨 You're invited to a table of **{game}**.", game=name)
            if call.invited_by is not None:
                who = f"<@{call.invited_by}>"
                text = say("📨 {who} has invited you to a table of **{game}**.", who=who, game=name)
            text = f"{text}\n{_way_to_table(url, say)}"
            join = custom_ids.lobby(match_id, LobbyVerb.JOIN)
            row = (Button(join, say("Join"), Tone.MAIN),) if users else ()
        case Occasion.GOES_ON:
            text = say("🔔 {game} goes on: somebody has moved after a long pause.", game=linked)
            hint = say("-# Press ⋯ below the table to change your reminders.")
            text = f"{text}\n{hint}" if users else text
            stop = custom_ids.watch(match_id, goes_on=False, ends=False)
            row = () if users else (Button(stop, say("No more reminders")),)
        case Occasion.ENDED if table_info.close_reason is None:
            text = say("🔔 The match you watched is over: {game}", game=linked)
        case Occasion.ENDED:
            text = say("🔔 The match you watched was cancelled: {game}", game=linked)
        case Occasion.REMINDED:
            raise ValueError("a reminder shows the table")
    return Screen((text,), (row,) if row else (), ping=tuple(users))


def with_reminders(
    screen: Screen, table_info: TableInfo, reminders: WatchReminders, say: Words
) -> Screen:
    how = say("-# By DM, or with a mention in the table's channel if DMs don't reach you.")
    goes_on, ends = reminders.goes_on, reminders.ends
    text = f"{say(_REMINDERS[goes_on, ends])}\n{how}"
    match_id = table_info.match_id
    turned = custom_ids.watch(match_id, goes_on=not goes_on, ends=ends)
    at_end = custom_ids.watch(match_id, goes_on=goes_on, ends=not ends)
    buttons = (
        _toggle(turned, say("When it goes on"), chosen=goes_on),
        _toggle(at_end, say("When it ends"), chosen=ends),
    )
    return replace(screen, parts=(*screen.parts, text), rows=(*screen.rows, buttons))


def _toggle(custom_id: str, label: str, *, chosen: bool) -> Button:
    return Button(custom_id, f"✓ {label}" if chosen else label, Tone.GOOD if chosen else Tone.PLAIN)


def _way_to_table(url: str, say: Words) -> str:
    label = say("Go to the table")
    return f"-# [{label}]({url})"


# DMs to players. ``url`` links to the table: a person may get messages about many tables.


def turn_dm(
    table_info: TableInfo, seen: Observation, ply: int, say: Words, told: str, url: str
) -> Screen:
    """Show the hand of somebody whose turn it is; ``told`` says what led to it."""
    return hand_screen(table_info, seen, ply, say, in_lines(_way_to_table(url, say), told))


def turn_over_dm(
    table_info: TableInfo, seen: Observation, say: Words, told: str, url: str
) -> Screen:
    """Show what takes the place of a DM that asked for a move; ``told`` says what was done."""
    way, over = _way_to_table(url, say), say("That turn is over.")
    text = in_lines(title(table_info, seen, say), way, told, over)
    if table_info.info.open_play:
        return note(text)
    hand = table_button(table_info, TableVerb.HAND, say("Hand"), Tone.MAIN)
    return Screen((text,), ((hand,),))


def reminder_dm(table_info: TableInfo, seen: Observation, ply: int, say: Words, url: str) -> Screen:
    """Remind somebody with their hand; if they choose at the table, with a link to it only."""
    game = f"[{say(table_info.info.name)}]({url})"
    text = say(
        "⏰ It's your turn in {game}. Time runs out {when}.",
        game=game,
        when=_due(table_info, seen.seat),
    )
    if chooses_openly(table_info.info, seen):
        return note(text)
    return hand_screen(table_info, seen, ply, say, text)


def held_seat_dm(table_info: TableInfo, say: Words, url: str) -> Screen:
    game = f"[{say(table_info.info.name)}]({url})"
    text = say(
        "You ran out of time twice in a row in {game}, so a computer is playing for you.", game=game
    )
    return Screen((text,), ((resume_button(table_info, say),),))


def reminder_at_table(table: Screen, table_info: TableInfo, seat: Seat, say: Words) -> Screen:
    """Show the table with a ping for a player whom no direct message reaches.

    The text goes above the table's own: a table may have no room for one more component.
    """
    user, when = table_info.sitters[seat].user_id, _due(table_info, seat)
    text = say(
        "⏰ {who}, it's your turn. Time runs out {when}.", who=table_info.name(seat, say), when=when
    )
    head, *others = table.parts
    return replace(table, parts=(f"{text}\n{head}", *others), ping=() if user is None else (user,))


def _due(table_info: TableInfo, seat: Seat | None) -> str:
    due_at = None if seat is None else table_info.due_at(seat)
    return "" if due_at is None else moment(due_at, "R")
