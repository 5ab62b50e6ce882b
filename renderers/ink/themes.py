"""Themes: every felt with every set of bones."""

from itertools import product

from renderers.ink.bone_sets import BONE_SETS
from renderers.ink.felts import FELTS
from renderers.ink.theme import Theme

DEFAULT_FELT, DEFAULT_BONES = next(iter(FELTS)), next(iter(BONE_SETS))
"""The ids of the felt and the bones that a table has if nobody has chosen any."""
_THEMES = {
    (felt, bones): Theme(**vars(FELTS[felt]), **vars(BONE_SETS[bones]))
    for felt, bones in product(FELTS, BONE_SETS)
}
MOST_THEMES = len(_THEMES)  # the number of themes


def theme_of(felt: str | None, bones: str | None) -> Theme:
    """Return the theme with this felt and these bones, by their ids.

    It has the default in place of `None` and of an id that is unknown, as after a downgrade.
    """
    return _THEMES[
        felt if felt in FELTS else DEFAULT_FELT, bones if bones in BONE_SETS else DEFAULT_BONES
    ]


DEFAULT_THEME = theme_of(DEFAULT_FELT, DEFAULT_BONES)
"""The theme if nobody has chosen any: ivory on deep green felt."""
