"""The theme of pictures: a felt and a set of bones."""

from dataclasses import dataclass

from renderers.ink.bone_sets import BONE_SETS
from renderers.ink.felts import FELTS
from renderers.ink.theme import Theme
from renderers.ink.themes import DEFAULT_BONES, DEFAULT_FELT, theme_of


@dataclass(frozen=True, slots=True)
class PictureTheme:
    """A felt and a set of bones by their ids; ``None`` and unknown ids stand for the default."""

    felt: str | None = None
    bones: str | None = None

    @property
    def shown_felt(self) -> str:
        """The id of the felt that pictures have."""
        return self.felt if self.felt in FELTS else DEFAULT_FELT

    @property
    def shown_bones(self) -> str:
        """The id of the bones that pictures have."""
        return self.bones if self.bones in BONE_SETS else DEFAULT_BONES

    @property
    def colours(self) -> Theme:
        """The colours to draw with; the same object for the same theme."""
        return theme_of(self.felt, self.bones)


DEFAULT_THEME = PictureTheme()
"""The theme where nobody has chosen any."""
