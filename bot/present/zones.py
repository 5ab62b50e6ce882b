"""Time zones as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.core import get_global

from bot.engine.errors import Refusal, shortened
from bot.engine.words import N_
from bot.present.words import ENGLISH, Words

NO_PLACES = {"Factory", "localtime"}
"""Names among the time zones that say nothing about where somebody lives."""
LISTED = 4
"""How many of several are named."""
LEAST = 3
"""Letters of which something may be the beginning."""
MONTHS = [timedelta(days=30 * month) for month in range(13)]

_WORD = re.compile(r"[^\W_]+|\+")


class NoSuchZone(Refusal):
    """No time zone is called anything like it."""

    sentence = N_(
        "I know no time zone “{text}”. Name the nearest big city, as in Berlin, or a zone, as in"
        " Europe/Berlin."
    )


class ManyZones(Refusal):
    """Several time zones are called that, and their clocks differ."""

    sentence = N_("“{text}” could be {zones}. Which one is it?")


def zone_of(text: str, now: datetime, say: Words) -> str:
    """The time zone that somebody means: its own name, a city's, a country's, or a part of them.

    Zones whose clocks go alike from ``now`` on are as good as one.
    """
    typed = "".join(_words(text))
    for is_meant in _readings(typed, say) if typed else ():
        found = sorted(filter(is_meant, _zones()))
        if len({_course(zone, now) for zone in found}) == 1:
            return found[0]
        if found:
            raise ManyZones(text=shortened(text.strip()), zones=_listed(found, say))
    raise NoSuchZone(text=shortened(text.strip()))


def _readings(typed: str, say: Words) -> Iterator[Callable[[str], bool]]:
    """What may be meant, the likeliest first."""
    zones = _zones()
    yield lambda zone: "".join(zones[zone]) == typed
    yield lambda zone: _city(zone) == typed
    of_country = _zones_of_country(typed, say)
    yield lambda zone: zone in of_country
    if len(typed) >= LEAST:
        yield lambda zone: _city(zone).startswith(typed)
        yield lambda zone: any(
            "".join(zones[zone][at:]).startswith(typed) for at in range(len(zones[zone]))
        )


def _listed(zones: list[str], say: Words) -> str:
    more = len(zones[LISTED:])
    others = [say.count("{n} other", "{n} others", more)] if more else []
    return say.either(zones[:LISTED] + others)


def _zones_of_country(typed: str, say: Words) -> frozenset[str]:
    """The zones of a country, by its name in English or in the language of ``say``."""
    zones = get_global("territory_zones")
    return frozenset(
        zone
        for locale in (say.locale, ENGLISH.locale)
        for code, name in _countries(locale)
        if name == typed
        for zone in zones.get(code, ())
    )


@cache
def _countries(locale: Locale) -> tuple[tuple[str, str], ...]:
    return tuple((code, "".join(_words(name))) for code, name in locale.territories.items())


@cache
def _zones() -> Mapping[str, tuple[str, ...]]:
    """All time zones, with the words of their names.

    ``Etc/GMT+1`` is not among them: it is an hour *behind* Greenwich, which nobody means.
    """
    names = sorted(available_timezones() - NO_PLACES)
    return {name: _words(name) for name in names if not name.startswith("Etc/")}


def _city(zone: str) -> str:
    return "".join(_words(zone.rpartition("/")[2]))


def _course(zone: str, now: datetime) -> tuple[timedelta | None, ...]:
    """How far its clocks are ahead, month by month."""
    there = ZoneInfo(zone)
    return tuple((now + month).astimezone(there).utcoffset() for month in MONTHS)


def _words(text: str) -> tuple[str, ...]:
    """Without case, accents and strokes."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return tuple(_WORD.findall(bare))
