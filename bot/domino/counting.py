"""Pip counts and the arithmetic of points."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from msgspec import Struct

from bot.domino.bone import Bone

Key = TypeVar("Key")


class Sum(Struct, frozen=True, gc=False):
    """Points with their arithmetic: the sum of terms, then rounded, divided and multiplied.

    After that it may be divided by each of several numbers and the results added.
    """

    terms: tuple[int, ...]
    nearest: int = 1
    """The total is rounded to the nearest multiple of this; it is odd, so there is never a tie."""
    divided: int = 1
    times: int = 1
    divisors: tuple[int, ...] = ()
    """What it is divided by in the end, the results being added: 15 ÷ 3 + 15 ÷ 5 = 8."""
    extra: int = 0
    """Points that are added last."""

    @property
    def total(self) -> int:
        return sum(self.terms)

    @property
    def rounded(self) -> int:
        return (self.total + self.nearest // 2) // self.nearest * self.nearest

    @property
    def points(self) -> int:
        made = self.rounded // self.divided * self.times
        return (sum([made // n for n in self.divisors]) if self.divisors else made) + self.extra

    @property
    def added(self) -> str:
        """The terms, and their total if there are several: ``13 + 11 − 5 = 19``."""
        text = _added(self.terms)
        return text if len(self.terms) < 2 else f"{text} = {self.total}"

    def __str__(self) -> str:
        """Return the written form: ``12 + 10 = 22 ≈ 20; 20 ÷ 5 = 4``.

        With several divisors and an extra point: ``12 + 3 = 15; 15 ÷ 3 + 15 ÷ 5 + 1 = 9``.
        """
        text, made = self.added, self.rounded // self.divided * self.times
        if self.rounded != self.total:
            text += f" ≈ {self.rounded}"
        if self.divided != 1:
            text += f"; {self.rounded} ÷ {self.divided} = {self.rounded // self.divided}"
        if self.times != 1:
            text += f"; {self.rounded // self.divided} × {self.times} = {made}"
        if self.divisors or self.extra:
            parts = [f"{made} ÷ {n}" for n in self.divisors] or [str(made)]
            extra = [str(self.extra)] if self.extra else []
            text += f"; {' + '.join([*parts, *extra])} = {self.points}"
        return text


def _added(terms: tuple[int, ...]) -> str:
    first, *others = terms or (0,)
    return str(first) + "".join(f" + {n}" if n >= 0 else f" − {-n}" for n in others)


def pips(bones: Iterable[Bone]) -> int:
    return sum([bone.pips for bone in bones])


def unique_lowest(counts: Mapping[Key, int]) -> Key | None:
    """Return the key with strictly the least count; ``None`` if two or more share it (GEN-11)."""
    least = min(counts.values())
    holders = [key for key, count in counts.items() if count == least]
    return holders[0] if len(holders) == 1 else None
