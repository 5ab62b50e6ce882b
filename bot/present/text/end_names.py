"""Names for the places on the table where bones are or can be laid."""

from bot.domino.layout import DOWN, LEFT, RIGHT, UP
from bot.engine.words import N_
from bot.present.i18n import Words

_NAMES = {LEFT: N_("left"), RIGHT: N_("right"), UP: N_("top"), DOWN: N_("bottom")}
_PLACES = {
    LEFT: N_("on the left"),
    RIGHT: N_("on the right"),
    UP: N_("at the top"),
    DOWN: N_("at the bottom"),
}


def where(at: str, say: Words) -> str:
    """Say where something was played: “on the left”, “at F”."""
    return say(_PLACES[at]) if at in _PLACES else say("at {opening}", opening=sign(at))


def name(at: str, say: Words) -> str:
    """Name an opening by itself: “left”, “F”."""
    return say(_NAMES[at]) if at in _NAMES else sign(at)


def sign(at: str) -> str:
    """Return the letter on an opening's flag, if flags have letters."""
    return at.upper()
