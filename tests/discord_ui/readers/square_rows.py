"""A reader of the blind game with square pieces."""

from collections import Counter
from collections.abc import Sequence

from tests.discord_ui.readers.heard import Heard, Missing, agree
from tests.discord_ui.readers.reader import FOLLOWS, Reader
from tests.discord_ui.readers.square_places import WILD, read_places, ways
from tests.discord_ui.readers.squares import way_on

TURNED, DOWN = " turned over", " face down"


class SquareRowReader(Reader):
    """A player who knows the pieces of their row that lie face up."""

    def hear(self, table: Heard) -> None:
        """Check that every row is told."""
        rows = table.all(r"Row of Player ([A-D]) from left to right: ([^.]+)\.")
        if self.letter not in dict(rows):
            raise Missing(f"the row of {self.letter} is not told: {table.text!r}")
        read_places(table)

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        """Lay what can be laid, or else turn over the first piece."""
        mine = rf"(?:Your row|Row of Player {self.letter}) from left to right: ([^.]+)\."
        row = hand.find(mine, "how the row lies").split(", ")
        places = read_places(hand)
        pending = [each.removesuffix(TURNED) for each in row if each.endswith(TURNED)]
        up = {each for each in row if not each.endswith((TURNED, DOWN))}
        if wrong := [each for each in up if WILD not in each]:
            raise Missing(f"only pieces with a wild square lie face up, not {wrong}")
        fitting = {each for each in pending or up if any(ways(each, places))}
        offered = {each.removesuffix(FOLLOWS) for each in labels if each.endswith(FOLLOWS)}
        agree(fitting, offered, hand.text)
        others = [each for each in labels if not each.endswith(FOLLOWS)]
        if pending:
            agree((), others, hand.text)
        elif len(others) != 1 or not others[0].casefold().count("left piece"):
            raise Missing(f"the left piece can be turned over, and nothing else: {labels}")
        elif row[0] in up and ("can't fit" in others[0]) != (row[0] not in fitting):
            raise Missing(f"{row[0]} is face up, and the label says {others}: {hand.text!r}")
        self.piece = min(fitting, default="")
        return f"{self.piece}{FOLLOWS}" if fitting else others[0]

    def place(self, text: Heard, labels: Sequence[str]) -> str:
        """Choose the first way."""
        expected = Counter(ways(self.piece, read_places(text)))
        agree(expected.items(), Counter(map(way_on, labels)).items(), text.text)
        return labels[0]
