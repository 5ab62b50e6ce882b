"""The screens of running and finished matches, from what is stored of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.discord_ui.adapters import solo_summary_in, table_info_of
from bot.discord_ui.publishing.message_records import news_from
from bot.engine.contract import Event, Observation
from bot.engine.rounds import MatchSeen
from bot.model.match import Match
from bot.model.messages import MessageRecord
from bot.model.scores import ScoredSeat
from bot.model.updates import PublicMove, Update, events_told
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.match.closed import closed_screen, retired_screen
from bot.present.screens.match.match_end import alone_screen, match_screen
from bot.present.screens.match.table import said_since, table_screen
from bot.service.ports.store import Store
from bot.service.publishing.outbox import replayed_events


async def table_after(
    store: Store, update: Update, before: MessageRecord | None, say: Words
) -> Screen:
    """Return the table that follows ``before``.

    In an open game it has the moves of the person who is to act.
    """
    match = update.match
    hands = (update.hands[user] for user in match.players if user in update.hands)
    acting = next((seen for seen in hands if seen.legal), None)
    since = news_from(update, before)
    events = events_told(match, await _told_from(store, update, since))
    table_info, seen = table_info_of(match, update.away), seen_by_all(update)
    return table_screen(table_info, seen, events, say, acting, match.ply, since)


async def _told_from(store: Store, update: Update, since: int) -> Sequence[PublicMove]:
    """Return the moves from the ply ``since`` on; older ones than those kept are replayed."""
    if update.news and update.news[0].ply <= since:
        return update.news
    recent = update.recent
    if since < (recent[0].ply if recent else update.match.ply):
        return await replayed_events(store, update.match, since)
    return [each for each in recent if each.ply >= since]


def seen_by_all(update: Update) -> Observation:
    if update.seen is None:
        raise TypeError("a running match is always seen")
    return update.seen


async def result_screen(
    store: Store,
    match: Match,
    seen: MatchSeen[Any],
    scores: Sequence[ScoredSeat],
    say: Words,
    said_from: int | None = None,
) -> Screen:
    """Return the result of a match that was played to its end; ``seen`` is its last moment.

    Phrases that were said from ``said_from`` log entries on are told again.
    """
    table_info = table_info_of(match)
    record = await solo_summary_in(store, match)
    if record is None:
        said = "" if said_from is None else said_since(table_info, said_from, say)
        events: Sequence[Event] = ()
        if any(each.left_ply is not None for each in match.seats):
            events = events_told(match, await replayed_events(store, match, 0))
        return match_screen(table_info, seen, say, scores, said, events)
    return alone_screen(table_info, replace(record, seen=seen), say, scores)


def screen_without_winner(update: Update, say: Words) -> Screen:
    table_info = table_info_of(update.match)
    if update.seen is None:
        return closed_screen(table_info, say)
    return retired_screen(table_info, update.seen, say, update.scores)
