"""Times of day as people type and read them."""

import re
from datetime import time

from babel.dates import format_time

from bot.engine.errors import Refusal, shortened
from bot.engine.translatable import N_
from bot.present.i18n import Words

_HALF_DAY = re.compile(r"([0-9]{1,2})(?:[:.]([0-5][0-9]))?\s*([ap])\.?\s?m\.?", re.IGNORECASE)
_WHOLE_DAY = re.compile(
    r"([0-9]{1,2})(?:\s?[:.h時]\s?([0-5][0-9])?)?(?:\s?(?:h|uhr|ч|分))?", re.IGNORECASE
)
"""An hour of 24, as in “22:30”, “22h30”, “22 Uhr” or “22時30分”."""


class NotATime(Refusal):
    sentence = N_("“{text}” isn't a time. Write it like 22, 22:30 or 10 pm.")


def minutes_of(text: str) -> int:
    """Return a typed time in minutes after midnight; raises :class:`NotATime`."""
    typed = text.strip()
    if found := _HALF_DAY.fullmatch(typed):
        hour, first, last = int(found[1]), 1, 12
        since = hour % 12 + (12 if found[3] in "pP" else 0)
    elif found := _WHOLE_DAY.fullmatch(typed):
        hour, first, last = int(found[1]), 0, 23
        since = hour
    else:
        raise NotATime(text=shortened(typed))
    if not first <= hour <= last:
        raise NotATime(text=shortened(typed))
    return since * 60 + int(found[2] or 0)


def formatted_time(minutes: int, say: Words) -> str:
    return format_time(time(*divmod(minutes, 60)), "short", locale=say.locale)
