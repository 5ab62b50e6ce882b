"""Names, labels and signs in bundled fonts: what can be drawn, how wide it is, and its sprite.

Names of people are never cached.
"""

from functools import lru_cache
from pathlib import Path
from unicodedata import category, normalize

from PIL import Image, ImageDraw, ImageFont

from renderers.ink.sprites import SCALE, Sprite
from renderers.ink.themes import Rgb, Theme
from renderers.scores.figures import tinted

LONGEST = 64  # the most characters of a name that are looked at: more never fit
ELLIPSIS = "…"
_FONTS = Path(__file__).parent / "fonts"
_NAMES = "NotoSans-Bold-names.ttf"
_SIGNS = "NotoEmoji-Bold-signs.ttf"
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode's categories of characters that draw nothing or change the direction of text."""
_MISSING = "\uffff"
"""A character that no font has: it is drawn like any other that a font doesn't have."""


def drawable(text: str) -> str:
    """Return a name as it can be drawn, or an empty text if it can't.

    Formatting characters, marks that don't belong to a letter and emojis are left out, and each
    space becomes a plain one. A letter that the font doesn't have makes the name undrawable.
    """
    spaced = (" " if each.isspace() else each for each in text[:LONGEST])
    composed = normalize("NFC", "".join(x for x in spaced if category(x) not in _HIDDEN))
    unmarked = (each for each in composed if not category(each).startswith("M"))
    kept = "".join(each for each in unmarked if _has(_NAMES, each) or category(each)[0] != "S")
    shown = " ".join(kept.split())
    is_whole = all(_has(_NAMES, each) for each in shown)
    return shown if is_whole and any(each.isalnum() for each in shown) else ""


def fitted_text(
    theme: Theme, text: str, size: float, under: Rgb, colour: Rgb, *, room: float | None = None
) -> Sprite | None:
    """Return text on ground of the colour `under`; the sprite is as high as its capitals.

    `size` is the font size in pixels. Text wider than `room` pixels is shortened. Return `None` if
    the text can't be drawn, or if there is no room for any of it.
    """
    font, shown = _font(_NAMES, round(size)), drawable(text)
    if shown and room is not None:
        shown = _shortened(shown, font, room)
    if not shown:
        return None
    _, top, _, _ = font.getbbox("H", anchor="ls")
    pad, high = round(0.5 * size), round(-top)
    mask = Image.new("L", (round(font.getlength(shown)) + 2 * pad, high + 2 * pad), 0)
    ImageDraw.Draw(mask).text((pad, pad + high), shown, fill=255, font=font, anchor="ls")
    return tinted(mask, theme, under, colour, pad)


@lru_cache(maxsize=256)
def sign(theme: Theme, text: str, side: int, under: Rgb, colour: Rgb) -> Sprite | None:
    """Return an emoji as a line drawing in a square of `side` pixels; `None` if there is none."""
    if not has_sign(text):
        return None
    large = SCALE * side
    font = _font(_SIGNS, round(0.8 * large))
    mask = Image.new("L", (large, large), 0)
    left, top, right, bottom = font.getbbox(text)
    at = (large - left - right) / 2, (large - top - bottom) / 2
    ImageDraw.Draw(mask).text(at, text, fill=255, font=font)
    return tinted(mask.reduce(SCALE), theme, under, colour)


def has_sign(text: str) -> bool:
    return len(text) == 1 and _has(_SIGNS, text)


def _shortened(text: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    if font.getlength(text) <= room:
        return text
    for length in range(len(text) - 1, 0, -1):
        shorter = text[:length].rstrip() + ELLIPSIS
        if font.getlength(shorter) <= room:
            return shorter
    return ""


@lru_cache(maxsize=8192)
def _has(file: str, character: str) -> bool:
    font = _font(file, 32)
    return _strokes(font, character) != _strokes(font, _MISSING)


def _strokes(font: ImageFont.FreeTypeFont, character: str) -> bytes:
    mask = Image.new("L", (64, 64), 0)
    ImageDraw.Draw(mask).text((8, 48), character, fill=255, font=font, anchor="ls")
    return mask.tobytes()


@lru_cache(maxsize=64)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a bundled font; the basic layout gives the same picture on every machine."""
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(_FONTS / file, max(1, size), layout_engine=layout)
