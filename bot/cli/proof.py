"""Checks whether a record's shuffles follow from the secret and the salts in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.cli.replay import LoadedRecord
from bot.engine.chance import MatchRandomness, commitment
from bot.engine.contract import NATURE, Lot
from bot.engine.record import Source
from bot.engine.story import DealCheck, check_shuffles, lots_drawn

_SECRET_BYTES = 32
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
    wrong = list(_doubts(source, secret, loaded.record.seats))
    found: list[DealCheck] = []
    if secret is not None and all(map(_SALT.fullmatch, source.salts)):
        chance = MatchRandomness(secret, source.salts)
        found.extend(check_shuffles(loaded.rules, loaded.setup, loaded.record.log, chance))
        wrong.extend(_differences(loaded, source, found))
    agreeing = sum(deal.agrees for deal in found)
    return RecordCheck(source.commitment, source.salts, agreeing, tuple(wrong))


def _doubts(source: Source, secret: bytes | None, seats: int) -> Iterator[str]:
    if secret is None:
        yield "the secret is not hexadecimal"
    elif commitment(secret) != source.commitment:
        yield "the secret is not the one that was committed to"
    if secret is not None and len(secret) != _SECRET_BYTES:
        yield f"the secret has {len(secret)} bytes; a secret has {_SECRET_BYTES}"
    if not all(map(_SALT.fullmatch, source.salts)):
        yield "a salt is not the id of a click, which is a number"
    if not 2 <= len(source.salts) <= seats + 1:
        yield (
            f"there are {len(source.salts)} salts; a match of {seats} has"
            f" {'2' if seats == 1 else f'2 to {seats + 1}'}"
        )


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
