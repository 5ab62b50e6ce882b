"""Games in the order of a reader: what is played where they live comes first."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.engine.game_info import GameInfo
from bot.present.i18n import Words


def at_home_first(infos: Iterable[GameInfo], say: Words) -> tuple[GameInfo, ...]:
    return tuple(sorted(infos, key=lambda info: not _is_at_home(info, say)))


def games_to_choose(named: Iterable[GameInfo], say: Words) -> tuple[GameInfo, ...]:
    """Return every game once, under the name of a preset if that is what is at home there.

    ``named`` has each game before its presets, as :data:`bot.games.names.NAMED`.
    """
    return at_home_first(_as_known(named, say), say)


def _as_known(named: Iterable[GameInfo], say: Words) -> Iterator[GameInfo]:
    for _, group in groupby(named, key=lambda info: info.id):
        names = list(group)
        yield next((each for each in names if _is_at_home(each, say)), names[0])


def _is_at_home(info: GameInfo, say: Words) -> bool:
    return not {say.locale.language, str(say.locale).replace("_", "-")}.isdisjoint(info.at_home)
