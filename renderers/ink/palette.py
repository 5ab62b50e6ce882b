"""The fixed colours of a picture. One byte per pixel keeps drawing fast and files small."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderers.ink.themes import MOST_THEMES, Rgb, Theme

SHADES = 4
"""The depths of shadow. Index 0 is bare felt, 1 to `SHADES` get darker; the deeper shadow wins."""
STEPS = 2  # the steps from one colour to an adjacent one; fewer compress better, and look the same
RIM = 0.4  # the share of the shadow's colour in the rim of a pip, from 0 to 1
DIMMING = 0.42  # the share of the theme's `dimmed` in a bone that cannot be played, from 0 to 1


@dataclass(frozen=True, slots=True)
class Palette:
    """Up to 256 colours and the conversion from true colour to their indices."""

    rgb: bytes
    """Three bytes per colour."""
    _key: Image.Image

    def index(self, picture: Image.Image) -> Image.Image:
        """Return an `"RGB"` picture as an `"L"` picture of indices, each pixel's nearest colour."""
        indexed = picture.quantize(palette=self._key, dither=Image.Dither.NONE)
        return Image.frombytes("L", indexed.size, indexed.tobytes())

    def nearest(self, colour: Rgb) -> int:
        return self.index(Image.new("RGB", (1, 1), colour)).tobytes()[0]


def blend(under: Rgb, over: Rgb, share: float) -> Rgb:
    """Mix two colours by `share`, from 0 (all `under`) to 1 (all `over`)."""
    mixed = [round(a + (b - a) * share) for a, b in zip(under, over, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def hollow(theme: Theme) -> Rgb:
    """Return the felt in the shade of a rack, or inside an outline or a greyed flag."""
    return blend(theme.felt, theme.shadow, 0.19)


@lru_cache(maxsize=MOST_THEMES)
def palette_of(theme: Theme) -> Palette:
    colours = [blend(theme.felt, theme.shadow, 0.75 * n / SHADES) for n in range(SHADES + 1)]
    bones = _of_bones(theme)
    dimmed = (dim(colour, theme) for colour in bones)
    for colour in (*bones, *_of_signs(theme), *dimmed, *_of_backs_and_squares(theme)):
        if colour not in colours:
            colours.append(colour)
    rgb = b"".join(bytes(colour) for colour in colours[:256])
    key = Image.new("P", (1, 1))
    key.putpalette(rgb)
    return Palette(rgb, key)


def dim(colour: Rgb, theme: Theme) -> Rgb:
    return blend(colour, theme.dimmed, DIMMING)


def _of_bones(theme: Theme) -> list[Rgb]:
    dark = blend(theme.felt, theme.shadow, 0.6)
    rims = [blend(pip, theme.shadow, RIM) for pip in theme.pips]
    pairs = [
        (dark, theme.ivory_edge),
        (theme.ivory_edge, theme.ivory),
        (theme.ivory_edge, theme.ivory_shade),
        (theme.ivory_shade, theme.ivory),
        (theme.groove, theme.ivory),
        (theme.brass_dark, theme.brass),
        (theme.brass, theme.brass_light),
        (theme.brass_dark, theme.ivory),
        *((theme.ivory, pip) for pip in (*theme.pips, *rims)),
    ]
    return [colour for pair in pairs for colour in _ramp(*pair)]


def _of_signs(theme: Theme) -> list[Rgb]:
    return [
        theme.seam,
        theme.rail,
        theme.rail_light,
        theme.rail_dark,
        *_ramp(theme.felt, theme.outline),
        *_ramp(theme.letter, theme.ring),
        *_ramp(theme.flag, theme.flag_ink),
        *_ramp(theme.felt, theme.flag),
        *_ramp(theme.letter, theme.letter_ink),
        *_ramp(theme.letter, theme.flag),
        *_ramp(theme.felt, theme.letter),
        *_ramp(theme.felt, theme.felt_ink),
        *_ramp(theme.letter, theme.outline),
        *(colour for curve in theme.curves for colour in _ramp(theme.letter, curve)),
    ]


def _of_backs_and_squares(theme: Theme) -> list[Rgb]:
    backs = (*_ramp(theme.back, theme.ivory_shade), *_ramp(theme.back, theme.brass))
    blacks = _ramp(theme.black, theme.black_ink)
    dim_blacks = (dim(colour, theme) for colour in blacks)
    return [
        *backs,
        *blacks,
        *dim_blacks,
        theme.wild,
        dim(theme.wild, theme),
        dim(theme.back, theme),
    ]


def _ramp(start: Rgb, end: Rgb) -> list[Rgb]:
    return [blend(start, end, n / STEPS) for n in range(STEPS + 1)]
