"""The felts that a table can have, by their ids, which are stored."""

from renderers.ink.theme import FeltColours

_GOLD, _PALE_GOLD, _ON_GOLD = (255, 196, 46), (255, 214, 92), (28, 30, 24)
_CURVES = (
    (255, 196, 46),
    (104, 186, 240),
    (255, 246, 220),
    (240, 122, 84),
    (226, 150, 206),
    (92, 208, 154),
)

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
_HIGH_CONTRAST = FeltColours(
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

FELTS = {
    "green": _GREEN,
    "night": _NIGHT,
    "walnut": _WALNUT,
    "sand": _SAND,
    "contrast": _HIGH_CONTRAST,
}
"""All felts; the first is that of a server whose managers have chosen none."""
