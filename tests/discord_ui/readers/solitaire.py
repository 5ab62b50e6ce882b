import re
from collections.abc import Iterator, Sequence

from tests.discord_ui.readers.reader import Heard, Missing, Reader, agree


def row_in(text: Heard) -> list[str]:
    if text.maybe(r"(The row is empty)"):
        return []
    return text.find(r"The row from left to right: ([^.]+)\.", "how the row lies").split(" ")


class SolitaireReader(Reader):
    """A player who removes three bones if possible, else one, else draws."""

    def __init__(self, letter: str, game_id: str) -> None:
        super().__init__(letter, game_id)
        self.left: int | None = None
        """The number of bones that the row has if the last move did what it said."""

    def hear(self, table: Heard) -> None:
        row = row_in(table)
        table.find(r"(\d+) bones? left to draw", "how many bones can be drawn")
        if self.left not in {None, len(row)}:
            raise Missing(f"the row has to have {self.left} bones: {table.text!r}")

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        row = row_in(hand)
        removable = set(_removable(row))
        told = {each for each, _ in hand.all(r"((?:\d-\d ?)+) can be removed(:| together:)")}
        agree(removable, told, hand.text)
        offered = {_named(label): label for label in labels if label.startswith("Remove ")}
        agree(removable, offered, hand.text)
        if not offered:
            self.left = None
            return next(each for each in labels if each.startswith("Draw"))
        best = max(offered, key=len)
        self.left = len(row) - len(best.split(" "))
        return offered[best]


def _removable(row: list[str]) -> Iterator[str]:
    """Yield the bones that the rules allow to be removed (SOLO-2, SOLO-3)."""
    for before, middle, after in zip(row, row[1:], row[2:], strict=False):
        common = set(before[::2]) & set(after[::2])
        if common:
            yield middle
        if common & set(middle[::2]):
            yield f"{before} {middle} {after}"


def _named(label: str) -> str:
    return " ".join(re.findall(r"\d-\d", label.partition(":")[0]))
