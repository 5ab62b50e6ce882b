"""The theme of pictures: what the chosen felt and bones look like; unknown ids are the default."""

from bot.model.preferences import ThemeChoice
from renderers.ink.theme import Theme
from renderers.ink.themes import BONE_SETS, DEFAULT_BONES, DEFAULT_FELT, FELTS, theme_of


def shown_felt(choice: ThemeChoice) -> str:
    return choice.felt if choice.felt in FELTS else DEFAULT_FELT


def shown_bones(choice: ThemeChoice) -> str:
    return choice.bones if choice.bones in BONE_SETS else DEFAULT_BONES


def colours(choice: ThemeChoice) -> Theme:
    """Return the colours to draw with; the same object for the same theme."""
    return theme_of(choice.felt, choice.bones)
