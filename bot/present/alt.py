"""Pictures in words, for those who hear them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.engine.contract import Observation
from bot.engine.story import Moment
from bot.games.events import Closing
from bot.present.company import lettered
from bot.present.views import round_seen, view_of, view_of_ending
from bot.present.words import Words

MAX_ALT = 1024
"""Discord takes no longer alt text."""


def table_alt(seen: Observation, say: Words) -> str:
    """The whole table, and who is to move, which is told even where it is cut."""
    told = view_of(seen).table_told(round_seen(seen), say)
    moves = [say("{who} is to move.", who=lettered(seat, say)) for seat in sorted(seen.to_act)]
    return fitting(told, " ".join(moves))


def hand_alt(seen: Observation, say: Words) -> str:
    """The own hand, and what fits where."""
    return fitting(view_of(seen).hand_told(round_seen(seen), say))


def round_alt(over: Closing, say: Words) -> str:
    """The end of a round: the table, and every hand."""
    return fitting(view_of_ending(over).ended_told(over, say))


def opened_alt(now: Moment, say: Words) -> str:
    """A moment of a match that is over, all hands face up."""
    ended = next((event for event in now.events if isinstance(event, Closing)), None)
    if ended is not None:
        return round_alt(ended, say)
    return fitting(view_of(now.seen).opened_told(round_seen(now.seen), now.held, say))


def fitting(sentences: Iterable[str], last: str = "") -> str:
    """As much as Discord takes, no piece cut in two, with ``last`` at the end in any case."""
    text = " ".join(filter(None, (*sentences, last)))
    if len(text) <= MAX_ALT:
        return text
    end = f" … {last}".rstrip()
    return text[: MAX_ALT - len(end)].rpartition(" ")[0] + end
