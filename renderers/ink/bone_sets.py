"""The sets of bones that can be played with, by their ids, which are stored."""

from renderers.ink.theme import BoneColours

_DARK_PIPS = (
    (40, 40, 40),
    (10, 98, 160),
    (18, 110, 42),
    (194, 32, 36),
    (112, 74, 44),
    (34, 54, 144),
    (156, 78, 0),
    (176, 40, 112),
    (6, 106, 110),
    (106, 56, 172),
)
_LIGHT_PIPS = (
    (244, 240, 232),
    (128, 198, 255),
    (128, 218, 136),
    (255, 150, 138),
    (228, 190, 146),
    (180, 188, 255),
    (255, 178, 70),
    (255, 158, 208),
    (110, 222, 220),
    (214, 170, 255),
)

_IVORY = BoneColours(
    ivory=(247, 240, 222),
    ivory_shade=(222, 209, 180),
    ivory_edge=(114, 96, 64),
    back=(44, 30, 28),
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
    wild=(255, 248, 232),
    groove=(168, 104, 80),
    brass=(146, 92, 28),
    brass_light=(250, 216, 140),
    brass_dark=(96, 60, 14),
    dimmed=(96, 84, 80),
    pips=(
        (255, 244, 230),
        (168, 216, 255),
        (166, 230, 160),
        (255, 182, 166),
        (238, 206, 164),
        (204, 208, 255),
        (255, 200, 100),
        (255, 188, 222),
        (150, 232, 228),
        (228, 194, 255),
    ),
)
_HIGH_CONTRAST = BoneColours(
    ivory=(255, 255, 255),
    ivory_shade=(196, 196, 196),
    ivory_edge=(40, 40, 40),
    back=(24, 24, 24),
    wild=(236, 236, 236),
    groove=(64, 64, 64),
    brass=(110, 110, 110),
    brass_light=(236, 236, 236),
    brass_dark=(60, 60, 60),
    dimmed=(88, 88, 88),
    pips=(
        (24, 24, 24),
        (0, 72, 140),
        (0, 88, 32),
        (158, 0, 20),
        (92, 54, 20),
        (20, 30, 130),
        (126, 62, 0),
        (140, 0, 92),
        (0, 82, 86),
        (84, 24, 144),
    ),
)

BONE_SETS = {
    "ivory": _IVORY,
    "ebony": _EBONY,
    "porcelain": _PORCELAIN,
    "rosewood": _ROSEWOOD,
    "contrast": _HIGH_CONTRAST,
}
"""All sets of bones; the first is that of a server whose managers have chosen none."""
