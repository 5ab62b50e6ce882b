"""The exchange format of a match, for export, import, tests and bug reports."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bot.engine.contract import NATURE, Actor, Seat
from bot.engine.errors import BadRecord, shortened
from bot.engine.options import OptionValue

VERSION = 1
Entry = tuple[Actor, str]


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a match's randomness, revealed once the match is over."""

    commitment: str
    """The commitment shown before anybody joined."""
    secret: str
    """The secret in hexadecimal."""
    salts: tuple[str, ...]
    lots: tuple[tuple[Seat, ...], ...] = ()
    """For each lot in the log, the seats it picked from."""


@dataclass(frozen=True, slots=True)
class Record:
    """A match as its log: game, options, seats and every move, nature's included."""

    game: str
    rules: int
    seats: int
    options: Mapping[str, OptionValue]
    log: tuple[Entry, ...]
    seniority: tuple[Seat, ...] | None = None
    chance: Source | None = None
    preset: str = ""
    """The preset whose options these are, if the table went by its name."""

    def dump(self) -> str:
        """Return the record as ASCII JSON, one log entry per line so that people can read it."""
        head: dict[str, Any] = {
            "boneyard": VERSION,
            "game": self.game,
            "rules": self.rules,
            "seats": self.seats,
            "options": dict(self.options),
        }
        if self.preset:
            head["preset"] = self.preset
        if self.seniority is not None:
            head["seniority"] = list(self.seniority)
        if self.chance is not None:
            head["chance"] = asdict(self.chance)
        log = ((NATURE.value if actor is NATURE else actor, code) for actor, code in self.log)
        entries = ",\n  ".join(map(json.dumps, log))
        opening = json.dumps(head)[:-1]
        return f'{opening}, "log": [\n  {entries}\n]}}\n'


def load(text: str) -> Record:
    """Read a record; raises :class:`BadRecord`, which says where it goes wrong."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(why=f"it is not JSON ({str(error).splitlines()[0]})") from None
    if not isinstance(data, dict):
        raise BadRecord(why="it is not a JSON object")
    if _number(data, "boneyard") != VERSION:
        raise BadRecord(why=f'"boneyard" is not {VERSION}')
    seats = _number(data, "seats")
    if seats < 1:
        raise BadRecord(why='"seats" is less than 1')
    return Record(
        game=_text(data, "game"),
        rules=_number(data, "rules"),
        seats=seats,
        options=_options(data.get("options", {})),
        log=_log(data.get("log"), seats),
        seniority=_seniority(data.get("seniority"), seats),
        chance=_source(data.get("chance")),
        preset=_text({"preset": "", **data}, "preset"),
    )


def _log(value: object, seats: int) -> tuple[Entry, ...]:
    if not isinstance(value, list):
        raise BadRecord(why='"log" is not a list')
    return tuple(_entry(index, entry, seats) for index, entry in enumerate(value))


def _entry(index: int, value: object, seats: int) -> Entry:
    match value:
        case ["*", str(code)]:
            return NATURE, code
        case [int(seat), str(code)] if not isinstance(seat, bool) and 0 <= seat < seats:
            return seat, code
        case [int(seat), str()] if not isinstance(seat, bool):
            raise BadRecord(why=f"log entry {index} is by seat {seat}, and there are {seats}")
    raise BadRecord(why=f"log entry {index} is not [actor, code]")


def _seniority(value: object, seats: int) -> tuple[Seat, ...] | None:
    if value is None:
        return None
    named = [each for each in value if type(each) is int] if isinstance(value, list) else []
    if not isinstance(value, list) or len(value) != seats or sorted(named) != list(range(seats)):
        raise BadRecord(why='"seniority" does not name each seat once')
    return tuple(named)


def _source(value: object) -> Source | None:
    if value is None:
        return None
    wrong = BadRecord(why='"chance" is not a commitment, a secret and salts')
    if not isinstance(value, dict):
        raise wrong
    salts, lots = value.get("salts"), value.get("lots", [])
    if not isinstance(salts, list) or not all(isinstance(salt, str) for salt in salts):
        raise wrong
    if not _are_lots(lots):
        raise wrong
    commitment, secret = (_text(value, key) for key in ("commitment", "secret"))
    return Source(commitment, secret, tuple(salts), tuple(map(tuple, lots)))


def _are_lots(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(lot, list) and all(type(seat) is int for seat in lot) for lot in value
    )


def _options(value: object) -> dict[str, OptionValue]:
    if not isinstance(value, dict):
        raise BadRecord(why='"options" is not an object')
    for key, setting in value.items():
        if not isinstance(setting, str | int):
            name = shortened(key)
            raise BadRecord(why=f'option "{name}" is neither text nor a whole number')
    return value


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise BadRecord(why=f'"{key}" is missing or not text')
    return value


def _number(data: dict[str, Any], key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord(why=f'"{key}" is missing or not a whole number')
    return value
