"""The colours of pictures, by name. Sizes that depend on a bone's are defined where it is drawn."""

from dataclasses import dataclass

Rgb = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of a picture. `pips` holds one per number, from 0 on; 0 is never drawn.

    A theme equals only itself: sprites are cached by theme and looked up many times per picture.
    """

    felt: Rgb
    seam: Rgb
    rail: Rgb
    rail_light: Rgb
    rail_dark: Rgb
    shadow: Rgb
    ivory: Rgb
    ivory_shade: Rgb
    ivory_edge: Rgb
    back: Rgb
    wild: Rgb
    groove: Rgb
    brass: Rgb
    brass_light: Rgb
    brass_dark: Rgb
    ring: Rgb
    flag: Rgb
    flag_ink: Rgb
    letter: Rgb
    letter_ink: Rgb
    dimmed: Rgb
    outline: Rgb
    pips: tuple[Rgb, ...]
    curves: tuple[Rgb, ...]
    """One per seat, for curves on dark ground; people who see few colours can tell them apart."""


FELT = Theme(
    felt=(24, 84, 60),
    seam=(47, 112, 84),
    rail=(74, 46, 29),
    rail_light=(112, 75, 48),
    rail_dark=(40, 24, 15),
    shadow=(6, 30, 21),
    ivory=(247, 240, 222),
    ivory_shade=(222, 209, 180),
    ivory_edge=(150, 131, 96),
    back=(44, 30, 28),
    wild=(255, 255, 255),
    groove=(168, 150, 116),
    brass=(201, 153, 62),
    brass_light=(247, 222, 150),
    brass_dark=(122, 86, 28),
    ring=(255, 196, 46),
    flag=(255, 214, 92),
    flag_ink=(28, 30, 24),
    letter=(16, 40, 30),
    letter_ink=(255, 246, 220),
    dimmed=(84, 96, 86),
    outline=(78, 140, 112),
    pips=(
        (40, 40, 40),
        (32, 132, 196),
        (38, 130, 58),
        (204, 44, 44),
        (112, 74, 44),
        (34, 54, 144),
        (206, 118, 0),
        (192, 56, 128),
        (18, 120, 122),
        (106, 56, 172),
    ),
    curves=(
        (255, 196, 46),
        (104, 186, 240),
        (255, 246, 220),
        (240, 122, 84),
        (226, 150, 206),
        (92, 208, 154),
    ),
)
"""Ivory on deep green felt."""
