"""Checks whether a record's shuffles follow from the secret and the salts in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bot.ai.daily import PLAYER, daily_round
from bot.cli.replay import LoadedRecord
from bot.engine.chance import DAILY_SALT, MatchRandomness, commitment
from bot.engine.contract import NATURE, Lot
from bot.engine.errors import Refusal
from bot.engine.record import Record, Source
from bot.engine.replay import find
from bot.engine.story import DealCheck, check_shuffles, lots_drawn
from bot.games.daily import game_of_day
from bot.model.daily import SECRET_SIZE

_SALT = re.compile(r"[0-9]{1,20}", re.ASCII)


@dataclass(frozen=True, slots=True)
class RecordCheck:
    """The result of the check; the reader compares the commitment."""

    commitment: str
    salts: tuple[str, ...]
    agreeing: int
    """Number of deals and lots that follow from secret and salts."""
    wrong: tuple[str, ...]
    """A sentence for each thing that is wrong."""


def prove(loaded: LoadedRecord) -> RecordCheck | None:
    """Check a record that replays; ``None`` when it has no secret and salts."""
    source = loaded.record.chance
    if source is None:
        return None
    secret = _bytes(source.secret)
    is_daily = source.salts[:1] == (DAILY_SALT,)
    doubts = _day_doubts if is_daily else _salt_doubts
    wrong = [*_secret_doubts(source, secret), *doubts(source, loaded.record)]
    found: list[DealCheck] = []
    if secret is not None and (is_daily or all(map(_SALT.fullmatch, source.salts))):
        chance = MatchRandomness(secret, source.salts)
        found.extend(check_shuffles(loaded.rules, loaded.setup, loaded.record.log, chance))
        wrong.extend(_differences(loaded, source, found))
        if is_daily and not wrong:
            wrong.extend(_other_moves(loaded, secret, source.salts[1]))
    agreeing = sum(deal.agrees for deal in found)
    return RecordCheck(source.commitment, source.salts, agreeing, tuple(wrong))


def _secret_doubts(source: Source, secret: bytes | None) -> Iterator[str]:
    if secret is None:
        yield "the secret is not hexadecimal"
    elif commitment(secret) != source.commitment:
        yield "the secret is not the one that was committed to"
    if secret is not None and len(secret) != SECRET_SIZE:
        yield f"the secret has {len(secret)} bytes; a secret has {SECRET_SIZE}"


def _salt_doubts(source: Source, record: Record) -> Iterator[str]:
    seats = record.seats
    if not all(map(_SALT.fullmatch, source.salts)):
        yield "a salt is not the id of a click, which is a number"
    if not 2 <= len(source.salts) <= seats + 1:
        yield (
            f"there are {len(source.salts)} salts; a match of {seats} has"
            f" {'2' if seats == 1 else f'2 to {seats + 1}'}"
        )


def _day_doubts(source: Source, record: Record) -> Iterator[str]:
    """Yield why a record is not the deal of its day, before any move is looked at."""
    day = source.salts[-1]
    try:
        dealt = game_of_day(date.fromisoformat(day).toordinal())
    except ValueError:
        dealt = None
    if dealt is None or source.salts[1:] != (date.fromisoformat(day).isoformat(),):
        yield "the salts of a deal are “daily” and its day, as in 2026-12-01"
    elif (record.game, record.seats) != (dealt.id, dealt.seats):
        yield f"the deal of {day} is {dealt.id} for {dealt.seats}"


def _other_moves(loaded: LoadedRecord, secret: bytes, day: str) -> Iterator[str]:
    """Yield the first entry that does not follow from a deal's secret and its player's choices."""
    record = loaded.record
    played = daily_round(record.game, record.seats, record.options, day, secret)
    for index, entry in enumerate(record.log):
        try:
            if index == len(played.log):
                played.choose(find(played.rules, played.state, PLAYER, entry[1]))
        except Refusal:
            yield f"log entry {index} is no move of the deal's player"
            return
        if played.log[index] != entry:
            yield f"log entry {index}: the secret leads to {played.log[index][1]}"
            return


def _differences(loaded: LoadedRecord, source: Source, found: list[DealCheck]) -> Iterator[str]:
    """Yield where the log, or the record's list of lots, does not follow from secret and salts."""
    by_nature = [at for at, (actor, _) in enumerate(loaded.record.log) if actor is NATURE]
    for deal in found:
        if not deal.agrees:
            what = "lot" if isinstance(deal.asked, Lot) else "deal"
            yield (
                f"log entry {by_nature[deal.ordinal]}: the {what} does not follow from secret and"
                " salts; what comes after it was not compared"
            )
            return
    if source.lots != lots_drawn(found):
        yield "the lots were not drawn among the seats that the record says"


def _bytes(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None
