import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from bot.present.text.unbroken import HARD_HYPHEN


class Missing(AssertionError):
    """A text lacks what a player needs, or says something else than the buttons."""


class Heard:
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


FOLLOWS = " …"
"""The end of a label after which a place is to be chosen."""


class Reader(ABC):
    def __init__(self, letter: str, game_id: str) -> None:
        self.letter = letter
        self.game_id = game_id

    @abstractmethod
    def hear(self, table: Heard) -> None:
        """Hear how the table is, and check it against what is known."""

    @abstractmethod
    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        """Check that the labels are what the text led one to expect, and return one of them."""

    def place(self, text: Heard, labels: Sequence[str]) -> str:
        raise NotImplementedError(f"no place is chosen in {self.game_id}: {text.text}, {labels}")


def plain(text: str) -> str:
    return text.replace(HARD_HYPHEN, "-").replace("\N{NO-BREAK SPACE}", " ")
