"""The colours of pictures, by name. Sizes that depend on a bone's are defined where it is drawn."""

from dataclasses import dataclass

Rgb = tuple[int, int, int]  # red, green and blue, 0 to 255


@dataclass(frozen=True, eq=False)
class FeltColours:
    """The colours of a table: its felt, the rail around it, and the signs on it."""

    felt: Rgb
    felt_ink: Rgb
    """The colour of text on the felt itself."""
    seam: Rgb
    rail: Rgb
    rail_light: Rgb
    rail_dark: Rgb
    shadow: Rgb
    ring: Rgb
    flag: Rgb
    flag_ink: Rgb
    letter: Rgb
    """The dark ground of letters, and the dark line around flags and rings."""
    letter_ink: Rgb
    outline: Rgb
    curves: tuple[Rgb, ...]
    """One colour per seat, for curves on dark ground; colour-blind people can tell them apart."""


@dataclass(frozen=True, eq=False)
class BoneColours:
    """The colours of bones. In every set, `ivory` is that of the face, `brass` that of the metal.

    `pips` holds one per number, from 0 on; 0 is never drawn.
    """

    ivory: Rgb
    ivory_shade: Rgb
    ivory_edge: Rgb
    back: Rgb
    """The back of a bone, and the diamonds of a board."""
    black: Rgb
    """The ground of blanks and commands on square pieces: the rules call them black."""
    black_edge: Rgb
    black_ink: Rgb
    wild: Rgb
    groove: Rgb
    brass: Rgb
    brass_light: Rgb
    brass_dark: Rgb
    dimmed: Rgb
    """The colour that is mixed into a bone that cannot be played."""
    pips: tuple[Rgb, ...]


@dataclass(frozen=True, eq=False)
class Theme(FeltColours, BoneColours):
    """The colours of a picture.

    A theme equals only itself: sprites are cached by theme and looked up many times per picture.
    """
