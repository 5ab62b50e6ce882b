"""Letters: the hand when the turn comes, reminders, and word that a computer plays on.

``url`` is where the match is played: a person may have letters of many tables.
"""

from __future__ import annotations

from dataclasses import replace

from bot.engine.contract import Observation, Seat
from bot.present.company import Company
from bot.present.hand import hand_screen
from bot.present.screen import Screen, note
from bot.present.table import take_back_button
from bot.present.words import Words, moment


def turn_letter(
    company: Company, seen: Observation, ply: int, say: Words, told: str, url: str
) -> Screen:
    """The hand of somebody whose turn has come; ``told`` is what led to it."""
    way = f"-# [{say('To the table')}]({url})"
    return hand_screen(company, seen, ply, say, "\n".join(filter(None, (way, told))))


def reminder_letter(company: Company, seen: Observation, ply: int, say: Words, url: str) -> Screen:
    """The hand once more; of a table where nobody holds anything, the way there."""
    game = f"[{company.info.name}]({url})"
    text = say(
        "⏰ Your turn in {game}; time is up {when}.", game=game, when=_due(company, seen.seat)
    )
    return note(text) if company.info.open_play else hand_screen(company, seen, ply, say, text)


def held_letter(company: Company, say: Words, url: str) -> Screen:
    """Word to somebody that a computer has begun to play for them."""
    game = f"[{company.info.name}]({url})"
    text = say(
        "Your time was up twice in a row in {game}; a computer plays for you now.", game=game
    )
    return Screen((text,), ((take_back_button(company, say),),))


def reminder_at_table(table: Screen, company: Company, seat: Seat, say: Words) -> Screen:
    """The table, which calls somebody once more whom no letter reaches."""
    user, when = company.sitters[seat].user_id, _due(company, seat)
    text = say("⏰ {who} is to move; time is up {when}.", who=company.name(seat, say), when=when)
    return replace(table, parts=(text, *table.parts), ping=() if user is None else (user,))


def _due(company: Company, seat: Seat | None) -> str:
    """When a seat's time is up, as a countdown."""
    due_at = None if seat is None else company.sitters[seat].due_at
    return "" if due_at is None else moment(due_at, "R")
