"""Nature's moves, and randomness that anyone can check afterwards.

A shuffle is logged as the whole order, a lot as the seat it picked. Hands are dealt from the front
of a shuffle in seat order; the rest, top first, is the boneyard. So one logged shuffle fixes every
later draw.

Before anybody joins, the SHA-256 of a fresh 32-byte secret is shown. Every join adds a public salt
that the bot cannot choose. All shuffles and lots of the match follow from secret and salts by an
HMAC-SHA-256 counter stream with rejection sampling and Fisher-Yates; ``docs/notation.md`` has the
specification and a test vector.
"""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.contract import Lot, Move, Seat, Shuffle
from bot.engine.errors import IllegalMove, shortened


@dataclass(frozen=True, slots=True)
class ShuffleResult(Move):
    """The pieces of a :class:`Shuffle` in order; nobody sees its code until the match is over."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LotResult(Move):
    """The seat that a :class:`Lot` picked."""

    seat: Seat


def shuffle_result(order: tuple[str, ...]) -> ShuffleResult:
    return ShuffleResult("deal " + " ".join(order), order=order, secret=True)


def lot_result(seat: Seat) -> LotResult:
    return LotResult(f"lot {seat}", seat=seat)


def answer(asked: Shuffle | Lot, code: str) -> Move:
    """Return nature's move with that code; raises :class:`IllegalMove` if it is no valid answer."""
    match asked:
        case Shuffle(pieces):
            dealt = shuffle_result(tuple(code.split(" ")[1:]))
            if dealt.code == code and Counter(dealt.order) == Counter(pieces):
                return dealt
            wanted = f"deal and {len(pieces)} pieces, each once"
        case Lot(seats):
            for seat in seats:
                if code == f"lot {seat}":
                    return lot_result(seat)
            wanted = ", ".join(f"lot {seat}" for seat in seats)
    raise IllegalMove(code=shortened(code), legal=wanted)


DAILY_SALT = "daily"
"""The first of the two salts of a deal of the day; the other is the day, as in 2026-12-01."""
_WORD = 4
_WORDS = 2 ** (8 * _WORD)


def commitment(secret: bytes) -> str:
    """Return the secret's SHA-256 in hexadecimal; it is shown before anybody joins."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class MatchRandomness:
    """The randomness of one match: all of nature's answers, fixed before the first shuffle."""

    secret: bytes
    salts: tuple[str, ...]

    def answer(self, asked: Shuffle | Lot, ordinal: int) -> Move:
        """Return nature's move number ``ordinal`` of the match, counted from 0."""
        words = self._words(ordinal)
        match asked:
            case Shuffle(pieces):
                order = list(pieces)
                for last in range(len(order) - 1, 0, -1):
                    other = _below(last + 1, words)
                    order[last], order[other] = order[other], order[last]
                return shuffle_result(tuple(order))
            case Lot(seats):
                return lot_result(seats[_below(len(seats), words)])

    def _words(self, ordinal: int) -> Iterator[int]:
        prefix = f"boneyard/1|{','.join(self.salts)}|{ordinal}|"
        block = 0
        while True:
            digest = hmac.digest(self.secret, f"{prefix}{block}".encode(), "sha256")
            for start in range(0, len(digest), _WORD):
                yield int.from_bytes(digest[start : start + _WORD], "big")
            block += 1


def _below(bound: int, words: Iterator[int]) -> int:
    """Return a uniform number in 0 … bound - 1, discarding words past the last full multiple."""
    limit = _WORDS - _WORDS % bound
    return next(word for word in words if word < limit) % bound
