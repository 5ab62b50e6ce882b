from abc import ABC, abstractmethod
from collections.abc import Sequence

from tests.discord_ui.readers.heard import Heard

FOLLOWS = " …"
"""The end of a label after which a place is to be chosen."""


class Reader(ABC):
    """A player to whom alt texts and labels are read aloud."""

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
