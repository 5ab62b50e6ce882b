"""The screens of running matches, from what is stored of them."""

from collections.abc import Sequence

from bot.discord_ui.adapters import table_info_of
from bot.discord_ui.publishing.message_records import news_from
from bot.engine.contract import Event, Observation
from bot.model.match import Posted
from bot.model.updates import News, Update, events_told
from bot.present.i18n import Words
from bot.present.screen import Screen
from bot.present.screens.match.table import table_screen
from bot.service.ports.store import Store
from bot.service.publishing.event_replay import replayed_events


async def table_after(store: Store, update: Update, before: Posted | None, say: Words) -> Screen:
    """Return the table that follows ``before``.

    In an open game it has the moves of the person who is to act.
    """
    match = update.match
    hands = (update.hands[user] for user in match.players if user in update.hands)
    acting = next((seen for seen in hands if seen.legal), None)
    events, since = await _events_after(store, update, before), news_from(update, before)
    table_info, seen = table_info_of(match, update.away), seen_by_all(update)
    return table_screen(table_info, seen, events, say, acting, match.ply, since)


async def _events_after(store: Store, update: Update, before: Posted | None) -> Sequence[Event]:
    """Return the events since the last table; if there are none, those that it showed."""
    news: Sequence[News] = update.news
    if not news and before is not None:
        news = await replayed_events(store, update.match, before.since)
    return events_told(update.match, news)


def seen_by_all(update: Update) -> Observation:
    """Return what everybody sees of a match that has started."""
    if update.seen is None:
        raise TypeError("a running match is always seen")
    return update.seen
