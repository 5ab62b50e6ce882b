"""Time zones as people type them."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.core import get_global

from bot.engine.errors import Refusal, shortened
from bot.engine.translatable import N_
from bot.present.i18n import ENGLISH, Words
from bot.present.input.folding import without_accents

NO_PLACES = {"Factory", "localtime"}
"""Names among the time zones that say nothing about where somebody lives."""
LISTED = 4
"""The most zones that are named if several match."""
LEAST = 3
"""The fewest letters that are matched as the beginning of a name."""
MONTHS = [timedelta(days=30 * month) for month in range(13)]

_WORD = re.compile(r"[^\W_]+|\+")


class NoSuchZone(Refusal):
    sentence = N_(
        "I don't know the time zone “{text}”. Try the nearest big city, like Berlin, or a zone"
        " like Europe/Berlin."
    )


class ManyZones(Refusal):
    """Several time zones match the name, and their clocks differ."""

    sentence = N_("“{text}” could be {zones}. Which one is it?")


def zone_of(text: str, now: datetime, say: Words) -> str:
    """Return the time zone meant: by its own name, a city's, a country's, or part of a name.

    Zones whose clocks agree from ``now`` on count as one. Raises :class:`NoSuchZone` or
    :class:`ManyZones`.
    """
    typed = "".join(_words(text))
    for is_meant in _readings(typed, say) if typed else ():
        found = sorted(filter(is_meant, _zones()))
        if len({_course(zone, now) for zone in found}) == 1:
            return found[0]
        if found:
            more = len(found[LISTED:])
            others = [say.count("{n} other", "{n} others", more)] if more else []
            zones = say.either(found[:LISTED] + others)
            raise ManyZones(text=shortened(text.strip()), zones=zones)
    raise NoSuchZone(text=shortened(text.strip()))


def _readings(typed: str, say: Words) -> Iterator[Callable[[str], bool]]:
    """Yield tests for the zones that may be meant, the likeliest reading first."""
    zones = _zones()
    yield lambda zone: "".join(zones[zone]) == typed
    yield lambda zone: _city(zone) == typed
    of_city = {zone for zone, name in _cities(say.locale) if name == typed}
    yield lambda zone: zone in of_city
    of_country = _zones_of_country(typed, say)
    yield lambda zone: zone in of_country
    if len(typed) >= LEAST:
        yield lambda zone: _city(zone).startswith(typed)
        yield lambda zone: any(
            "".join(zones[zone][at:]).startswith(typed) for at in range(len(zones[zone]))
        )


def _zones_of_country(typed: str, say: Words) -> frozenset[str]:
    """Return the zones of a country, by its name in English or in the language of ``say``."""
    zones = get_global("territory_zones")
    return frozenset(
        zone
        for locale in (say.locale, ENGLISH.locale)
        for code, name in _countries(locale)
        if name == typed
        for zone in zones.get(code, ())
    )


@cache
def _cities(locale: Locale) -> tuple[tuple[str, str], ...]:
    """Return the zones with a city that the language has a name of its own for."""
    known = locale.time_zones.items()
    return tuple((zone, "".join(_words(each["city"]))) for zone, each in known if "city" in each)


@cache
def _countries(locale: Locale) -> tuple[tuple[str, str], ...]:
    return tuple((code, "".join(_words(name))) for code, name in locale.territories.items())


@cache
def _zones() -> Mapping[str, tuple[str, ...]]:
    """Return all time zones, with the words of their names.

    ``Etc/GMT+1`` and the like are left out: it is an hour *behind* Greenwich, which nobody means.
    """
    names = sorted(available_timezones() - NO_PLACES)
    return {name: _words(name) for name in names if not name.startswith("Etc/")}


def _city(zone: str) -> str:
    return "".join(_words(zone.rpartition("/")[2]))


def _course(zone: str, now: datetime) -> tuple[timedelta | None, ...]:
    """Return the zone's UTC offsets at ``now`` and after each of the next twelve 30-day months."""
    there = ZoneInfo(zone)
    return tuple((now + month).astimezone(there).utcoffset() for month in MONTHS)


def _words(text: str) -> tuple[str, ...]:
    """Split text into words without case and accents; drop all punctuation except for ``+``."""
    return tuple(_WORD.findall(without_accents(text)))
