"""The policy of playouts of Memory, by which everybody plays.

Nobody forgets anything. Players take every pair that is known. Otherwise they turn up a tile that
nobody has seen, and then its partner if that is known, or else another unseen tile.
"""

from bot.games.memory.table import TWELVE, make_pair


class Tiles:
    """The tiles that are left, as far as they are known; only their pips matter."""

    __slots__ = ("_single", "known_pairs", "unseen")

    def __init__(self, unseen: list[int]) -> None:
        """Begin with the pips of the unseen tiles; the last is turned up first."""
        self.unseen = unseen
        self.known_pairs = 0
        """The number of pairs that are known."""
        self._single = [0] * (TWELVE + 1)
        """The number of known tiles of each pips without a known partner."""

    def show(self, pips: int) -> None:
        """Let everybody know one more tile."""
        if self._take_partner(pips):
            self.known_pairs += 1
        else:
            self._single[pips] += 1

    def turn_up_single(self, pips: int) -> bool:
        """Turn up a known tile with these pips, if there is one without a known partner."""
        if not self._single[pips]:
            return False
        self._single[pips] -= 1
        return True

    def finds_partner(self, first: int) -> bool:
        """Turn up a second tile; return whether it makes a pair with the first."""
        if self._take_partner(first):
            return True
        second = self.unseen.pop()
        if make_pair(first, second):
            return True
        self.show(first)
        self.show(second)
        return False

    def _take_partner(self, pips: int) -> bool:
        return self.turn_up_single(TWELVE - pips)
