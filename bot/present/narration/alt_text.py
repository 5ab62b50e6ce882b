"""Alt texts: pictures in words, for people who use a screen reader."""

from collections.abc import Iterable

from bot.engine.contract import Observation
from bot.engine.story import Moment
from bot.games.common.events import RoundEndEvent
from bot.present.i18n import Words
from bot.present.text.seats import lettered
from bot.present.text.shortening import cut_to
from bot.present.views import view_of, view_of_ending

MAX_ALT = 1024
"""The most characters of alt text that Discord accepts."""


def table_alt(seen: Observation, say: Words, *, ended: bool = False) -> str:
    """Say whose turn it is, and describe the whole table.

    It is nobody's turn if somebody plays alone, or the match has ``ended`` early.
    """
    view, table = view_of(seen)
    to_act = sorted(seen.to_act) if table.setup.seat_count > 1 and not ended else ()
    waiting = say.listed(lettered(seat, say) for seat in to_act)
    turn = say("Waiting for {who}.", who=waiting) if waiting else ""
    return fitting((turn, *view.describe_table(table, say)))


def hand_alt(seen: Observation, say: Words) -> str:
    view, table = view_of(seen)
    return fitting(view.describe_hand(table, say))


def round_alt(over: RoundEndEvent, say: Words) -> str:
    return fitting(view_of_ending(over).describe_end(over, say))


def opened_alt(now: Moment, say: Words) -> str:
    ended = next((event for event in now.events if isinstance(event, RoundEndEvent)), None)
    if ended is not None:
        return round_alt(ended, say)
    view, table = view_of(now.seen)
    return fitting(view.describe_all_hands(table, now.held, say))


def fitting(sentences: Iterable[str]) -> str:
    """Join sentences, those that matter first, and cut them between words at Discord's limit."""
    return cut_to(" ".join(filter(None, sentences)), MAX_ALT)
