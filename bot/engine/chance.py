"""Randomness that anyone can check afterwards.

Before anybody joins, the SHA-256 of a fresh 32-byte secret is shown. Every join adds a public salt
that the bot cannot choose. All shuffles and lots of the match follow from secret and salts by an
HMAC-SHA-256 counter stream with rejection sampling and Fisher-Yates; ``docs/notation.md`` has the
specification and a test vector.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from bot.engine.contract import Lot, Move, Shuffle
from bot.engine.nature import lot_result, shuffle_result

_WORD = 4
_WORDS = 2 ** (8 * _WORD)


def commitment(secret: bytes) -> str:
    """Return the secret's SHA-256 in hexadecimal; it is shown before anybody joins."""
    return hashlib.sha256(secret).hexdigest()


@dataclass(frozen=True, slots=True)
class Chance:
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
        """Yield unsigned 32-bit numbers, big-endian, eight from each block of the stream."""
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
