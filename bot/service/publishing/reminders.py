"""Which reminders of players are still due."""

from bot.model.calls import Reminder
from bot.model.match import Match, UserId
from bot.model.preferences import PlayerSettings
from bot.service.clock.timing import REMINDERS


def has_choice(match: Match, user: UserId, ply: int) -> bool:
    """Return whether the person, and no computer for them, still has the choice of ``ply``.

    A reminder that comes too late for that choice is not meant for the next one.
    """
    seat = match.seat_of(user)
    clock = None if seat is None else match.agenda.clock(seat)
    return user in match.players and clock is not None and clock.ply == ply


def is_due(match: Match, reminder: Reminder, settings: PlayerSettings) -> bool:
    """Return whether it is about a choice that they have; with a digest, only the last one is due.

    A digest leaves out no reminder of a match in which people are expected to stay at the table.
    """
    if not has_choice(match, reminder.user_id, reminder.ply):
        return False
    clock = match.agenda.clock(match.seat_of(reminder.user_id) or 0)
    is_last = clock is not None and clock.reminded >= len(REMINDERS)
    return is_last or match.pace.is_quick or settings.preferences.digest_time is None
