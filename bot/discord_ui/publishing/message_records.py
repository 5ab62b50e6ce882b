"""Records of the messages that show a match, and what follows from them."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.engine.contract import Observation, Seat
from bot.model.match import Match, UserId
from bot.model.messages import MessageRecord
from bot.model.preferences import MessagePreference
from bot.model.updates import Update
from bot.service.ports.store import Store


async def link_to(store: Store, match: Match) -> str:
    """Return a link to the message of the match's table or lobby, or else to its channel."""
    return link(match, await store.posted(match.id))


def link(match: Match, posted: Sequence[MessageRecord]) -> str:
    table = next((each for each in reversed(posted) if each.user_id is None), None)
    guild = match.guild_id or "@me"
    message = f"/{table.message_id}" if table else ""
    return f"https://discord.com/channels/{guild}/{match.channel_id}{message}"


def table_among(shown: Sequence[MessageRecord]) -> MessageRecord | None:
    """Return the newest message if it is a table; ``None`` for a lobby or no message."""
    return shown[-1] if shown and shown[-1].ply else None


def is_newer(shown: Sequence[MessageRecord], match: Match) -> bool:
    return any(each.version > match.version for each in shown)


def news_from(update: Update, before: MessageRecord | None) -> int:
    """Return the first ply whose events the table that replaces ``before`` reports.

    It reports what was not shown yet, and what those who are to move have missed.
    """
    shown = update.match.ply if before is None else before.since
    return min(update.called_since, update.news[0].ply if update.news else shown)


def record_of_new_table(
    update: Update, before: MessageRecord | None, called: tuple[Seat, ...]
) -> MessageRecord:
    """Return the record of a table that replaces ``before``; its message id is not set yet."""
    match = update.match
    since = news_from(update, before)
    return MessageRecord(match.channel_id, 0, None, match.version, match.ply, since, called)


def record_of_answer(
    match: Match, message_id: int, before: MessageRecord | None, late: Collection[Seat]
) -> MessageRecord:
    """Return the record of an answer that shows the match after ``before``; it pings nobody.

    Whoever ``before`` has pinged still knows, except ``late`` seats, which ran out of time since.
    ``match`` may have been read before ``before`` was recorded.
    """
    answer = MessageRecord(match.channel_id, message_id, None, match.version, match.ply)
    if before is None:
        return replace(answer, since=match.shown_ply)
    if before.ply >= match.ply:
        return replace(answer, since=before.since, called=before.called)
    called = before.called if set(late).isdisjoint(before.called) else ()
    return replace(answer, since=match.shown_ply, called=called)


def seats_called(match: Match, seen: Observation) -> tuple[Seat, ...]:
    return tuple(seat for seat in sorted(seen.to_act) if match.seats[seat].is_person_playing)


def pinged_seat_timed_out(update: Update, before: MessageRecord) -> bool:
    """Return whether a seat that ``before`` pinged has run out of time since.

    If it is to move again, its person does not know: the ping was for the move the bot made.
    """
    return before.ply < update.match.ply and not update.late.isdisjoint(before.called)


def is_still_there(update: Update, before: MessageRecord, called: tuple[Seat, ...]) -> bool:
    """Return whether the seats to call are those that ``before`` has called, who have just moved.

    That is so if only computers have moved in between, and none of the seats ran out of time.
    """
    others = (
        each.seat is not None
        and each.ply >= before.ply
        and each.seat not in called
        and update.match.seats[each.seat].is_person_playing
        for each in update.news
    )
    is_same = before.called == called and not pinged_seat_timed_out(update, before)
    return is_same and not any(others)


def record_of_leftover(
    match: Match, message_id: int, before: MessageRecord | None
) -> MessageRecord:
    """Return the record of a message whose sender ended before it could record it.

    What it shows is not known, so the record tells no more than that of the message ``before`` it.
    The match's very first message is its lobby. Any other is recorded as a table if the match has
    started, because a started match keeps only one lobby.
    """
    if before is None:
        return MessageRecord(match.channel_id, message_id)
    return replace(before, message_id=message_id, ply=match.ply and max(before.ply, 1))


def nonce(match: Match, before: MessageRecord | None) -> str:
    """Return the nonce of the message that follows ``before`` in the channel, whatever it shows.

    A process may end between sending a message and recording it, and the match may change before
    it is shown again. As the nonce is the same, Discord returns the message that nobody recorded.
    """
    return nonce_of(f"{match.id} {before.message_id if before else 0}")


def direct_nonce(match: Match, user: UserId, before: MessageRecord | None) -> str:
    return nonce_of(f"{match.id} {user} {before.message_id if before else 0}")


def record_of_attempt(
    match: Match, channel_id: int, user: UserId, marked: int, called: tuple[Seat, ...]
) -> MessageRecord:
    """Return the record of a DM that is about to be sent, and may have been if it is found later.

    A person has one in a match at most. Its id is not that of a message, and in place of the first
    ply that it shows, it has the mark by which the message is found.
    """
    return MessageRecord(channel_id, -user, user, -match.version, match.ply, marked, called)


def record_of_arrival(attempt: MessageRecord, message_id: int) -> MessageRecord:
    return replace(attempt, message_id=message_id, version=-attempt.version, since=0)


def is_request_outdated(update: Update, posted: MessageRecord) -> bool:
    """Return whether a DM asks for something that its owner can't do any more.

    A DM saying that a computer holds their seat stays valid for as long as it does. Whoever gets no
    such DM has only one that asked them before.
    """
    match, user = update.match, posted.user_id
    if not posted.called or user is None or abs(posted.version) >= match.version:
        return False
    since, seat = update.choosing.get(user), match.seat_of(user)
    is_held = seat is not None and match.seats[seat].is_held
    if is_held:
        return update.dms_wanted_by(user) is MessagePreference.OFF
    return since is None or since > posted.ply


def nonce_of(what: str) -> str:
    """Return the same nonce for the same text: Discord returns what it has under a nonce."""
    return hashlib.blake2b(what.encode(), digest_size=12).hexdigest()
