"""Direct messages: the hand on a person's turn, reminders, and notices when a computer takes over.

``url`` links to the table: a person may get messages about many tables.
"""

from dataclasses import replace

from bot.engine.contract import Observation, Seat, chooses_openly
from bot.present import custom_ids
from bot.present.custom_ids import TableVerb
from bot.present.i18n import Words, moment
from bot.present.screen import Button, Screen, Tone, note
from bot.present.screens.match.hand import hand_screen
from bot.present.screens.match.table import resume_button, title
from bot.present.text.seats import TableInfo


def turn_dm(
    table_info: TableInfo, seen: Observation, ply: int, say: Words, told: str, url: str
) -> Screen:
    """Show the hand of somebody whose turn it is; ``told`` says what led to it."""
    label = say("Go to the table")
    way = f"-# [{label}]({url})"
    return hand_screen(table_info, seen, ply, say, "\n".join(filter(None, (way, told))))


def turn_over_dm(
    table_info: TableInfo, seen: Observation, say: Words, told: str, url: str
) -> Screen:
    """Show what takes the place of a DM that asked for a move; ``told`` says what was done."""
    label = say("Go to the table")
    lines = (title(table_info, seen, say), f"-# [{label}]({url})", told, say("That turn is over."))
    text = "\n".join(filter(None, lines))
    if table_info.info.open_play:
        return note(text)
    hand = custom_ids.table(table_info.match_id, TableVerb.HAND)
    return Screen((text,), ((Button(hand, say("Hand"), Tone.MAIN),),))


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
