"""A text that was read aloud, and what a listener misses in it."""

import re
from collections.abc import Hashable, Iterable
from typing import Any


class Missing(AssertionError):
    """A text lacks what a player needs, or says something else than the buttons."""


class Heard:
    """An alt text, to be asked for what it says."""

    def __init__(self, text: str) -> None:
        self.text = text

    def find(self, pattern: str, what: str) -> str:
        """Return the group of ``pattern``; ``what`` is what a player needs to know from it."""
        found = self.maybe(pattern)
        if found is None:
            raise Missing(f"the text does not say {what}: {self.text!r}")
        return found

    def maybe(self, pattern: str) -> str | None:
        found = re.search(pattern, self.text)
        return found[1] if found else None

    def all(self, pattern: str) -> list[Any]:
        """Return the groups of every match; the pattern has at least two."""
        return re.findall(pattern, self.text)

    def items(self, pattern: str) -> list[str]:
        return re.split(r"; |,? and |, ", self.maybe(pattern) or "") if self.maybe(pattern) else []

    def by_letter(self, pattern: str, what: str) -> dict[str, int]:
        told = (each.split(" ", 1) for each in self.find(pattern, what).split(", "))
        return {letter: int(number) for letter, number in told}


def agree(expected: Iterable[Hashable], offered: Iterable[Hashable], text: str) -> None:
    """Check that a player who trusts ``text`` expects exactly the choices that are offered."""
    told, there = set(expected), set(offered)
    if told != there:
        raise Missing(
            f"not expected from the text: {sorted(there - told, key=str)}, expected but not"
            f" offered: {sorted(told - there, key=str)}; the text: {text!r}"
        )
