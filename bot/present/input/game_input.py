"""Reading of a game's name, or of a preset's, as people type it."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from operator import itemgetter

from bot.engine.game_info import GameInfo
from bot.present.i18n import Words
from bot.present.input.folding import folded

ALIKE = 0.6
"""The least likeness of two names that may be meant for each other, from 0 to 1."""
MAX_GUESSES = 3
"""The most games that may be meant by a misspelt name."""
SHORTEST = 3
"""The fewest characters of a name that are taken for a part of it."""
LONGEST = 40
"""The most characters of a typed name that are compared."""


def matching(infos: Iterable[GameInfo], typed: str, say: Words) -> Iterator[GameInfo]:
    """Yield the games that have a name with ``typed`` in it, the likeliest first.

    Words that begin a name come before other parts of it, and names before other names. Of equally
    likely ones, those that come first in ``infos`` do here.
    """
    part = _folded(typed)
    found = [(rank, info) for info in infos if (rank := _rank(part, info, say)) is not None]
    return (info for _, info in sorted(found, key=itemgetter(0)))


def games_named(infos: Sequence[GameInfo], typed: str, say: Words) -> tuple[GameInfo, ...]:
    """Return the games with exactly that name: several if people call different games so.

    An id stands for one game; what a game is called here comes before its other names.
    """
    name = _folded(typed)
    ids = tuple(each for each in infos if each.key == typed.strip())
    names = tuple(each for each in infos if name in map(_folded, _names(each, say)))
    aliases = tuple(each for each in infos if name in map(_folded, each.aliases))
    return ids or names or aliases


def similar(infos: Sequence[GameInfo], typed: str, say: Words) -> tuple[GameInfo, ...]:
    """Return games with ``typed`` in their names, then those with a name like it."""
    owners: dict[str, list[GameInfo]] = {}
    for info in infos:
        for name in (*_names(info, say), *info.aliases):
            owners.setdefault(_folded(name), []).append(info)
    close = get_close_matches(_folded(typed[:LONGEST]), owners, n=len(owners), cutoff=ALIKE)
    parts = matching(infos, typed, say) if len(_folded(typed)) >= SHORTEST else ()
    found = {each.key: each for each in (*parts, *(e for name in close for e in owners[name]))}
    return tuple(found.values())[:MAX_GUESSES]


def _rank(part: str, info: GameInfo, say: Words) -> int | None:
    """Return how likely a folded text means a game, from 0, the likeliest; ``None`` if not."""
    for rank, names in enumerate((_names(info, say), info.aliases)):
        starts = [name.split()[at:] for name in names for at in range(len(name.split()))]
        if any(_folded("".join(words)).startswith(part) for words in starts):
            return 2 * rank
        if any(part in _folded(name) for name in names):
            return 2 * rank + 1
    return None


def _folded(name: str) -> str:
    return folded(name).replace("-", "")


def _names(info: GameInfo, say: Words) -> tuple[str, ...]:
    return say(info.name), info.name, info.key
