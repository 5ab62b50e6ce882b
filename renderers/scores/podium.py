"""Draws a podium: stacks of bones, higher for a better place, with that place's bone on top."""

from renderers.ink.backs import back, place_holder
from renderers.ink.canvas import Canvas
from renderers.ink.sprites import Sprite
from renderers.ink.themes import Theme
from renderers.scene.scores import PodiumScene, PodiumStep
from renderers.scores.figures import bold_text, medal, number_plate, place_bone
from renderers.scores.names import fitted_text

STEPS = 3  # the number of places on a podium
UNIT = 9.2  # the width of the picture in units: half bones
APART = 2.75  # the distance from one stack to the next, in units
STACKED = 1.13  # the distance from one bone of a stack to the next, in units
VALUE = 0.62  # the height of the plate with a number, in units
OVER = 0.3  # the felt below that plate, in units
PLACE = 0.6  # the size of the place's number, in units
UNDER = 0.34  # the felt above that number, in units
NAME = 0.32  # the size of a name below the place's number, in units
NAMED = 0.55  # the height of the line of names, in units
MARGIN = 0.45  # the felt along the upper and the lower edge, in units
_ACROSS = (1, 0, 2)  # the columns of the first, the second and the third


def draw_podium(scene: PodiumScene, width: int, theme: Theme) -> Canvas:
    unit = int(width / UNIT)
    ground = MARGIN + VALUE + OVER + STEPS * STACKED
    height = round(unit * (ground + UNDER + PLACE + NAMED + MARGIN))
    canvas = Canvas(width, height, theme)
    for nth in range(STEPS):
        step = scene.steps[nth] if nth < len(scene.steps) else None
        middle = width / 2 + (_ACROSS[nth] - 1) * APART * unit
        _draw(canvas, step, nth + 1 if step is None else step.place, middle, ground)
    return canvas


def _draw(
    canvas: Canvas, step: PodiumStep | None, place: int, middle: float, ground: float
) -> None:
    """Draw a stack around `middle` (pixels) that stands on `ground` (units)."""
    theme, unit = canvas.theme, int(canvas.width / UNIT)
    left = round(middle) - unit
    high = STEPS + 1 - place
    for nth in range(1, high):
        lower = back(theme, unit, upright=False)
        canvas.put(lower, left, round(unit * (ground - nth * STACKED)))
    top = round(unit * (ground - high * STACKED))
    number = bold_text(theme, str(place), PLACE * unit, theme.felt, theme.letter_ink)
    _centred(canvas, number, middle, round(unit * (ground + UNDER)))
    if step is None:
        canvas.put(place_holder(theme, unit, upright=False), left, top)
        return
    canvas.put(place_bone(theme, unit, place), left, top)
    canvas.put(medal(theme, unit, place), left, top)
    name = fitted_text(
        theme, step.name, NAME * unit, theme.felt, theme.letter_ink, room=(APART - 0.15) * unit
    )
    if name is not None:
        _centred(canvas, name, middle, round(unit * (ground + UNDER + PLACE + NAMED - NAME)))
    plate = number_plate(theme, round(VALUE * unit), step.value)
    _centred(canvas, plate, middle, top - round(unit * (VALUE + OVER)))


def _centred(canvas: Canvas, sprite: Sprite, middle: float, top: int) -> None:
    canvas.put(sprite, round(middle - sprite.width / 2), top)
