from collections.abc import Sequence

from tests.discord_ui.readers.heard import Heard, Missing, agree
from tests.discord_ui.readers.lines import read_ends
from tests.discord_ui.readers.reader import Reader

TURN = "Turn over the next bone"


class RowReader(Reader):
    """A player who knows a bone only once it is turned over."""

    def hear(self, table: Heard) -> None:
        rows = table.all(
            r"Row of Player ([A-D])(?:, turned over from the (left|right))?: ([^.]+)\."
        )
        if self.letter not in {letter for letter, *_ in rows}:
            raise Missing(f"the row of {self.letter} is not told: {table.text!r}")
        if not table.maybe(r"(The table is empty)"):
            read_ends(table)

    def choose(self, hand: Heard, labels: Sequence[str]) -> str:
        mine = rf"(?:Your row|Row of Player {self.letter})"
        row = hand.find(mine + r"[^:]*: ([^.]+)\.", "how the reader's own row lies").split(", ")
        if hand.maybe(mine + r", turned over from the (left|right)") is None:
            agree({"From the left", "From the right"}, labels, hand.text)
        elif row[0].endswith(" turned over"):
            bone, ends = row[0][:3], read_ends(hand)
            fitting = {end for end, shows in ends.items() if shows in bone}
            agree({f"{bone} → {end}" for end in fitting}, labels, hand.text)
        else:
            agree({TURN}, labels, hand.text)
        return labels[-1]
