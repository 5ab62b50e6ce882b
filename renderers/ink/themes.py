"""Themes: every felt with every set of bones, by their ids, which are stored."""

from itertools import product

from renderers.ink.theme import BoneColours, FeltColours, Rgb, Theme


def _colours(codes: str) -> tuple[Rgb, ...]:
    red_green_blue = [bytes.fromhex(code) for code in codes.split()]
    return tuple((each[0], each[1], each[2]) for each in red_green_blue)


_DARK_PIPS = _colours("282828 0a62a0 126e2a c22024 704a2c 223690 9c4e00 b02870 066a6e 6a38ac")
_LIGHT_PIPS = _colours("f4f0e8 80c6ff 80da88 ff968a e4be92 b4bcff ffb246 ff9ed0 6ededc d6aaff")

_IVORY = BoneColours(
    ivory=(247, 240, 222),
    ivory_shade=(222, 209, 180),
    ivory_edge=(114, 96, 64),
    back=(44, 30, 28),
    black=(44, 30, 28),
    black_edge=(44, 30, 28),
    black_ink=(247, 240, 222),
    wild=(255, 255, 255),
    groove=(168, 150, 116),
    brass=(201, 153, 62),
    brass_light=(247, 222, 150),
    brass_dark=(122, 86, 28),
    dimmed=(84, 96, 86),
    pips=_DARK_PIPS,
)
_EBONY = BoneColours(
    ivory=(38, 34, 32),
    ivory_shade=(70, 62, 54),
    ivory_edge=(182, 168, 144),
    back=(234, 224, 200),
    black=(6, 5, 5),
    black_edge=(182, 168, 144),
    black_ink=(244, 240, 232),
    wild=(255, 251, 240),
    groove=(122, 108, 86),
    brass=(146, 92, 28),
    brass_light=(240, 206, 130),
    brass_dark=(104, 66, 20),
    dimmed=(84, 88, 88),
    pips=_LIGHT_PIPS,
)
_PORCELAIN = BoneColours(
    ivory=(245, 248, 252),
    ivory_shade=(204, 214, 228),
    ivory_edge=(84, 98, 120),
    back=(30, 56, 118),
    black=(16, 20, 32),
    black_edge=(16, 20, 32),
    black_ink=(245, 248, 252),
    wild=(255, 255, 255),
    groove=(140, 154, 176),
    brass=(124, 140, 168),
    brass_light=(236, 242, 250),
    brass_dark=(82, 96, 118),
    dimmed=(86, 94, 104),
    pips=_DARK_PIPS,
)
_ROSEWOOD = BoneColours(
    ivory=(92, 36, 30),
    ivory_shade=(128, 62, 48),
    ivory_edge=(222, 168, 128),
    back=(240, 222, 190),
    black=(18, 8, 6),
    black_edge=(222, 168, 128),
    black_ink=(255, 244, 230),
    wild=(255, 248, 232),
    groove=(168, 104, 80),
    brass=(146, 92, 28),
    brass_light=(250, 216, 140),
    brass_dark=(96, 60, 14),
    dimmed=(96, 84, 80),
    pips=_colours("fff4e6 a8d8ff a6e6a0 ffb6a6 eecea4 ccd0ff ffc864 ffbcde 96e8e4 e4c2ff"),
)
_HIGH_CONTRAST = BoneColours(
    ivory=(255, 255, 255),
    ivory_shade=(196, 196, 196),
    ivory_edge=(40, 40, 40),
    back=(24, 24, 24),
    black=(24, 24, 24),
    black_edge=(24, 24, 24),
    black_ink=(255, 255, 255),
    wild=(236, 236, 236),
    groove=(64, 64, 64),
    brass=(110, 110, 110),
    brass_light=(236, 236, 236),
    brass_dark=(60, 60, 60),
    dimmed=(88, 88, 88),
    pips=_colours("181818 00488c 005820 9e0014 5c3614 141e82 7e3e00 8c005c 005256 541890"),
)

BONE_SETS = {
    "ivory": _IVORY,
    "ebony": _EBONY,
    "porcelain": _PORCELAIN,
    "rosewood": _ROSEWOOD,
    "contrast": _HIGH_CONTRAST,
}
"""All sets of bones; the first is that of a server whose managers have chosen none."""


_GOLD, _PALE_GOLD, _ON_GOLD = (255, 196, 46), (255, 214, 92), (28, 30, 24)
_CURVES = _colours("ffc42e 68baf0 fff6dc f07a54 e296ce 5cd09a")

_GREEN = FeltColours(
    felt=(24, 84, 60),
    felt_ink=(255, 246, 220),
    seam=(47, 112, 84),
    rail=(74, 46, 29),
    rail_light=(112, 75, 48),
    rail_dark=(40, 24, 15),
    shadow=(6, 30, 21),
    ring=_GOLD,
    flag=_PALE_GOLD,
    flag_ink=_ON_GOLD,
    letter=(16, 40, 30),
    letter_ink=(255, 246, 220),
    outline=(104, 166, 138),
    curves=_CURVES,
)
_NIGHT = FeltColours(
    felt=(30, 38, 60),
    felt_ink=(240, 244, 255),
    seam=(54, 66, 98),
    rail=(46, 48, 56),
    rail_light=(92, 96, 110),
    rail_dark=(16, 18, 24),
    shadow=(6, 8, 16),
    ring=_GOLD,
    flag=_PALE_GOLD,
    flag_ink=_ON_GOLD,
    letter=(12, 16, 30),
    letter_ink=(240, 244, 255),
    outline=(116, 132, 176),
    curves=_CURVES,
)
_WALNUT = FeltColours(
    felt=(92, 58, 38),
    felt_ink=(255, 242, 222),
    seam=(118, 80, 56),
    rail=(54, 32, 20),
    rail_light=(124, 84, 54),
    rail_dark=(30, 17, 10),
    shadow=(30, 16, 8),
    ring=_GOLD,
    flag=_PALE_GOLD,
    flag_ink=_ON_GOLD,
    letter=(38, 22, 14),
    letter_ink=(255, 242, 222),
    outline=(190, 148, 114),
    curves=_CURVES,
)
_SAND = FeltColours(
    felt=(208, 186, 146),
    felt_ink=(48, 32, 18),
    seam=(184, 160, 118),
    rail=(140, 102, 64),
    rail_light=(178, 138, 96),
    rail_dark=(88, 60, 34),
    shadow=(104, 82, 50),
    ring=(176, 66, 10),
    flag=(174, 66, 12),
    flag_ink=(255, 250, 240),
    letter=(26, 17, 9),
    letter_ink=(255, 246, 224),
    outline=(110, 82, 46),
    curves=_CURVES,
)
_CONTRAST = FeltColours(
    felt=(0, 0, 0),
    felt_ink=(255, 255, 255),
    seam=(104, 104, 104),
    rail=(150, 150, 150),
    rail_light=(255, 255, 255),
    rail_dark=(60, 60, 60),
    shadow=(0, 0, 0),
    ring=(255, 214, 0),
    flag=(255, 226, 40),
    flag_ink=(0, 0, 0),
    letter=(0, 0, 0),
    letter_ink=(255, 255, 255),
    outline=(210, 210, 210),
    curves=_CURVES,
)

FELTS = {"green": _GREEN, "night": _NIGHT, "walnut": _WALNUT, "sand": _SAND, "contrast": _CONTRAST}
"""All felts; the first is that of a server whose managers have chosen none."""


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
