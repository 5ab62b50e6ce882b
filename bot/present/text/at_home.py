"""Games in the order of a reader: what is played where they live comes first."""

from collections.abc import Iterable

from bot.engine.game_info import GameInfo
from bot.games.names import with_presets
from bot.present.i18n import Words


def at_home_first(infos: Iterable[GameInfo], say: Words) -> tuple[GameInfo, ...]:
    return tuple(sorted(infos, key=lambda info: not _is_at_home(info, say)))


def games_to_choose(games: Iterable[GameInfo], say: Words) -> tuple[GameInfo, ...]:
    """Return every game once, under the name of a preset if that is what is at home there."""
    return at_home_first((_as_known(info, say) for info in games), say)


def _as_known(info: GameInfo, say: Words) -> GameInfo:
    return next((each for each in with_presets(info) if _is_at_home(each, say)), info)


def _is_at_home(info: GameInfo, say: Words) -> bool:
    return not {say.locale.language, str(say.locale).replace("_", "-")}.isdisjoint(info.at_home)
