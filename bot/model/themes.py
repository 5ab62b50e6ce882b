"""Themes, by the ids of their felt and bones; only pictures know what these look like."""

from dataclasses import dataclass

LONGEST_ID = 16
"""The most characters of an id."""


@dataclass(frozen=True, slots=True)
class ThemeChoice:
    """The ids of the felt and the bones that somebody chose; ``None`` where they chose none."""

    felt: str | None = None
    bones: str | None = None

    def or_else(self, other: "ThemeChoice") -> "ThemeChoice":
        """Return this choice, with the ``other`` where this one leaves it open."""
        return ThemeChoice(self.felt or other.felt, self.bones or other.bones)


NO_THEME = ThemeChoice()
"""The choice of somebody who has chosen neither."""
