"""The names of games: their own, and those of their presets, which stand for options as well."""

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.errors import UnknownGame, shortened
from bot.engine.game_info import GameInfo, Length, Preset
from bot.engine.options import OptionValue
from bot.games import CATALOGUE, game


def as_preset(info: GameInfo, preset: Preset) -> GameInfo:
    """Return a game as people know it under a preset: with its name, and its values as defaults."""
    options = tuple(
        replace(each, default=preset.options.get(each.key, each.default)) for each in info.options
    )
    shorter = {**info.shorter, **preset.shorter}
    full = {**info.lengths[Length.FULL], **preset.options}
    return replace(
        info,
        name=preset.name,
        options=options,
        aliases=preset.aliases,
        at_home=preset.at_home,
        differs=preset.differs,
        preset=preset.id,
        shorter={
            each: values for each, values in shorter.items() if not values.items() <= full.items()
        },
        written_for=info.default_options,
    )


def with_presets(info: GameInfo) -> tuple[GameInfo, ...]:
    """Return a game, then the game under each of its presets."""
    return info, *(as_preset(info, each) for each in info.presets)


GAMES = tuple(rules.info for rules in CATALOGUE)
NAMED = tuple(each for info in GAMES for each in with_presets(info))
"""Every game, each before its presets."""
_BY_KEY = {info.key: info for info in NAMED}


def named(key: str) -> GameInfo:
    """Return the game with that id, or a game under the preset with that id.

    Raises :class:`~bot.engine.errors.UnknownGame`.
    """
    try:
        return _BY_KEY[key]
    except KeyError:
        known = ", ".join(info.id for info in GAMES)
        raise UnknownGame(game=shortened(key), known=known) from None


def info_under(game_id: str, preset: str, options: Mapping[str, OptionValue]) -> GameInfo:
    """Return a game under the name of a preset as long as the options are the preset's.

    How long the match is does not matter: a short one keeps the name. Once another option is
    changed, and if no such preset is known any more, it is the plain game.
    """
    info = game(game_id).info
    found = _BY_KEY.get(preset)
    if found is None or found.id != game_id:
        return info
    return found if has_own_options(found, options) else info


def has_own_options(info: GameInfo, options: Mapping[str, OptionValue]) -> bool:
    """Return whether ``options`` are those of a game or its preset, whatever the length."""
    lengths = info.lengths[Length.FULL]
    own = {key: each for key, each in info.default_options.items() if key not in lengths}
    agreed = {**game(info.id).info.default_options, **options}
    return own.items() <= agreed.items()
