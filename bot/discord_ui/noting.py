"""What is noted of the messages that show a match, and what follows from it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from bot.engine.contract import Observation, Seat
from bot.service.ports import Match, Posted, Update


def table_among(shown: Sequence[Posted]) -> Posted | None:
    """The newest message, if it is a table; a lobby is none."""
    return shown[-1] if shown and shown[-1].ply else None


def to_be_noted(update: Update, before: Posted | None, called: tuple[Seat, ...]) -> Posted:
    """Of a table that stands in place of ``before``; its message is still to be filled in."""
    match = update.match
    told_by_now = match.ply if before is None else before.since
    since = update.news[0].ply if update.news else told_by_now
    return Posted(match.channel_id, 0, None, match.version, match.ply, since, called)


def answered_with(match: Match, message_id: int, before: Posted | None) -> Posted:
    """Of an answer that shows the match as ``before`` did, and calls nobody to what is new."""
    answer = Posted(match.channel_id, message_id, None, match.version, match.ply)
    if match.shown_ply < match.ply or before is None:
        return replace(answer, since=match.shown_ply)
    return replace(answer, since=before.since, called=before.called)


def seats_called(match: Match, seen: Observation) -> tuple[Seat, ...]:
    """The seats whose people are to move."""
    return tuple(seat for seat in sorted(seen.to_act) if match.seats[seat].plays)


def overslept(update: Update, before: Posted) -> bool:
    """Whether somebody's time was up since ``before``, and they are to move again.

    They do not know of that turn: they were called to the one that the bot made for them.
    """
    return before.ply < update.match.ply and not update.late.isdisjoint(before.called)


def nonce(match: Match, before: Posted | None) -> str:
    """The same for the same message in the same place, so that Discord drops a repetition.

    A message that is posted because the one before is gone has another: it is no repetition.
    """
    place = f"{match.id} {match.version} {before.message_id if before else 0}"
    return hashlib.blake2b(place.encode(), digest_size=12).hexdigest()
