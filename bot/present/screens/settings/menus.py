"""The choice of a theme and a language, in a person's preferences and a server's settings."""

from collections.abc import Callable, Mapping
from functools import cache

from bot.engine.translatable import NC_
from bot.model.preferences import ThemeChoice
from bot.present import custom_ids
from bot.present.catalogues import LANGUAGES, autonym
from bot.present.i18n import Words
from bot.present.scenes import SamplePicture
from bot.present.screen import Entry
from bot.present.views.line import laid_out, line_scene
from renderers.ink.themes import BONE_SETS, DEFAULT_BONES, DEFAULT_FELT, FELTS
from renderers.scene.bones import HandBone, HandScene, TableAndHandScene

PREVIEW_WIDTH = 600
"""The width of a preview, in pixels."""
_LAID = ("6-6", "6-5@r", "6-4@l", "5-3@r")
_HELD = (HandBone(6, 1), HandBone(4, 2, playable=True), HandBone(3, 3, playable=True))
_FELT, _BONES = "felt of a table", "set of bones"

FELT_NAMES = {
    "green": NC_("felt of a table", "Green felt"),
    "night": NC_("felt of a table", "Night"),
    "walnut": NC_("felt of a table", "Walnut"),
    "sand": NC_("felt of a table", "Sand"),
    "contrast": NC_("felt of a table", "High contrast"),
}
BONE_NAMES = {
    "ivory": NC_("set of bones", "Ivory"),
    "ebony": NC_("set of bones", "Ebony"),
    "porcelain": NC_("set of bones", "Porcelain"),
    "rosewood": NC_("set of bones", "Rosewood"),
    "contrast": NC_("set of bones", "High contrast"),
}


def shown_felt(choice: ThemeChoice) -> str:
    """Return the felt that is shown, which is the default for one that doesn't exist."""
    return choice.felt if choice.felt in FELTS else DEFAULT_FELT


def shown_bones(choice: ThemeChoice) -> str:
    return choice.bones if choice.bones in BONE_SETS else DEFAULT_BONES


def describe_theme(felt: str, bones: str, say: Words) -> str:
    felts, sets = _names(_FELT, FELT_NAMES, say), _names(_BONES, BONE_NAMES, say)
    lines = ((say("Felt"), felts[felt]), (say("Bones"), sets[bones]))
    return "\n".join(say.labelled_in_bold(name, value) for name, value in lines)


def felt_entries(chosen: str | None, say: Words, left_open: str = "") -> tuple[Entry, ...]:
    """Return the menu's entries: ``left_open``, unless it is empty, and all felts."""
    return _entries(say("Felt"), _names(_FELT, FELT_NAMES, say), chosen, left_open, say)


def bone_entries(chosen: str | None, say: Words, left_open: str = "") -> tuple[Entry, ...]:
    """Return the menu's entries: ``left_open``, unless it is empty, and all sets of bones."""
    return _entries(say("Bones"), _names(_BONES, BONE_NAMES, say), chosen, left_open, say)


def preview(say: Words) -> SamplePicture:
    alt = say("A preview of the felt and the bones.")
    return SamplePicture(_preview_scene(), alt, "theme.png", width=PREVIEW_WIDTH)


def _names(context: str, names: Mapping[str, str], say: Words) -> dict[str, str]:
    return {each: say.in_context(context, name) for each, name in names.items()}


def _entries(
    topic: str, names: Mapping[str, str], chosen: str | None, left_open: str, say: Words
) -> tuple[Entry, ...]:
    """Return the entries; a closed menu shows nothing else, so each names its topic."""
    choices = {custom_ids.NONE: left_open, **names} if left_open else names
    now = chosen if chosen in names else custom_ids.NONE
    return tuple(
        Entry(value, say.labelled(topic, name), chosen=value == now)
        for value, name in choices.items()
    )


@cache
def _preview_scene() -> TableAndHandScene:
    return TableAndHandScene(line_scene(laid_out(_LAID)), HandScene(_HELD))


_AS_IN_DISCORD = "auto"
LANGUAGE_CHOICES: dict[str, str | None] = {
    _AS_IN_DISCORD: None,
    **{each: each for each in LANGUAGES},
}
"""The language for each value of the menu; ``None`` for the one that Discord is set to."""


def language_name(language: str | None, as_in_discord: str) -> str:
    return as_in_discord if language is None else autonym(language)


def language_entries(
    chosen: str | None, as_in_discord: str, label: Callable[[str], str]
) -> tuple[Entry, ...]:
    """Return the menu's entries: the language of Discord, and all that the bot speaks.

    ``label`` turns the name of a language into the text of its entry.
    """
    return tuple(
        Entry(value, label(language_name(language, as_in_discord)), chosen=language == chosen)
        for value, language in LANGUAGE_CHOICES.items()
    )
