"""Reading of a game's name as people type it."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from bot.engine.game_info import GameInfo
from bot.present.i18n import Words
from bot.present.input.folding import folded

ALIKE = 0.6
"""The least likeness of two names that may be meant for each other, from 0 to 1."""
MAX_GUESSES = 3
"""The most games that may be meant by a misspelt name."""
LONGEST = 40
"""The most characters of a typed name that are compared."""


def matching(infos: Iterable[GameInfo], typed: str, say: Words) -> Iterator[GameInfo]:
    """Yield the games that have a name with ``typed`` in it."""
    part = folded(typed)
    return (info for info in infos if any(part in each for each in _spellings(info, say)))


def game_named(infos: Iterable[GameInfo], typed: str, say: Words) -> GameInfo | None:
    """Return the game that is called ``typed``, or ``None``."""
    whole = folded(typed)
    return next((info for info in infos if whole in _spellings(info, say)), None)


def similar(infos: Iterable[GameInfo], typed: str, say: Words) -> tuple[GameInfo, ...]:
    """Return games with a name like ``typed``, the likeliest first."""
    owners = {each: info for info in infos for each in _spellings(info, say)}
    close = get_close_matches(folded(typed[:LONGEST]), owners, n=len(owners), cutoff=ALIKE)
    found = {owners[each].id: owners[each] for each in close}
    return tuple(found.values())[:MAX_GUESSES]


def _spellings(info: GameInfo, say: Words) -> list[str]:
    """Return all names of a game, folded: in the person's language, in English, and others."""
    return [folded(each) for each in (say(info.name), info.name, info.id, *info.aliases)]
