"""Names for the places on the table where bones are or can be laid."""

from bot.domino.layout import DOWN, LEFT, RIGHT, UP
from bot.present.i18n import Words


def where(at: str, say: Words) -> str:
    """Say where something was played: “on the left”, “at F”."""
    sides = {
        LEFT: say("on the left"),
        RIGHT: say("on the right"),
        UP: say("at the top"),
        DOWN: say("at the bottom"),
    }
    return sides.get(at) or say("at {opening}", opening=sign(at))


def name(at: str, say: Words) -> str:
    """Name an opening by itself: “left”, “F”."""
    sides = {LEFT: say("left"), RIGHT: say("right"), UP: say("top"), DOWN: say("bottom")}
    return sides.get(at) or sign(at)


def sign(at: str) -> str:
    """Return the letter on an opening's flag, if flags have letters."""
    return at.upper()
