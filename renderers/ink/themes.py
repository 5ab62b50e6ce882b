"""Themes: every felt with every set of bones, by their ids, which are stored.

A theme has the colours of pictures, by name. Sizes that depend on a bone's are defined where it is
drawn.
"""

from dataclasses import dataclass, replace
from functools import cache
from itertools import product

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
    """One colour per seat, for curves on dark ground; colour-blind people can tell them apart.

    They are six, or eight in a theme of :func:`double_twelve` or :func:`for_eight`."""


@dataclass(frozen=True, eq=False)
class BoneColours:
    """The colours of bones. In every set, `ivory` is that of the face, `brass` that of the metal.

    `pips` holds one per number, from 0 on; 0 is never drawn. `high_pips` has those of 10 to 12.
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
    high_pips: tuple[Rgb, ...]


@dataclass(frozen=True, eq=False)
class Theme(FeltColours, BoneColours):
    """The colours of a picture.

    A theme equals only itself: sprites are cached by theme and looked up many times per picture.
    """


def _colours(codes: str) -> tuple[Rgb, ...]:
    red_green_blue = [bytes.fromhex(code) for code in codes.split()]
    return tuple((each[0], each[1], each[2]) for each in red_green_blue)


def _columns(table: str) -> dict[str, dict[str, Rgb]]:
    """Read a table: a column for each set of colours, and a row for each name of a colour."""
    head, *lines = table.strip().splitlines()
    rows = {name: _colours(codes) for name, _, codes in (line.partition(" ") for line in lines)}
    ids = enumerate(head.split())
    return {each: {name: row[nth] for name, row in rows.items()} for nth, each in ids}


_CURVES = _colours("ffc42e 68baf0 fff6dc f07a54 e296ce 5cd09a")
_CURVES_OF_EIGHT = *_CURVES, *_colours("8c8cff b4ff87")
_FELTS = """
           green     night     walnut    sand      contrast
felt       18543c    1e263c    5c3a26    d0ba92    000000
felt_ink   fff6dc    f0f4ff    fff2de    302012    ffffff
seam       2f7054    364262    765038    b8a076    686868
rail       4a2e1d    2e3038    362014    8c6640    969696
rail_light 704b30    5c606e    7c5436    b28a60    ffffff
rail_dark  28180f    101218    1e110a    583c22    3c3c3c
shadow     061e15    060810    1e1008    685232    000000
ring       ffc42e    ffc42e    ffc42e    b0420a    ffd600
flag       ffd65c    ffd65c    ffd65c    ae420c    ffe228
flag_ink   1c1e18    1c1e18    1c1e18    fffaf0    000000
letter     10281e    0c101e    26160e    1a1109    000000
letter_ink fff6dc    f0f4ff    fff2de    fff6e0    ffffff
outline    68a68a    7484b0    be9472    6e522e    d2d2d2
"""
FELTS = {name: FeltColours(**felt, curves=_CURVES) for name, felt in _columns(_FELTS).items()}
"""All felts; the first is that of a server whose managers have chosen none."""

_DARK_PIPS = _colours("282828 0a62a0 126e2a c22024 704a2c 223690 9c4e00 b02870 066a6e 6a38ac")
_PIPS = {
    "ivory": _DARK_PIPS,
    "ebony": _colours("f4f0e8 80c6ff 80da88 ff968a e4be92 b4bcff ffb246 ff9ed0 6ededc d6aaff"),
    "porcelain": _DARK_PIPS,
    "rosewood": _colours("fff4e6 a8d8ff a6e6a0 ffb6a6 eecea4 ccd0ff ffc864 ffbcde 96e8e4 e4c2ff"),
    "contrast": _colours("181818 00488c 005820 9e0014 5c3614 141e82 7e3e00 8c005c 005256 541890"),
}
_DARK_HIGH = _colours("5e6600 4c5660 101010")
_HIGH_PIPS = {
    "ivory": _DARK_HIGH,
    "ebony": _colours("d6da62 b6bec8 ffffff"),
    "porcelain": _DARK_HIGH,
    "rosewood": _colours("e2e880 c6ced8 ffffff"),
    "contrast": _colours("464c00 444c56 000000"),
}
_BONES = """
            ivory     ebony     porcelain rosewood  contrast
ivory       f7f0de    262220    f5f8fc    5c241e    ffffff
ivory_shade ded1b4    463e36    ccd6e4    803e30    c4c4c4
ivory_edge  726040    b6a890    546278    dea880    282828
back        2c1e1c    eae0c8    1e3876    f0debe    181818
black       2c1e1c    060505    101420    120806    181818
black_edge  2c1e1c    b6a890    101420    dea880    181818
black_ink   f7f0de    f4f0e8    f5f8fc    fff4e6    ffffff
wild        ffffff    fffbf0    ffffff    fff8e8    ececec
groove      a89674    7a6c56    8c9ab0    a86850    404040
brass       c9993e    925c1c    7c8ca8    925c1c    6e6e6e
brass_light f7de96    f0ce82    ecf2fa    fad88c    ececec
brass_dark  7a561c    684214    526076    603c0e    3c3c3c
dimmed      546056    545858    565e68    605450    585858
"""
BONE_SETS = {
    name: BoneColours(**bones, pips=_PIPS[name], high_pips=_HIGH_PIPS[name])
    for name, bones in _columns(_BONES).items()
}
"""All sets of bones; the first is that of a server whose managers have chosen none."""

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


@cache
def double_twelve(theme: Theme) -> Theme:
    """Return a theme with all its `pips`, for pictures that have numbers from 10 to 12.

    It has eight `curves`, too, as that many play with such a set. Others have fewer colours to
    choose from, so they are smaller, and don't depend on these.
    """
    if not theme.high_pips:
        return theme
    pips = *theme.pips, *theme.high_pips
    return replace(theme, pips=pips, high_pips=(), curves=_CURVES_OF_EIGHT)


@cache
def for_eight(theme: Theme) -> Theme:
    """Return a theme with eight `curves`, for pictures of scores that show more than six seats."""
    return replace(theme, curves=_CURVES_OF_EIGHT)


DEFAULT_THEME = theme_of(DEFAULT_FELT, DEFAULT_BONES)
"""The theme if nobody has chosen any: ivory on deep green felt."""
