from collections import Counter
from collections.abc import Sequence

from tests.discord_ui.readers.heard import Heard, Missing, agree
from tests.discord_ui.readers.reader import Reader
from tests.discord_ui.readers.square_places import WILD, Way, read_places, ways
from tests.discord_ui.readers.squares import way_on

TURNED, DOWN = " turned over", " face down"


class SquareRowReader(Reader):
    """A player who knows the pieces of their row that lie face up."""

    def hear(self, table: Heard) -> None:
        rows = table.all(r"Row of Player ([A-D]) from left to right: ([^.]+)\.")
        if self.letter not in dict(rows):
            raise Missing(f"the row of {self.letter} is not told: {table.text!r}")
        read_places(table)

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        mine = rf"(?:Your row|Row of Player {self.letter}) from left to right: ([^.]+)\."
        row = hand.find(mine, "how the row lies").split(", ")
        places = read_places(hand)
        pending = [each.removesuffix(TURNED) for each in row if each.endswith(TURNED)]
        up = {each for each in row if not each.endswith((TURNED, DOWN))}
        if wrong := [each for each in up if WILD not in each]:
            raise Missing(f"only pieces with a wild square lie face up, not {wrong}")
        fitting = [(piece, way) for piece in pending or up for way in ways(piece, places)]
        turns = [each for each in labels if "piece" in each]
        lays = {each: laid(each, pending) for each in labels if each not in turns}
        agree(Counter(fitting).items(), Counter(lays.values()).items(), hand.text)
        if pending:
            agree((), turns, hand.text)
        elif len(turns) != 1 or "left piece" not in turns[0].casefold():
            raise Missing(f"the left piece can be turned over, and nothing else: {labels}")
        elif row[0] in up and ("can't fit" in turns[0]) != (row[0] not in dict(fitting)):
            raise Missing(f"{row[0]} is face up, and the label says {turns}: {hand.text!r}")
        return next(iter(lays), labels[0])


def laid(label: str, pending: list[str]) -> tuple[str, Way]:
    """Return the piece and the way that a label names; without a piece, it is the ``pending`` one.

    The label of a piece in the row is “★6/1 5 → W (4 2)”.
    """
    piece, arrow, way = label.rpartition(" → ")
    if not arrow and not pending:
        raise Missing(f"the label does not say which piece is laid: {label}")
    return piece if arrow else pending[0], way_on(way)
